# SPDX-License-Identifier: Apache-2.0
"""Waterfall of the speed-up of T16: from the published method to ours in time, one term per step."""

from starnuma.campaign.results import estimate, pace
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.methods import left_out
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, unbroken
from starnuma.report.waterfall import LESS, MORE, Bridge, panel

MEAN = "geometric mean"
SETTLED, IN_TIME = "baseline settled", "baseline in time"


def waterfall(results, reference):
    steps = [setting.name for setting in results.plan.settings]
    gains = speedups(results, steps)
    known = {name: reference.speedup(name) for name in gains if name in reference.number}
    known[MEAN] = reference.average("speedup_t16")
    panels = [panel(f"waterfall-{name.replace(' ', '-')}", bridge(name, by_step, steps, known.get(name)))
              for name, by_step in gains.items()]
    legend = [("faster", Swatch(LESS, "fill")), ("slower", Swatch(MORE, "fill")),
              ("published, a line", Swatch(None, "line"))]
    return ex.Exhibit(
        [Figure("waterfall", panels, legend), speedup_table(gains, steps, known), term_table(gains, steps),
         Text(sentence(gains[MEAN], steps)), *term_texts(gains, steps), *moves_text(results, steps), *left_out()],
        {f"waterfall.{step.replace(' ', '_')}": estimate(values).mean
         for step, values in gains[MEAN].items()})


def bridge(name, by_step, steps, known):
    """Returns the bars of one workload: both ends, and the change of the speed-up by each term."""
    ends = steps[0], "in time"
    changes = {step: estimate([after - before for before, after in zip(by_step[previous], by_step[step])])
               for previous, step in zip(steps, steps[1:])}
    found = {ends[0]: estimate(by_step[steps[0]]), **changes, ends[1]: estimate(by_step[steps[-1]])}
    return Bridge(f"{name}, speed-up of T16", ends, found[ends[0]].mean,
                  [(step, change.mean) for step, change in changes.items()], decimals=2, faster=1,
                  halves={label: each.half for label, each in found.items() if len(each.values) > 1},
                  known=known)


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


def term_texts(gains, steps):
    """Returns a sentence for each term on the workload that it slows down most, if an interval lies below 0."""
    texts = []
    by_workload = {name: terms(by_step, steps) for name, by_step in gains.items() if name != MEAN}
    for previous, step in zip(steps, steps[1:]):
        slower = {name: found[step] for name, found in by_workload.items() if found[step].mean + found[step].half < 0}
        if slower:
            name = min(slower, key=lambda each: slower[each].mean)
            before, after = (estimate(gains[name][each]).mean for each in (previous, step))
            texts.append(Text(f"{step.capitalize()} slows {name} down most: {before:.2f} to {after:.2f} "
                              f"({slower[name].text(1)} %)."))
    return texts


def moves_text(results, steps):
    """Returns a sentence on the moves that the migrating core makes in time, if pages move."""
    parts = []
    for workload in ex.workloads_of(results):
        made, planned = (ex.measured(results, "T16", workload, f"run.migration.{each}", setting=steps[-1])
                         for each in ("completed", "planned"))
        if made and planned and planned.mean:
            parts.append(f"{ex.short(workload)} {made.mean:,.0f} of {planned.mean:,.0f}")
    return [Text(f"Planned moves that are made in time: {', '.join(parts)}.")] if parts else []
