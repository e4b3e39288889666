# SPDX-License-Identifier: Apache-2.0
"""Results of a plan: values by seed, and means with 95 % intervals over seeds.

Ratios are computed seed by seed and then averaged, so that differences between seeds cancel.
"""

import math
from dataclasses import dataclass

from starnuma.campaign.checks import RATIO_COLUMNS
from starnuma.campaign.grid import baseline_of

TIME = "run.time_ns"


@dataclass(frozen=True)
class Estimate:
    """Mean over seeds with the 95 % confidence interval [mean - half, mean + half]."""

    mean: float
    half: float  # 0 for a single value
    values: tuple

    def text(self, decimals):
        shown = self.digits(decimals)
        body = f"{self.mean:,.{shown}f}"
        return f"{body} ± {self.half:,.{shown}f}" if len(self.values) > 1 else body

    def digits(self, most):
        """Returns the number of decimals, at most `most`, that shows two digits of the interval; 0 for a
        count of a thousand or more."""
        if self.half > 0:
            return min(most, max(0, 1 - math.floor(math.log10(self.half))))
        return 0 if most > 2 and abs(self.mean) >= 1000 and float(self.mean).is_integer() else most


def estimate(values):
    """Returns the Estimate of at least one value, by Student's t distribution.

    Assumes that the values are independent and normally distributed."""
    values = tuple(values)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, 0.0, values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = student_quantile(len(values) - 1) * math.sqrt(variance / len(values))
    return Estimate(mean, half, values)


def student_share(t, freedom):
    """Returns P(-t < T < t) for an integer number of degrees of freedom (Abramowitz and Stegun 26.7.3-4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    cosine, total, term = math.cos(angle), 0.0, 1.0
    if freedom % 2:
        term = cosine
        for k in range(1, freedom - 1, 2):
            total += term
            term *= cosine * cosine * (k + 1) / (k + 2)
        return 2 / math.pi * (angle + math.sin(angle) * total)
    for k in range(0, freedom - 1, 2):
        total += term
        term *= cosine * cosine * (k + 1) / (k + 2)
    return math.sin(angle) * total


def student_quantile(freedom, share=0.95):
    low, high = 0.0, 1000.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_share(middle, freedom) < share else (low, middle)
    return high


def measures_phases(run):
    """Returns True if the run's statistics are of whole phases (`method.first_phase: untimed`)."""
    return run.value("run.whole_phases") is not None


def pace(run):
    """Returns a run's time; per instruction if it measured whole phases, which need not be equal work."""
    return run.value(TIME) / (run.value("run.instructions") if measures_phases(run) else 1)


def pace_outside_barriers(run):
    """Returns a thread's time per instruction outside barriers and before its end, in cycles."""
    return 1 / run.value("run.ipc_outside_barriers")


RATIOS = dict(zip(RATIO_COLUMNS, (pace, pace_outside_barriers)))


class Results:
    """Finished runs of a plan, by label."""

    def __init__(self, plan, points, load, program, failed):
        """Loads the results; `load` returns the run of a point's key."""
        self.plan, self.program = plan, program
        self.points = {}  # label -> its points, one per seed
        self.runs = {}  # label -> its runs, one per seed
        for point in points:
            self.points.setdefault(point.label, []).append(point)
        for label, group in self.points.items():
            if not any(point.key in failed for point in group):
                self.runs[label] = [load(point) for point in group]

    def samples(self, label, path):
        """Returns a statistic or one of RATIOS by seed; None if a run lacks it."""
        if path in RATIOS:
            return self.speedups(label, pace=RATIOS[path])
        values = [run.value(path) for run in self.runs[label]]
        return None if None in values else values

    def speedups(self, label, base=None, pace=pace):
        """Returns the ratios by seed; None without a baseline or if only one of both measured whole
        phases."""
        base = base or baseline_of(label, self.plan, self.points.keys())
        if base not in self.runs:
            return None
        pairs = list(zip(self.runs[label], self.runs[base]))
        if any(measures_phases(own) != measures_phases(other) for own, other in pairs):
            return None
        return [pace(other) / pace(own) for own, other in pairs]

    def estimate(self, label, path):
        values = self.samples(label, path)
        return None if values is None else estimate(values)
