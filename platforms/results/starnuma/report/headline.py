# SPDX-License-Identifier: Apache-2.0
"""Headline of a page: the measured values, next to published ones if they are comparable."""

from starnuma.report.classes import MOST_COLUMNS
from starnuma.report.content import Cell, Head, Row, Table, number

# Statistic path -> (label, decimals, factor)
ROWS = {
    "run.amat_ns": ("AMAT, ns", 0, 1),
    "run.amat_unloaded_ns": ("unloaded part of AMAT, ns", 0, 1),
    "run.amat_contention_ns": ("contention part of AMAT, ns", 0, 1),
    "run.ipc": ("IPC per core", 3, 1),
    "run.ipc_outside_barriers": ("IPC outside barriers", 3, 1),
    "run.barrier_share": ("time in barriers, %", 1, 100),
    "run.after_end_share": ("time after a thread's end, %", 1, 100),
    "run.llc_mpki": ("LLC misses per 1000 instructions", 1, 1),
    "run.pending_misses_per_core": ("pending misses per core", 2, 1),
    "run.pending_misses_outside_barriers": ("pending misses outside barriers", 2, 1),
    "run.misses_waiting_for_mshr_per_core": ("misses waiting for an MSHR per core", 2, 1),
    "run.outstanding_misses_per_core": ("outstanding misses per core, in MSHRs", 2, 1),
    "run.outstanding_misses_by_miss": ("outstanding misses, seen by a miss", 2, 1),
    "run.time_ns": ("simulated time, ms", 3, 1e-6),
}


CAPTION, HEADS = "Measured window", ("here", "published", "difference")


def headline(runs, published, gains=None):
    """Returns the headline; gains has one (number of the run it is compared with, speed-ups by seed) per run.

    The published values of a few runs are in columns next to theirs, those of several in a table of their own."""
    rows = []
    for path, (label, decimals, factor) in ROWS.items():
        values = [run.value(path) for run in runs]
        if any(value is not None for value in values):
            rows.append((label, [cells(value, known, path, decimals, factor)
                                 for value, known in zip(values, published)]))
    rows += speedup_rows(runs, published, gains or over_the_first(runs))
    if not rows:
        return []
    if any(published) and len(runs) > MOST_COLUMNS:
        here = [Row(label, [own[0] for own in each]) for label, each in rows]
        return [Table(CAPTION, [Head(run.name) for run in runs], here), next_to_published(runs, rows)]
    made = [Row(label, [cell for own in each for cell in own]) for label, each in rows]
    if not any(published):
        return [Table(CAPTION, [Head(run.name) for run in runs], made)]
    heads, groups = [], []
    for run, known in zip(runs, published):
        heads += [Head(text) for text in HEADS[:3 if known else 1]]
        groups.append(Head(run.name, 3 if known else 1))
    return [Table(CAPTION, heads, made, groups)]


def next_to_published(runs, rows):
    """Returns a table with a row for each value of each run that has a published one."""
    made = [Row(label, own, second=Cell(run.name, "text soft"))
            for label, each in rows for run, own in zip(runs, each) if len(own) > 1 and own[1].text]
    return Table("Next to the publication", list(map(Head, HEADS)), made, second="machine")


def cells(value, known, path, decimals, factor):
    """Returns the cells of a value, with the published value and the difference if the run has any."""
    here = Cell(number(None if value is None else factor * value, decimals))
    if not known:
        return [here]
    return [here, *next_to(value, known.values.get(path), decimals, path in known.derived)]


def speedup_rows(runs, published, gains):
    """Returns [(label, cells of each run)] for each run that others are compared with."""
    rows = []
    for base in dict.fromkeys(gain[0] for gain in gains if gain):
        cells_of_row = []
        for index, (gain, known) in enumerate(zip(gains, published)):
            compared = gain and gain[0] == base and index != base
            fits = compared and published[base].system == "baseline"
            cells_of_row.append([Cell(number(gain[1][0], 2) if compared else ""),
                                 *(next_to(gain[1][0] if compared else None, known.speedup if fits else None, 2, True)
                                   if known else [])])
        if any(cell.text for own in cells_of_row for cell in own):
            rows.append((f"speed-up over {runs[base].name}", cells_of_row))
    return rows


def next_to(value, published, decimals, derived):
    if published is None:
        return [Cell("", "soft")] * 2
    mark = ("d", "follows from published values") if derived else ("", "")
    change = None if not (published and value is not None) else value / published - 1
    return [Cell(number(published, decimals), "soft", *mark),
            Cell("–" if change is None else f"{round(100 * change):+d} %", "soft")]


def over_the_first(runs):
    """Returns each run's speed-up over the first run, if both ran one workload."""
    first, gains = runs[0], []
    for run in runs:
        times = first.value("run.time_ns"), run.value("run.time_ns")
        fits = all(times) and run.workload == first.workload
        gains.append((0, [times[0] / times[1]]) if fits else None)
    return gains
