# SPDX-License-Identifier: Apache-2.0
"""Placement policies on one machine, or one machine with each cost of migration off in turn."""

import csv
import io
import json
from dataclasses import dataclass

from starnuma.campaign.results import TIME, estimate
from starnuma.contest.columns import SEEDS_NOTE, interval
from starnuma.contest.contest import take_part
from starnuma.contest.machines import interval_of

NAME_WIDTH = 26
AMAT, BUSY = "run.amat_ns", "migration.os_busy_time"
POLICIES_NOTE = """\
Speed-up is over first_touch, regret the time beyond static_oracle's if it runs; moves
cost what the machine's placement fields say, the oracle's first pass and perfect
knowledge nothing.
"""
COSTS_NOTE = """\
Each row but the first and the last has that cost of migration off; changes and
speed-up are over the first row.
"""


@dataclass
class Column:
    """Column of the table. `value` computes it from three runs with one seed: the run, the run that others
    are compared with, and the static oracle's run."""

    key: str
    head: str
    unit: str
    decimals: int
    value: object
    spread: bool = False  # print its interval if there are several seeds


def at(path, factor=1):
    return lambda run, base, oracle: times(run.value(path), factor)


def total(path):
    """A count, which is summed over the programs of a mixed load."""
    return lambda run, base, oracle: run.total(path)


def times(value, factor):
    return None if value is None else value * factor


def speedup(run, base, oracle):
    return base.value(TIME) / run.value(TIME)


def regret_percent(run, base, oracle):
    return 100 * (run.value(TIME) / oracle.value(TIME) - 1)


def os_busy_percent(run, base, oracle):
    """Returns the busy share, %; for a mixed load the mean over its programs, because each has a migrating core."""
    busy = run.value(f"run.{BUSY}")
    if busy is not None:
        return 100 * busy / run.value(TIME)
    programs = [(run.value(f"program.{each['name']}.{BUSY}"), run.value(f"program.{each['name']}.time_ns"))
                for each in run.programs]
    known = [pair for pair in programs if None not in pair]
    return 100 * sum(busy for busy, _ in known) / sum(time for _, time in known) if known else None


def time_change_percent(run, base, oracle):
    return 100 * (run.value(TIME) / base.value(TIME) - 1)


def amat_change(run, base, oracle):
    values = run.value(AMAT), base.value(AMAT)
    return None if None in values else values[0] - values[1]


SPEEDUP = Column("speedup", "speed-up", "", 3, speedup, True)
BUSY_SHARE = Column("os_busy_percent", "OS busy", "%", 1, os_busy_percent)
STALL = Column("migration_stall_ns", "stall", "ns", 2, at("run.latency.migration_stall_ns"))
MOVES = Column("moves", "moves", "pages", 0, total("migration.completed"))
REGRET = Column("regret_percent", "regret", "%", 1, regret_percent, True)
POLICY_COLUMNS = [
    Column("amat_ns", "AMAT", "ns", 1, at(AMAT), True),
    Column("amat_contention_ns", "waiting", "ns", 1, at("run.amat_contention_ns")),
    SPEEDUP,
    MOVES,
    Column("moves_to_pool", "to pool", "pages", 0, total("migration.to_pool")),
    Column("pool_pages", "in pool", "pages", 0, total("pages.pool")),
    BUSY_SHARE,
    STALL,
]
COST_COLUMNS = [
    Column("time_ms", "time", "ms", 3, at(TIME, 1e-6)),
    Column("time_change_percent", "time change", "%", 2, time_change_percent, True),
    SPEEDUP,
    Column("amat_ns", "AMAT", "ns", 1, at(AMAT)),
    Column("amat_change_ns", "AMAT change", "ns", 1, amat_change, True),
    STALL,
    Column("walk_queue_ns", "walk waits", "ns", 1, at("run.latency.walk_queue_ns")),
    BUSY_SHARE,
    MOVES,
    Column("shootdowns_sent", "shootdowns", "sent", 0, total("migration.shootdowns_sent")),
]


def known(values):
    return None if None in values else values


def mean(values):
    """Returns the mean as a list with one value."""
    return None if values is None else [estimate(values).mean]


class Bakeoff:
    """Values by contender: {name: values of each column, one per seed; None if a run lacks one}."""

    def __init__(self, contest):
        about = contest.about
        self.contest, self.first, self.costs = contest, about["first"], about["costs"]
        oracle = about["oracle"]
        self.columns = COST_COLUMNS if self.costs else \
            POLICY_COLUMNS + ([] if oracle is None else [REGRET])
        bases = contest.runs_of(contest.entrants[about["base"]])
        oracles = bases if oracle is None else contest.runs_of(contest.entrants[oracle])
        self.mixed = contest.mixed(about["shown"], contest.entrants[about["base"]])
        self.rows = {
            shown: [known([column.value(*seed) for seed in zip(contest.runs_of(entrant), bases, oracles)])
                    for column in self.columns]
            for entrant, shown in zip(contest.entrants, about["shown"])}

    def text(self):
        """Returns the table as text for a terminal."""
        widths = [max(len(column.head) + 2, 17 if self.contest.many_seeds and column.spread else 9)
                  for column in self.columns]
        body = [[interval(values if column.spread else mean(values), column.decimals)
                 for column, values in zip(self.columns, row)] for row in self.rows.values()]
        heads = [[column.head for column in self.columns], [column.unit for column in self.columns]]
        names = [self.first, "", *self.rows]
        return "".join(name[:NAME_WIDTH].ljust(NAME_WIDTH) + "".join(
            cell.rjust(width) for cell, width in zip(cells, widths)) + "\n"
            for name, cells in zip(names, heads + body))

    def csv(self):
        """Returns means as CSV text, one row per contender."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([self.first, *(column.key for column in self.columns)])
        for name, row in self.rows.items():
            writer.writerow([name, *("" if values is None else repr(estimate(values).mean).removesuffix(".0")
                                     for values in row)])
        return out.getvalue()

    def document(self):
        """Returns plain data: columns, means, half widths of intervals, and values by seed."""
        return {"machine": self.contest.about["machine"], "workload": self.contest.workload,
                "seeds": self.contest.seeds, "first": self.first,
                "columns": [{"key": column.key, "head": column.head, "unit": column.unit,
                             "decimals": column.decimals} for column in self.columns],
                "rows": [{self.first: name,
                          **{column.key: interval_of(values)
                             for column, values in zip(self.columns, row)}}
                         for name, row in self.rows.items()],
                **({"mixed": self.mixed.document()} if self.mixed else {})}


def write(contest):
    from starnuma.contest import pages  # plotting is slow to load
    bakeoff, output = Bakeoff(contest), contest.options.output
    text = "".join([f"{contest.workload} on {contest.about['machine']}, {contest.seeds_text()}\n\n",
                    bakeoff.text(), "\n", *([bakeoff.mixed.text(), "\n"] if bakeoff.mixed else []),
                    COSTS_NOTE if bakeoff.costs else POLICIES_NOTE,
                    SEEDS_NOTE if contest.many_seeds else ""])
    document = bakeoff.document()
    pages.write_text(output / "bakeoff.csv", bakeoff.csv())
    pages.write_text(output / "bakeoff.json", json.dumps(document, indent=1) + "\n")
    pages.write_text(output / "summary.txt", text)
    pages.write(contest, contest=document, mixed=bakeoff.mixed)
    return text


if __name__ == "__main__":
    take_part(__doc__, write, "bakeoff.json")
