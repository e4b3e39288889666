# SPDX-License-Identifier: Apache-2.0
"""The tables, as HTML."""

from html import escape

from curves import LINK_KINDS, utilisations
from figures import PLACES
from published import CLASSES, published_speedup

# Statistic path -> (label, decimals)
HEADLINES = {
    "run.amat_ns": ("AMAT, ns", 0),
    "run.amat_unloaded_ns": ("of it unloaded, ns", 0),
    "run.amat_contention_ns": ("of it contention, ns", 0),
    "run.ipc": ("IPC per core", 3),
    "run.ipc_outside_barriers": ("IPC outside barriers", 3),
    "run.barrier_share": ("share of time in barriers", 2),
    "run.after_end_share": ("share of time after a thread's end", 2),
    "run.llc_mpki": ("LLC misses per 1000 instructions", 1),
    "run.misses_in_flight_per_core": ("misses in flight per core", 2),
    "run.misses_in_flight_outside_barriers": ("misses in flight outside barriers", 2),
    "run.misses_in_flight_by_miss": ("misses in flight when one is issued", 2),
}


def table(head, body, kind=""):
    """head: rows of ready <th>; body: rows of ready <td>."""
    rows = "\n".join(f"<tr>{row}</tr>" for row in body)
    heads = "\n".join(f"<tr>{row}</tr>" for row in head)
    return (f'<table class="{kind}">\n<thead>\n{heads}\n</thead>\n'
            f"<tbody>\n{rows}\n</tbody>\n</table>")


def number(value, decimals):
    return "–" if value is None else f"{value:,.{decimals}f}"


def difference(value, known):
    return "–" if value is None or not known else f"{100 * (value - known) / known:+.0f} %"


def cells(value, known, decimals, derived=False):
    """A value, the published one (marked when derived) and the difference."""
    mark = '<sup title="follows from published values">d</sup>' if derived else ""
    return (f"<td>{number(value, decimals)}</td>"
            f'<td class="soft">{number(known, decimals)}{mark if known is not None else ""}</td>'
            f'<td class="soft">{difference(value, known)}</td>')


def beside(value, known, path, decimals):
    """The cells of one run: published columns only where something is published of it."""
    if not known.values:
        return f"<td>{number(value, decimals)}</td>"
    return cells(value, known.values.get(path), decimals, path in known.derived)


def headline(runs, published, gains):
    """The first thing to read: measured, and where it was published, that and the difference."""
    names, kinds = "", ""
    for run, known in zip(runs, published):
        names += f'<th colspan="{3 if known.values else 1}">{escape(run.name)}</th>'
        kinds += "<th>here</th>"
        if known.values:
            kinds += '<th class="soft">published</th><th class="soft">difference</th>'
    body = []
    for path, (label, decimals) in HEADLINES.items():
        values = [run.value(path) for run in runs]
        if any(value is not None for value in values):
            body.append(f"<th>{label}</th>" + "".join(
                beside(value, known, path, decimals) for value, known in zip(values, published)))
    body += speedup_rows(runs, published, gains if gains else over_the_first(runs))
    return table([f'<th rowspan="2"></th>{names}', kinds], body, "headline")


def over_the_first(runs):
    """Each run's speed-up over the first, where both ran one workload."""
    first, gains = runs[0], []
    for run in runs:
        times = (first.value("run.time_ns"), run.value("run.time_ns"))
        fits = all(times) and run.workload == first.workload
        gains.append((0, times[0] / times[1]) if fits else None)
    return gains


def speedup_rows(runs, published, gains):
    """A row for each run that others are compared with; gains: (its number, speed-up) or None."""
    rows = []
    for base in dict.fromkeys(gain[0] for gain in gains if gain):
        row, any_gain = f"<th>speed-up over {escape(runs[base].name)}</th>", False
        for index, (gain, known) in enumerate(zip(gains, published)):
            if index == base or not gain or gain[0] != base:
                row += "<td></td>" * (3 if known.values else 1)
                continue
            any_gain = True
            theirs = published_speedup(published[base], known)
            row += cells(gain[1], theirs, 2, derived=True) if known.values else (
                f"<td>{number(gain[1], 2)}</td>")
        rows += [row] if any_gain else []
    return rows


def classes(runs, published):
    """AMAT by class; None when no run has classes."""
    body = []
    for name in CLASSES:
        counts = [run.value(f"run.class.{name}.count") for run in runs]
        if not any(counts):
            continue
        row = f"<th>{PLACES[name][0]}</th>"
        for run, count, known in zip(runs, counts, published):
            row += f"<td>{number(count, 0)}</td>"
            for value in ("amat_ns", "unloaded_ns"):
                shown = run.value(f"run.class.{name}.{value}") if count else None
                row += f"<td>{number(shown, 1)}</td>"
            if known.values:
                theirs = known.values.get(f"run.class.{name}.unloaded_ns")
                row += f'<td class="soft">{number(theirs, 0)}</td>'
        body.append(row)
    if not body:
        return None
    names, kinds = "", ""
    for run, known in zip(runs, published):
        names += f'<th colspan="{4 if known.values else 3}">{escape(run.name)}</th>'
        kinds += "<th>misses</th><th>AMAT, ns</th><th>unloaded, ns</th>"
        kinds += '<th class="soft">published</th>' if known.values else ""
    return table([f'<th rowspan="2"></th>{names}', kinds], body, "headline")


def busiest(runs, count=8):
    """The busiest links and channels of each run; None without utilisations."""
    body = []
    for run in runs:
        every = [(value, LINK_KINDS[kind], name) for kind, entries in utilisations(run).items()
                 for value, name in entries]
        every.sort(key=lambda entry: (-entry[0], entry[1:]))
        names = ", ".join(f"{escape(kind)} <code>{escape(name)}</code> {100 * value:.0f}&nbsp;%"
                          for value, kind, name in every[:count])
        if names:
            body.append(f'<th>{escape(run.name)}</th><td class="text">{names}</td>')
    return table([], body) if body else None


def all_statistics(runs):
    """Every statistic, in one collapsed table an object."""
    groups = {}
    for run in runs:
        for path, stat in run.by_path.items():
            groups.setdefault(group_of(path), {}).setdefault(path, stat)
    head = ["<th>path</th>" + "".join(f"<th>{escape(run.name)}</th>" for run in runs)
            + "<th>unit</th><th>meaning</th>"]
    parts = []
    for group, stats in groups.items():
        body = [f"<th><code>{escape(path)}</code></th>"
                + "".join(f"<td>{exact(run.value(path))}</td>" for run in runs)
                + f"<td class='text'>{escape(stat['unit'])}</td>"
                  f"<td class='text'>{escape(stat['description'])}</td>"
                for path, stat in stats.items()]
        parts.append(f"<details><summary><code>{escape(group)}</code> "
                     f'<span class="soft">{len(stats)}</span></summary>\n'
                     f'{table(head, body, "all")}\n</details>')
    return "\n".join(parts)


def group_of(path):
    names = path.split(".")
    return names[0] if names[0] == "run" or len(names) < 3 else ".".join(names[:2])


def exact(value):
    if value is None:
        return "–"
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:,.1f}"
