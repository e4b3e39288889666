# SPDX-License-Identifier: Apache-2.0
"""Counts of the tracking hardware compared with the exact access counts."""

from starnuma.report.content import Cell, Head, Row, Table, number

# Statistic below run.tracking -> (label, decimals, factor)
ROWS = {
    "count_saturates_at": ("loads at which a region's counter stops", 0, 1),
    "count_saturates_at_full_size": ("count at which counters stop, at full size", 0, 1),
    "loads": ("loads that missed the LLC", 0, 1),
    "loads_recorded": ("counted in metadata", 0, 1),
    "loads_lost": ("lost by saturated counters", 0, 1),
    "loads_late": ("still in annexes at the end", 0, 1),
    "loads_early": ("counted from before the window", 0, 1),
    "count_error.total": ("|count - loads| of regions per load, %", 1, 100),
    "count_error.p50": ("error of a region: half are below, %", 1, 100),
    "count_error.p90": ("90 % are below, %", 1, 100),
    "count_error.p99": ("99 % are below, %", 1, 100),
    "count_error.max": ("worst, %", 1, 100),
    "sharers.missed": ("sharers that metadata lack, %", 1, 100),
    "sharers.extra": ("sharers without a miss in the window, per true one, %", 1, 100),
    "sharers.vagabond_regions": ("regions that more than half of the sockets share", 0, 1),
    "sharers.vagabond_known": ("these regions that metadata show as such, %", 1, 100),
    "sharers.vagabond_wrong": ("other regions that metadata show as such", 0, 1),
}


def fidelity(runs):
    """Returns a table with a column for each run that tracks; [] if none does."""
    tracked = [run for run in runs if run.value("run.tracking.regions")]
    rows = []
    for name, (label, decimals, factor) in ROWS.items():
        values = [run.value(f"run.tracking.{name}") for run in tracked]
        if any(value is not None for value in values):
            rows.append(Row(label, [Cell(number(None if value is None else factor * value,
                                                decimals)) for value in values]))
    if not rows:
        return []
    return [Table("Metadata against the truth", [Head(run.name) for run in tracked], rows)]
