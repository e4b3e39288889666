# SPDX-License-Identifier: Apache-2.0
"""Machines as columns of text: rows of a run's summary, means over seeds, and published values.

Published values appear next to a machine if they are for the same machine and workload."""

from pathlib import Path

from starnuma.campaign.results import estimate
from starnuma.files import load_json
from starnuma.published import published_of

LINES = load_json(Path(__file__).parents[1] / "summary_lines.json")
LABEL_WIDTH, LEAST_WIDTH = 30, 12
PERCENTILES = ("mean", "p50", "p90", "p99", "p99_9", "max")
NONE = "-"
CLASS, COUNT = "run.class.", ".count"
SEEDS_NOTE = "Means over the seeds; +-: 95 % interval (Student's t), relative values seed by seed.\n"


def interval(values, decimals):
    """Returns "1.54" for one value, "1.54 +- 0.02" for several, and a dash for None."""
    if values is None:
        return NONE
    found = estimate(values)
    shown = found.digits(decimals)
    mean = f"{found.mean:.{shown}f}"
    return f"{mean} +- {found.half:.{shown}f}" if len(found.values) > 1 else mean


def samples(runs, path, factor=1):
    """Returns a statistic of each run times `factor`; None if a run has no such statistic."""
    values = [run.value(path) for run in runs]
    return None if None in values else [value * factor for value in values]


def mean_of(runs, path):
    """Returns the mean of a statistic over the runs; None if a run lacks it."""
    values = samples(runs, path)
    return None if values is None else estimate(values).mean


def text_of_mean(runs, path):
    value = mean_of(runs, path)
    return NONE if value is None else f"{value:.1f}"


def policy_rows(entrants):
    width = max(len(entrant.name) for entrant in entrants) + 2
    return "".join(f"{entrant.name.ljust(width)}{entrant.policy}\n" for entrant in entrants)


def summary_lines(run, head):
    """Returns the lines of a run's summary that start with `head`, without it."""
    text = (run.folder / "summary.txt").read_text(encoding="utf-8")
    return [line[len(head):] for line in text.splitlines() if line.startswith(head)]


def table(contest, entrants, base):
    """Returns the text table; speed-ups are relative to `base`."""
    columns = [labels()]
    for entrant in entrants:
        columns.append(measured(contest, entrant, base))
        known = published_of(contest.runs_of(entrant)[0])
        if known:
            columns.append(published(contest, known, base))
    return aligned(columns)


def labels():
    return ["", *(line["label"] for line in LINES["run"]), "speed-up",
            *(line["label"] for line in LINES["host"])]


def measured(contest, entrant, base):
    runs = contest.runs_of(entrant)
    hosts = [load_json(run.folder / "host.json") for run in runs]
    gain = "1.00" if entrant is base else interval(contest.speedups(entrant, base), 2)
    return [entrant.name,
            *(interval(samples(runs, line["path"], line["factor"]), line["decimals"])
              for line in LINES["run"]),
            gain,
            *(interval([estimate(host[line["path"]] for host in hosts).mean * line["factor"]],
                       line["decimals"]) for line in LINES["host"])]


def published(contest, known, base):
    speedup = published_speedup(known, published_of(contest.runs_of(base)[0]))
    return ["published",
            *(interval([known.values[line["path"]] * line["factor"]], line["decimals"])
              if line["path"] in known.values else "-" for line in LINES["run"]),
            "" if speedup is None else f"{speedup:.2f}", *("" for _ in LINES["host"])]


def published_speedup(known, base):
    """Returns the published speed-up; None unless `base` is the published baseline."""
    return known.speedup if base.system == "baseline" else None


def aligned(columns):
    """Returns the columns as text; the first is left-aligned, the others are right-aligned."""
    widths = [max([LEAST_WIDTH, *(len(cell) + 2 for cell in column)]) for column in columns[1:]]
    return "".join((row[0].ljust(LABEL_WIDTH) + "".join(
        cell.rjust(width) for cell, width in zip(row[1:], widths))).rstrip() + "\n"
        for row in zip(*columns))


def latency_table(contest):
    """Returns a text table with one row per machine and class that has misses."""
    text = "Latency of LLC misses, ns".ljust(46)
    text += "".join(f"{name.replace('_', '.'):>9}" for name in PERCENTILES) + "\n"
    for entrant in contest.entrants:
        runs = contest.runs_of(entrant)
        for name in classes_of(runs[0]):
            if not mean_of(runs, CLASS + name + COUNT):
                continue
            text += f"  {entrant.name[:22]:22} {name[:21]:21}" + "".join(
                f"{text_of_mean(runs, f'{CLASS}{name}.latency.{each}'):>9}"
                for each in PERCENTILES) + "\n"
    if all(entrant_is_queued(contest, entrant) for entrant in contest.entrants):
        return text
    return text + "Single waits are not exact where queues form: percentiles are approximate.\n"


def entrant_is_queued(contest, entrant):
    """Returns whether the runs of a machine use queued delivery, where single waits are exact."""
    settings = contest.runs_of(entrant)[0].settings
    return settings["machine"].get("simulation", {}).get("delivery") == "queued"


def classes_of(run):
    """Returns the access classes in the order of the run's statistics."""
    return [path[len(CLASS):-len(COUNT)] for path in run.by_path
            if path.startswith(CLASS) and path.endswith(COUNT)
            and "." not in path[len(CLASS):-len(COUNT)]]
