# SPDX-License-Identifier: Apache-2.0
"""The first thing to read: what was measured, beside what is published where that compares."""

from starnuma.report.content import Cell, Head, Row, Table, number

# Statistic path -> (label, decimals, factor)
ROWS = {
    "run.amat_ns": ("AMAT, ns", 0, 1),
    "run.amat_unloaded_ns": ("of it unloaded, ns", 0, 1),
    "run.amat_contention_ns": ("of it contention, ns", 0, 1),
    "run.ipc": ("IPC per core", 3, 1),
    "run.ipc_outside_barriers": ("IPC outside barriers", 3, 1),
    "run.barrier_share": ("time in barriers, %", 1, 100),
    "run.llc_mpki": ("LLC misses per 1000 instructions", 1, 1),
    "run.misses_in_flight_per_core": ("misses in flight per core", 2, 1),
    "run.misses_in_flight_outside_barriers": ("misses in flight outside barriers", 2, 1),
    "run.misses_in_flight_by_miss": ("misses in flight, seen by a miss", 2, 1),
    "run.time_ns": ("simulated time, ms", 3, 1e-6),
}
SPEEDUP = "speed-up over the first"


def headline(runs, published):
    rows = []
    for path, (label, decimals, factor) in ROWS.items():
        values = [run.value(path) for run in runs]
        if any(value is not None for value in values):
            rows.append(Row(label, [cell for value, known in zip(values, published)
                                    for cell in cells(value, known, path, decimals, factor)]))
    gains = speedups(runs)
    if any(gains):
        rows.append(Row(SPEEDUP, [cell for gain, known in zip(gains, published)
                                  for cell in gain_cells(gain, known)]))
    if not rows:
        return []
    if not any(published):
        return [Table("Of the measured window", [Head(run.name) for run in runs], rows)]
    heads, groups = [], []
    for run, known in zip(runs, published):
        heads += [Head("here"), Head("published"), Head("difference")] if known else [Head("here")]
        groups.append(Head(run.name, 3 if known else 1))
    return [Table("Of the measured window", heads, rows, groups)]


def cells(value, known, path, decimals, factor):
    """A value, and beside it the published one and the difference where the run has any."""
    here = Cell(number(None if value is None else factor * value, decimals))
    if not known:
        return [here]
    return [here, *beside(value, known.values.get(path), decimals, path in known.derived)]


def gain_cells(gain, known):
    here = Cell(number(gain, 2))
    return [here, *beside(gain, known.speedup if gain else None, 2, True)] if known else [here]


def beside(value, published, decimals, derived):
    if published is None:
        return [Cell("", "soft")] * 2
    mark = ("d", "follows from published values") if derived else ("", "")
    change = None if not (published and value is not None) else value / published - 1
    return [Cell(number(published, decimals), "soft", *mark),
            Cell("–" if change is None else f"{100 * change:+.0f} %", "soft")]


def speedups(runs):
    """Each run's speed-up over the first; None where the workloads differ."""
    first = runs[0]
    gains = [None]
    for run in runs[1:]:
        times = first.value("run.time_ns"), run.value("run.time_ns")
        same = all(times) and run.workload == first.workload
        gains.append(times[0] / times[1] if same else None)
    return gains
