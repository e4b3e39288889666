# SPDX-License-Identifier: Apache-2.0
"""What the runs of a plan say: values by seed, and means with 95 % intervals over seeds.

Ratios are taken seed by seed and then averaged, so differences between seeds cancel.
"""

import math
from dataclasses import dataclass

from starnuma.campaign.grid import baseline_of

TIME = "run.time_ns"


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds, from mean - half to mean + half with 95 % confidence."""

    mean: float
    half: float  # 0 of a single value
    values: tuple

    def text(self, decimals):
        body = f"{self.mean:,.{decimals}f}"
        return f"{body} ± {self.half:,.{decimals}f}" if len(self.values) > 1 else body


def estimate(values):
    """By Student's t distribution: values are taken as independent and normal. At least one."""
    values = tuple(values)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, 0.0, values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = student_quantile(len(values) - 1) * math.sqrt(variance / len(values))
    return Estimate(mean, half, values)


def student_share(t, freedom):
    """P(-t < T < t) for a whole number of degrees of freedom (Abramowitz and Stegun 26.7.3-4)."""
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


class Results:
    """The finished runs of a plan, by label."""

    def __init__(self, plan, points, load, program, failed):
        """load: gives the run of a point."""
        self.plan, self.program = plan, program
        self.points = {}  # label -> its points, seed by seed
        self.runs = {}  # label -> its runs, seed by seed
        for point in points:
            self.points.setdefault(point.label, []).append(point)
        for label, group in self.points.items():
            if not any(point.key in failed for point in group):
                self.runs[label] = [load(point) for point in group]

    def samples(self, label, path):
        """A statistic by seed, or the speed-up; None where a run has none."""
        if path == "speedup":
            return self.speedups(label)
        values = [run.value(path) for run in self.runs[label]]
        return None if None in values else values

    def speedups(self, label, base=None):
        base = base or baseline_of(label, self.plan, self.points.keys())
        if base not in self.runs:
            return None
        return [other.value(TIME) / own.value(TIME)
                for own, other in zip(self.runs[label], self.runs[base])]

    def estimate(self, label, path):
        values = self.samples(label, path)
        return None if values is None else estimate(values)
