# SPDX-License-Identifier: Apache-2.0
"""Compares one run in each delivery and shows what immediate delivery hides for a machine and program."""

import re
from dataclasses import dataclass

from starnuma.campaign.results import TIME, estimate
from starnuma.contest.columns import CLASS, classes_of
from starnuma.contest.contest import take_part
from starnuma.contest.sweep import (AMAT_LINES, MIX_LINES, Line, cell, groups_of, means_of, rows_of,
                                    write_values)
from starnuma.latency import kinds_of, parts_of

AMAT = "run.amat_ns"
LOADS = ("light", "optimal", "moderate", "severe")


@dataclass
class OverAll:
    """Sum or maximum of all statistics whose path matches `pattern`."""

    label: str
    pattern: str
    take: object  # sum or max
    factor: float = 1

    def value(self, run):
        found = [stat["value"] for path, stat in run.by_path.items()
                 if re.fullmatch(self.pattern, path)]
        return self.take(found) * self.factor if found else None


QUEUES = [
    OverAll("conflicts, early", r"machine\..*\.conflicts\.early", sum),
    OverAll("conflicts, late", r"machine\..*\.conflicts\.late", sum),
    OverAll("longest queue of a link", r"machine\..*ward\.(response|forward|request)\.max_queue", max),
    OverAll("link without credit, most, %", r"machine\..*\.no_credit", max, 100),
    OverAll("home without entry, most, %", r"machine\..*\.no_entry", max, 100),
    *(OverAll(f"answers with load {load}, %", rf"machine\.pool\d*\.device\.dev_load\.{load}", max, 100)
      for load in LOADS),
    OverAll("accesses deferred by load", r"machine\..*\.deferred", sum),
]


def kind_lines(runs):
    return [Line(f"  {kind.label}, ns", f"run.latency.{kind.name}_ns")
            for kind in kinds_of(runs) if kind.contention]


def rows(groups):
    first = groups[0][0]
    percentiles = [Line(f"p99 {name}, ns", f"{CLASS}{name}.latency.p99") for name in classes_of(first)]
    lines = [*AMAT_LINES, *kind_lines([runs[0] for runs in groups]), *MIX_LINES, *percentiles]
    made = rows_of(groups, lines)
    for line in QUEUES:
        cells = [cell([line.value(run) for run in runs]) for runs in groups]
        if any(each is not None for each in cells):
            made.append((line.label, cells))
    return made


def change(value, of):
    return f"{100 * (value / of - 1):+.1f} %" if of else "-"


def mean_parts(runs, kinds):
    """Returns the mean latency part of each kind over the seeds; None if a run has none."""
    found = [parts_of(run, kinds) for run in runs]
    return {name: estimate(parts[name] for parts in found).mean for name in found[0]} if all(found) else None


def verdict(groups):
    """Returns a sentence: the difference between first and last delivery, and the latency part that causes most."""
    first, last = groups[0], groups[-1]
    kinds = kinds_of([runs[0] for runs in groups])
    mine, others = mean_parts(first, kinds), mean_parts(last, kinds)
    if not mine or not others:
        return None
    times, amats = means_of((first, last), TIME), means_of((first, last), AMAT)
    most = max(kinds, key=lambda kind: abs(mine[kind.name] - others[kind.name]))
    return (f"Immediate compared with queued: time {change(*times)}, "
            f"AMAT {change(*amats)}; most of it {most.label}, "
            f"{mine[most.name]:.1f} for {others[most.name]:.1f} ns")


def write(contest):
    groups = groups_of(contest)
    return write_values(contest, rows(groups), verdict(groups))


if __name__ == "__main__":
    take_part(__doc__, write, "sweep.json")
