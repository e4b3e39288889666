# SPDX-License-Identifier: Apache-2.0
"""Waterfall from one value to another, such as the AMAT of two machines by the parts of the latency ledger."""

from dataclasses import dataclass, field

from starnuma.latency import kinds_of, parts_of
from starnuma.report.bars import ROW, line_between, name_row
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import INK, ON, SOFT, colour
from starnuma.report.plotting import axes_of, short, to_svg

LESS, MORE, WHOLE = 2, 3, 8  # colours
SMALLEST = 0.005  # smaller changes, in shares of the first AMAT, are one bar
SHOWN = 0.5  # ns, least sum of these that has a bar


@dataclass
class Bridge:
    """Values of one waterfall."""

    title: str
    ends: tuple  # labels of the first and the last value
    start: float
    steps: list  # [(label, change)]
    decimals: int = 0
    faster: int = -1  # sign of a change that is faster
    halves: dict = field(default_factory=dict)  # label -> half of the 95 % interval
    known: float = None  # published value of the first bar


def waterfall(runs, gains):
    """Returns a panel for each run that is compared with another; [] without ledgers.

    gains: (number of the run it is compared with, ...) or None for each run"""
    kinds = kinds_of(runs)
    panels = []
    for number, (run, gain) in enumerate(zip(runs, gains)):
        if gain is None or gain[0] == number:
            continue
        base = runs[gain[0]]
        before, after = parts_of(base, kinds), parts_of(run, kinds)
        if before and after:
            panels.append(panel(f"waterfall{number}", Bridge(
                f"{base.name} to {run.name}, AMAT in ns", (base.name, run.name), sum(before.values()),
                steps_of(kinds, before, after))))
    legend = [("faster", Swatch(LESS, "fill")), ("slower", Swatch(MORE, "fill"))]
    return [Figure("waterfall", panels, legend)] if panels else []


def steps_of(kinds, before, after):
    """Returns [(label, change in ns)], the largest decrease first; small changes are summed at the end."""
    least = SMALLEST * sum(before.values())
    changes = [(kind.label, after[kind.name] - before[kind.name]) for kind in kinds]
    large = sorted((each for each in changes if abs(each[1]) >= least), key=lambda each: each[1])
    rest = sum(change for _, change in changes if abs(change) < least)
    return [*large, *([("others", rest)] if abs(rest) >= SHOWN else [])]


def panel(name, bridge):
    """Returns the panel of a Bridge: one bar for each end and each step."""
    levels = [bridge.start]
    for _, change in bridge.steps:
        levels.append(levels[-1] + change)
    axes = axes_of(0.75 * ROW * (len(levels) + 1) + 36, left=6, right=16, top=0, bottom=24)
    axes.set_xlim(0, 1.15 * max([*levels, bridge.known or 0]))
    axes.set_ylim(len(levels) + 0.6, -0.72)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.xaxis.set_major_formatter(short)
    axes.spines["bottom"].set_visible(False)
    first, last = bridge.ends
    bars = [(first, 0, levels[0], WHOLE),
            *((label, before, change, LESS if change * bridge.faster > 0 else MORE)
              for (label, change), before in zip(bridge.steps, levels)), (last, 0, levels[-1], WHOLE)]
    described = [draw_bar(axes, row, bar, bridge) for row, bar in enumerate(bars)]
    if bridge.known:
        axes.plot([bridge.known] * 2, [-0.22, 0.4], color=INK, linewidth=2)
    return Panel(bridge.title, to_svg(
        axes.figure, name, bridge.title,
        f"From {described[0]} to {described[-1]}: " +
        "; ".join(f"{label} {text}" for (label, _), text in zip(bridge.steps, described[1:]))))


def draw_bar(axes, row, bar, bridge):
    """Draws one bar with its interval and returns its text."""
    label, left, width, index = bar
    whole = index == WHOLE
    half = bridge.halves.get(label)
    text = f"{width:{'' if whole else '+'},.{bridge.decimals}f}"
    text += f" ± {half:,.{bridge.decimals}f}" if half is not None else ""
    line_between(axes, row)
    axes.barh(row, width, left=left, height=0.4, color=colour(index),
              xerr=half, error_kw={"ecolor": INK, "capsize": 3, "elinewidth": 0.8})
    if bridge.halves:
        label = f"{label}: {text}"  # an interval may hide a text at its bar
    elif whole:
        axes.text(width / 2, row, text, ha="center", va="center", fontsize=9.5, color=ON)
    else:
        axes.text(max(left, left + width) + 0.01 * axes.get_xlim()[1], row, text, va="center", fontsize=9.5,
                  color=SOFT)
    name_row(axes, row, label)
    if row:
        axes.plot([width if whole else left] * 2, [row - 0.8, row - 0.2], color=INK, linewidth=0.6)
    return text
