# SPDX-License-Identifier: Apache-2.0
"""Runs a machine with several values of one field."""

import json
from dataclasses import dataclass

from starnuma.campaign.results import TIME, estimate
from starnuma.contest.columns import SEEDS_NOTE, interval
from starnuma.contest.contest import take_part

DECIMALS, LABEL_WIDTH, LEAST_WIDTH = 3, 30, 12
DEVICE, MOVES = "machine.pool.device.", "run.migration."
SHARE = "placement.pool_share"
FIRST_CLASS, SECOND_CLASS = 1.10, 1.18


@dataclass
class Line:
    label: str
    path: str
    factor: float = 1
    per: str = None  # path of a statistic that divides this one
    summed: bool = False  # a count that a mixed load has for each program


AMAT_LINES = [
    Line("AMAT, ns", "run.amat_ns"),
    Line("  unloaded part", "run.amat_unloaded_ns"),
    Line("  contention part", "run.amat_contention_ns"),
]
MIX_LINES = [
    Line("local, %", "run.access_mix.local", 100),
    Line("1-hop, %", "run.access_mix.one_hop", 100),
    Line("2-hop, %", "run.access_mix.two_hop", 100),
    Line("pool, %", "run.access_mix.pool", 100),
    Line("block transfer by socket, %", "run.access_mix.block_transfer_socket", 100),
    Line("block transfer by pool, %", "run.access_mix.block_transfer_pool", 100),
    Line("LLC MPKI", "run.llc_mpki"),
    Line("simulated time, us", TIME, 1e-3),
]
LINES = [
    *AMAT_LINES,
    *MIX_LINES,
    Line("back-invalidations / request", DEVICE + "back_invalidations", 1, DEVICE + "requests"),
    Line("  of these for capacity", DEVICE + "snoops.capacity", 1, DEVICE + "requests"),
    Line("filter evictions / request", DEVICE + "snoop_filter.evictions", 1, DEVICE + "requests"),
    Line("pages of a region", MOVES + "region_pages"),
    Line("regions", "run.tracking.regions"),
    Line("lines of metadata scanned", MOVES + "scan_lines", summed=True),
    Line("  ns a line", MOVES + "scan_time", 1, MOVES + "scan_lines", True),
    Line("scan time, all phases, us", MOVES + "scan_time", 1e-3, summed=True),
    Line("moves", MOVES + "completed", summed=True),
    Line("moves to the pool, %", MOVES + "to_pool", 100, MOVES + "completed", True),
    Line("filter in use, mean, %", DEVICE + "snoop_filter.mean_occupancy", 100),
]


def value_of(line, run):
    """Returns a run's value of a line; None if the run lacks the statistic."""
    def read(path):
        return run.total(path.removeprefix("run.")) if line.summed else run.value(path)

    value = read(line.path)
    if value is None or line.per is None:
        return None if value is None else value * line.factor
    per = read(line.per)
    return None if per is None else value * line.factor / per if per else 0


def rows_of(groups, lines=LINES):
    """Returns [(label, cells)] of the lines that at least one group of runs has.

    groups: for each value of the field, its runs, one per seed. A cell has the values of a group, or is None."""
    rows = [(line.label, [cell([value_of(line, run) for run in runs]) for runs in groups]) for line in lines]
    return [row for row in rows if any(cell is not None for cell in row[1])]


def cell(values):
    """Returns the values of a group; None if a run lacks one."""
    return None if None in values else values


def means_of(groups, path):
    """Returns the mean of a statistic of each group; None for a group without it."""
    found = [cell([run.value(path) for run in runs]) for runs in groups]
    return [None if values is None else estimate(values).mean for values in found]


def table(values, rows):
    lines = [("", values)] + [(label, [interval(cell, DECIMALS) for cell in cells]) for label, cells in rows]
    width = max([LEAST_WIDTH, *(len(text) + 2 for _, texts in lines for text in texts)])
    return "".join(label.ljust(LABEL_WIDTH) + "".join(cell.rjust(width) for cell in cells) + "\n"
                   for label, cells in lines)


def pooling_class(slowdown):
    """Returns the class "I", "II" or "III" of a program: how much of its memory may be on a pool.

    `slowdown` is its time with three quarters of its pages on the pool over that with none."""
    if slowdown < FIRST_CLASS:
        return "I"
    return "II" if slowdown < SECOND_CLASS else "III"


def pooling_verdict(field, values, times):
    """Returns one line for a sweep of the share that includes 0 and 0.75; None for others."""
    by_share = {float(value): time for value, time in zip(values, times) if time} \
        if field == SHARE else {}
    if not {0, 0.75} <= by_share.keys():
        return None
    slowdown = by_share[0.75] / by_share[0]
    return (f"With 75 % of the pages on the pool: {slowdown:.3f} times the time with none there, "
            f"class {pooling_class(slowdown)} (I below {FIRST_CLASS:.2f}, II below "
            f"{SECOND_CLASS:.2f})")


def groups_of(contest):
    """Returns for each value of the field its runs, one per seed."""
    return [contest.runs_of(entrant) for entrant in contest.entrants]


def write(contest):
    field, values, groups = contest.about["field"], contest.about["values"], groups_of(contest)
    return write_values(contest, rows_of(groups), pooling_verdict(field, values, means_of(groups, TIME)))


def row_document(label, cells):
    """Returns a row of sweep.json: means, and with several seeds the half widths of their intervals."""
    found = [None if cell is None else estimate(cell) for cell in cells]
    row = {"label": label, "values": [each and each.mean for each in found]}
    if any(each and len(each.values) > 1 for each in found):
        row["half_widths_95"] = [each and each.half for each in found]
    return row


def write_values(contest, rows, verdict):
    """Writes one column per value of the field, and the verdict line if there is one."""
    from starnuma.contest import pages  # plotting is slow to load
    field, values = contest.about["field"], contest.about["values"]
    text = (f"{contest.workload}, {contest.seeds_text()}, by {field}\n\n{table(values, rows)}"
            + (SEEDS_NOTE if contest.many_seeds else "")
            + (f"\n{verdict}\n" if verdict else ""))
    document = {"field": field, "values": values, "decimals": DECIMALS,
                "rows": [row_document(label, cells) for label, cells in rows],
                **({"verdict": verdict} if verdict else {})}
    output = contest.options.output
    pages.write_text(output / "sweep.json", json.dumps(document, indent=1) + "\n")
    pages.write_text(output / "summary.txt", text)
    pages.write(contest, swept=document)
    return text


if __name__ == "__main__":
    take_part(__doc__, write, "sweep.json")
