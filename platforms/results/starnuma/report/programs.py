# SPDX-License-Identifier: Apache-2.0
"""Programs of a scenario side by side: program.<name>.* of each run that has them."""

from starnuma.report.content import Cell, Head, Row, Table, number

# Statistic below program.<name> -> (label, decimals, factor)
ROWS = {
    "threads": ("threads", 0, 1),
    "runs": ("runs begun; figures are of the first", 0, 1),
    "time_ns": ("simulated time, ms", 3, 1e-6),
    "ipc": ("IPC per core", 3, 1),
    "amat_ns": ("AMAT, ns", 0, 1),
    "amat_unloaded_ns": ("unloaded part of AMAT, ns", 0, 1),
    "amat_contention_ns": ("contention part of AMAT, ns", 0, 1),
    "llc_mpki": ("LLC misses per 1000 instructions", 1, 1),
    "barrier_share": ("time in barriers, %", 1, 100),
    "pages.total": ("pages", 0, 1),
    "pages.pool": ("pages in the pool", 0, 1),
    "migration.completed": ("pages moved", 0, 1),
}


def programs(runs):
    """Returns a table for each run of several programs."""
    return [table(run) for run in runs if run.programs]


def table(run):
    names = [program["name"] for program in run.programs]
    rows = []
    for path, (label, decimals, factor) in ROWS.items():
        values = [run.value(f"program.{name}.{path}") for name in names]
        if any(value is not None for value in values):
            rows.append(Row(label, [Cell(number(None if value is None else factor * value,
                                                decimals)) for value in values]))
    return Table(run.name, [Head(name) for name in names], rows)
