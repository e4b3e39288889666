# SPDX-License-Identifier: Apache-2.0
"""Access classes: source of the data of misses, and the latency of each class."""

from starnuma.report.bars import Bar, Look, Scale, stacked
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, number
from starnuma.report.fold import folded

MIX = "run.access_mix."
LABELS = {  # classes that most machines have
    "local": "local",
    "one_hop": "same chassis",
    "two_hop": "other chassis",
    "pool": "pool",
    "block_transfer_socket": "block transfer by socket",
    "block_transfer_pool": "block transfer by pool",
}
COLOURS = dict(zip(LABELS, (8, 0, 1, 2, 3, 4)))
PERCENTILES = {"mean": "mean", "p50": "50 %", "p90": "90 %", "p99": "99 %", "p99_9": "99.9 %",
               "max": "longest"}


def label_of(name):
    return LABELS.get(name, name.replace("_", " "))


def looks_of(runs):
    """Returns {class: Look} of the classes that the results name, in their order."""
    names = dict.fromkeys(path[len(MIX):] for run in runs for path in run.by_path
                          if path.startswith(MIX))
    colours = dict(COLOURS)
    return {name: Look(label_of(name), colours.setdefault(name, len(colours) - 1))
            for name in names}


def shares(name, title, rows, looks):
    """Returns bars of fractions of rows [(label, {class: share})]; [] if no row has any."""
    bars = [Bar(label, parts) for label, parts in rows if parts]
    if not bars:
        return []
    described = "; ".join(f"{bar.label}: " + ", ".join(
        f"{label_of(part)} {100 * share:.0f} %" for part, share in bar.parts.items() if share)
        for bar in bars)
    drawn = stacked(name, title, described, bars, looks,
                    Scale(shares=True, show=lambda share: f"{100 * share:.0f}"))
    legend = [(look.label, Swatch(look.index, "fill")) for part, look in looks.items()
              if any(bar.parts.get(part) for bar in bars)]
    return [Figure(name, [drawn], legend)]


def access_mix(runs, published):
    """Shows the source of the data of LLC misses, next to the published mix."""
    rows, looks = [], looks_of(runs)
    for run, known in zip(runs, published):
        mix = run.group("run.access_mix", looks)
        rows += [(run.name, mix),
                 (f"{run.name}, published", known.group("run.access_mix") if mix else {})]
    return shares("mix", "Share of LLC misses by class, %", rows, looks)


def placement(runs):
    """Shows the homes of the missed lines, next to a random placement of the same pages."""
    rows, looks = [], looks_of(runs)
    for run in runs:
        rows += [(run.name, run.group("run.placement", looks)),
                 (f"{run.name}, random", run.group("run.placement.random", looks))]
    return shares("placement", "Share of LLC misses by home, %", rows, looks)


MOST_COLUMNS = 3  # up to this number of runs, tables have columns for each and fit next to a figure
COLUMNS = (("count", "misses", 0), ("amat_ns", "AMAT, ns", 1), ("unloaded_ns", "unloaded, ns", 1))


def table(runs, published):
    """Returns a table of AMAT by class: columns side by side for few runs, else a row for each run."""
    looks = {name: look for name, look in looks_of(runs).items()
             if any(run.value(f"run.class.{name}.count") for run in runs)}
    if not looks:
        return []
    return [side_by_side(runs, published, looks) if len(runs) <= MOST_COLUMNS else by_row(runs, published, looks)]


def cells(run, known, name):
    """Returns the cells of a class of a run, and of its published latency if the run is comparable."""
    count = run.value(f"run.class.{name}.count")
    shown = [Cell(number(run.value(f"run.class.{name}.{value}") if count or value == "count" else None, decimals))
             for value, _, decimals in COLUMNS]
    if known.group("run.class"):
        shown.append(Cell(number(known.values.get(f"run.class.{name}.unloaded_ns"), 0), "soft"))
    return shown


def side_by_side(runs, published, looks):
    rows = [Row(look.label, [cell for run, known in zip(runs, published) for cell in cells(run, known, name)],
                Swatch(look.index, "fill")) for name, look in looks.items()]
    heads, groups = [], []
    for run, known in zip(runs, published):
        own = [*(head for _, head, _ in COLUMNS), *(["published"] if known.group("run.class") else [])]
        heads += map(Head, own)
        groups.append(Head(run.name, len(own)))
    return Table("LLC misses by class", heads, rows, groups, "class")


def by_row(runs, published, looks):
    comparable = any(known.group("run.class") for known in published)
    width = len(COLUMNS) + comparable
    rows = []
    for name, look in looks.items():
        for run, known in zip(runs, published):
            if run.value(f"run.class.{name}.count"):
                own = cells(run, known, name)
                rows.append(Row(look.label, own + [Cell("")] * (width - len(own)), Swatch(look.index, "fill"),
                                second=Cell(run.name, "text soft")))
    heads = [*(head for _, head, _ in COLUMNS), *(["published, unloaded"] if comparable else [])]
    return Table("LLC misses by class", list(map(Head, heads)), rows, corner="class", second="machine")


def percentiles(runs):
    """Returns a table with one row per class and run."""
    rows = []
    for name, look in looks_of(runs).items():
        for run in runs:
            spread = run.group(f"run.class.{name}.latency", PERCENTILES)
            if run.value(f"run.class.{name}.count") and spread:
                rows.append(Row(look.label, [Cell(number(spread.get(each), 1)) for each in PERCENTILES],
                                second=Cell(run.name, "text soft")))
    if not rows:
        return []
    return [folded(Table("Latency of LLC misses, ns", [Head(text) for text in PERCENTILES.values()], rows,
                         corner="class", second="machine"))]
