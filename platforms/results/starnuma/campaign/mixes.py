# SPDX-License-Identifier: Apache-2.0
"""Mixed loads: each program of a run compared with the same program alone on the same machine.

The time of a mixed load is that of its slowest program. The measures per program are:

- speed-up: the program's time on the baseline machine over its time on this machine, both in the mix;
- slow-down: the program's time in the mix over its time alone on the same machine and cores;
- weighted speed-up: the sum of the inverse slow-downs (Snavely and Tullsen, ASPLOS 2000);
- harmonic mean: the number of programs over the sum of slow-downs (Luo et al., ISPASS 2001).
"""

import re
import textwrap
from dataclasses import dataclass, replace

import yaml

from starnuma.campaign import cache
from starnuma.campaign.results import TIME, estimate
from starnuma.campaign.tables import NONE, page_row, text_heads
from starnuma.files import LOADER
from starnuma.report.content import Head, Section, Table
from starnuma.report.fold import folded
from starnuma.text_table import aligned

SCENARIO = re.compile(r"\A(?P<head>.*?^programs:\n)(?P<programs>(?:^ [^\n]*\n)+)(?P<events>.*?)"
                      r"(?P<machine>^machine:\n.*)\Z", re.DOTALL | re.MULTILINE)
ALL, DECIMALS = "all", 3
HEADS = ("program", "speed-up", "slow-down", "weighted speed-up", "harmonic mean")
NOTE = ("The speed-up of a mixed load in other tables is that of its slowest program. Here, speed-up: the "
        "program's time in the mix of the baseline over its own; slow-down: its time in the mix over its time "
        "alone on the same machine. Weighted speed-up: sum of the inverse slow-downs, "
        "harmonic mean: number of programs over the sum of slow-downs; without interference the number of "
        "programs, and 1.")


def alone(effective):
    """Returns {program's name: (workload, cores, effective.yaml of the program alone)} of a run of
    several programs, else {}. Its start, faults and other events of the scenario are left out."""
    parts = SCENARIO.match(effective)
    if not parts:
        return {}
    blocks = re.split(r"(?m)^(?=  - )", parts["programs"])[1:]
    if len(blocks) < 2:
        return {}
    texts = {}
    for block in blocks:
        program = yaml.load(block, Loader=LOADER)[0]
        renamed = re.sub(r"\A  - name: .*\n", "  - name: alone\n", block)
        renamed = re.sub(r"(?m)^    start: .*\n", "", renamed)
        texts[program["name"]] = (program["workload"], program["cores"],
                                  parts["head"] + renamed + parts["machine"])
    return texts


def points_alone(point, program):
    """Returns {name: the point of that program alone} of a run of several programs."""
    target, _, *rest = point.words
    return {name: replace(point, words=[target, f"{workload}@{cores}", *rest], effective=text,
                          key=cache.key_of(text, program), asked=())
            for name, (workload, cores, text) in alone(point.effective).items()}


@dataclass
class Mix:
    """Values of one row of the grid, seed by seed; None if a run lacks the statistic."""

    programs: list  # names
    slowdowns: dict  # name -> values
    speedups: dict  # name -> values over the baseline's mix
    weighted: list = None
    harmonic: list = None

    def document(self):
        return {"programs": [{"program": name, "speedup": values_of(self.speedups[name]),
                              "slowdown": values_of(self.slowdowns[name])} for name in self.programs],
                "weighted_speedup": values_of(self.weighted),
                "harmonic_mean": values_of(self.harmonic)}

    def rows(self):
        """Texts of each program, and of all."""
        return [*([name, text(self.speedups[name]), text(self.slowdowns[name]), NONE, NONE]
                  for name in self.programs),
                [ALL, NONE, NONE, text(self.weighted), text(self.harmonic)]]


def values_of(values):
    if values is None:
        return None
    found = estimate(values)
    return {"mean": found.mean, "half_width_95": found.half, "by_seed": list(found.values)}


def text(values):
    return NONE if values is None else estimate(values).text(DECIMALS)


def ratios(above, below):
    """Seed by seed; None if a value is missing or no time."""
    if above is None or below is None or None in above or None in below or 0 in below:
        return None
    return [a / b for a, b in zip(above, below)]


class Mixes:
    """The programs of all points that run several.

    points: of a plan or a contest; `runs` has each program alone, seed by seed."""

    def __init__(self, points, program):
        self.by_point = {point.key: points_alone(point, program) for point in points}
        self.by_label = {}
        for point in points:
            self.by_label.setdefault(point.label, []).append(point)

    @property
    def points(self):
        """Each program alone."""
        return [point for by_name in self.by_point.values() for point in by_name.values()]

    def mix(self, label, results, base, load, failed):
        """The Mix of a row; None if its runs have one program each.

        results: of all points; base: label of the baseline or None; load: gives the run of a point."""
        points = self.by_label[label]
        names = list(self.by_point[points[0].key])
        if not names or label not in results.runs:
            return None
        slowdowns, speedups = {}, {}
        for name in names:
            singles = [self.by_point[point.key][name] for point in points]
            known = not any(point.key in failed for point in singles)
            times = [load(point).value(TIME) for point in singles] if known else None
            own = times_of(results.runs[label], name)
            slowdowns[name] = ratios(own, times)
            speedups[name] = ratios(times_of(results.runs[base], name), own) \
                if base in results.runs else None
        if None in slowdowns.values():
            return Mix(names, slowdowns, speedups)
        by_seed = list(zip(*slowdowns.values()))
        return Mix(names, slowdowns, speedups, [sum(1 / each for each in seed) for seed in by_seed],
                   [len(seed) / sum(seed) for seed in by_seed])


def times_of(runs, name):
    return [run.value(f"program.{name}.time_ns") for run in runs]


class MixTable:
    """The mixed loads of a plan or a contest, a row for each program of each row of the grid."""

    def __init__(self, mixes, axes):
        """mixes: {texts of the axes: Mix}; axes: their names."""
        self.mixes, self.axes = mixes, axes

    def rows(self):
        return [[*names, *row] for names, mix in self.mixes.items() for row in mix.rows()]

    def text(self):
        """For a terminal."""
        lines = aligned([[*self.axes, *HEADS], *self.rows()], len(self.axes) + 1)
        return "\n".join(["Programs of mixed loads", *lines, "", textwrap.fill(NOTE, 100)]) + "\n"

    def section(self):
        return Section("Mixed loads", NOTE, [self.page_table()])

    def page_table(self):
        left = len(self.axes) + 1
        rows = [page_row(row[:left], row[left:]) for row in self.rows()]
        heads = [*text_heads([*self.axes[1:], HEADS[0]]), *map(Head, HEADS[1:])]
        return folded(Table("Programs of mixed loads", heads, rows, corner=self.axes[0]))

    def document(self):
        return [{**dict(zip(self.axes, names)), **mix.document()} for names, mix in self.mixes.items()]
