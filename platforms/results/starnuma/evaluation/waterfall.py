# SPDX-License-Identifier: Apache-2.0
"""Waterfall of the speed-up of T16: from the published method to ours in time, one term per step."""

from starnuma.campaign.drawing import intervals
from starnuma.campaign.results import estimate, pace
from starnuma.evaluation import exhibit as ex
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Table, Text, unbroken

MEAN = "geometric mean"
SETTLED, IN_TIME = "baseline settled", "baseline in time"


def waterfall(results, reference):
    steps = [setting.name for setting in results.plan.settings]
    gains = speedups(results, steps)
    known = {name: reference.speedup(name) for name in gains if name in reference.number}
    known[MEAN] = reference.average("speedup_t16")
    look = {"": Look("T16", 1)}
    panels = [intervals(f"waterfall-{name.replace(' ', '-')}", name,
                        [(step, {"": estimate(values)}) for step, values in by_step.items()], look,
                        Scale("speed-up"), {steps[0]: {"": known[name]}} if name in known else None)
              for name, by_step in gains.items()]
    return ex.Exhibit(
        [Figure("waterfall", panels, []), speedup_table(gains, steps, known), term_table(gains, steps),
         Text(sentence(gains[MEAN], steps))],
        {f"waterfall.{step.replace(' ', '_')}": estimate(values).mean
         for step, values in gains[MEAN].items()})


def speedups(results, steps):
    """Returns {workload or MEAN: {step: [speed-up by seed]}}; steps are cumulative."""
    gains = {}
    for workload in ex.workloads_of(results):
        by_step = {}
        for step in steps:
            base = IN_TIME if step == steps[-1] else SETTLED
            pairs = zip(ex.runs_of(results, base, workload) or [],
                        ex.runs_of(results, "T16", workload, step) or [])
            by_step[step] = [pace(a) / pace(b) for a, b in pairs]
        gains[ex.short(workload)] = by_step
    gains[MEAN] = {step: [ex.geometric_mean(seed)
                          for seed in zip(*(by_step[step] for by_step in gains.values()))]
                   for step in steps}
    return gains


def terms(by_step, steps):
    """Returns {step: Estimate of the change of the speed-up by the step, %}; all but the first step."""
    return {step: estimate([100 * (after / before - 1)
                            for before, after in zip(by_step[previous], by_step[step])])
            for previous, step in zip(steps, steps[1:])}


def speedup_table(gains, steps, known):
    rows = [Row(name, [*(Cell(unbroken(estimate(by_step[step]).text(2))) for step in steps),
                       Cell(f"{known[name]:.2f}" if name in known else "–", "soft")])
            for name, by_step in gains.items()]
    return Table("Speed-up of T16 after each term", [*map(Head, steps), Head("published")], rows,
                 corner="workload")


def term_table(gains, steps):
    rows = [Row(name, [Cell(unbroken(found.text(1))) for found in terms(by_step, steps).values()])
            for name, by_step in gains.items()]
    return Table("Change of the speed-up by each term, %", [*map(Head, steps[1:])], rows,
                 corner="workload")


def sentence(mean, steps):
    """Names the terms of the mean in descending order of size."""
    changes = terms(mean, steps)
    parts = ", ".join(f"{step} {changes[step].text(1)} %" for step in
                      sorted(changes, key=lambda step: -abs(changes[step].mean)))
    return (f"Geometric mean {estimate(mean[steps[0]]).text(2)} by the published method, "
            f"{estimate(mean[steps[-1]]).text(2)} in time: {parts}.")
