# SPDX-License-Identifier: Apache-2.0
"""Misses and speed-up of T16 by the floor of private caches, by the published method."""

import math

from starnuma.campaign.drawing import intervals
from starnuma.campaign.results import estimate, pace
from starnuma.evaluation import exhibit as ex
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Table, Text, unbroken

MEAN = "geometric mean"


def floors(results, reference):
    names = [setting.name for setting in results.plan.settings]
    workloads = {ex.short(workload): workload for workload in ex.workloads_of(results)}
    misses = {name: {floor: ex.measured(results, "baseline", workload, "run.llc_mpki", setting=floor)
                     for floor in names} for name, workload in workloads.items()}
    known = {name: reference.mpki(name) for name in workloads if name in reference.number}
    errors = {floor: mean_error([misses[name][floor].mean / known[name] for name in known]) for floor in names}
    gains = {name: {floor: [pace(a) / pace(b) for a, b in zip(
        ex.runs_of(results, "baseline", workload, floor), ex.runs_of(results, "T16", workload, floor))]
        for floor in names} for name, workload in workloads.items()}
    means = {floor: estimate([ex.geometric_mean(seed) for seed in zip(*(each[floor] for each in gains.values()))])
             for floor in names}
    panel = intervals("floors-mean", f"{MEAN} of the speed-up of T16, published method",
                      [(floor, {"": found}) for floor, found in means.items()], {"": Look("T16", 1)},
                      Scale("speed-up"))
    rows = [row(name, by_floor, 1, known.get(name)) for name, by_floor in misses.items()]
    rows.append(Row("mean of |ln(MPKI / Table III)|", [*(Cell(f"{error:.3f}") for error in errors.values()),
                                                       Cell("")]))
    speeds = [row(name, {floor: estimate(values) for floor, values in by_floor.items()}, 2,
                  reference.speedup(name) if name in known else None) for name, by_floor in gains.items()]
    speeds.append(row(MEAN, means, 2, reference.average("speedup_t16")))
    heads = [*map(Head, names), Head("published")]
    return ex.Exhibit(
        [Figure("floors", [panel], []),
         Table("LLC misses per 1000 instructions of the baseline, by floor", heads, rows, corner="workload"),
         Table("Speed-up of T16 by floor", heads, speeds, corner="workload"), Text(sentence(errors, means))],
        {f"floors.{floor.replace(' ', '_')}": found.mean for floor, found in means.items()})


def mean_error(ratios):
    return math.fsum(abs(math.log(ratio)) for ratio in ratios) / len(ratios)


def row(name, by_floor, decimals, known):
    return Row(name, [*(Cell(unbroken(found.text(decimals))) for found in by_floor.values()),
                      Cell(f"{known:.{decimals}f}" if known else "–", "soft")])


def sentence(errors, means):
    least = min(errors, key=errors.get)
    low, high = (pick(means, key=lambda floor: means[floor].mean) for pick in (min, max))
    return (f"The floor of {least} has the smallest error of misses. The mean speed-up lies between "
            f"{means[low].text(2)} ({low}) and {means[high].text(2)} ({high}).")
