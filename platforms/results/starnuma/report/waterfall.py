# SPDX-License-Identifier: Apache-2.0
"""Waterfall from the AMAT of one machine to that of another, by the parts of the latency ledger."""

from starnuma.latency import kinds_of, parts_of
from starnuma.report.bars import ROW, line_between, name_row
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import INK, ON, SOFT, colour
from starnuma.report.plotting import axes_of, short, to_svg

LESS, MORE, WHOLE = 2, 3, 8  # colours
SMALLEST = 0.005  # smaller changes, in shares of the first AMAT, are one bar
SHOWN = 0.5  # ns, least sum of these that has a bar


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
            panels.append(panel(f"waterfall{number}", base.name, run.name, steps_of(kinds, before, after),
                                sum(before.values())))
    legend = [("faster", Swatch(LESS, "fill")), ("slower", Swatch(MORE, "fill"))]
    return [Figure("waterfall", panels, legend)] if panels else []


def steps_of(kinds, before, after):
    """Returns [(label, change in ns)], the largest decrease first; small changes are summed at the end."""
    least = SMALLEST * sum(before.values())
    changes = [(kind.label, after[kind.name] - before[kind.name]) for kind in kinds]
    large = sorted((each for each in changes if abs(each[1]) >= least), key=lambda each: each[1])
    rest = sum(change for _, change in changes if abs(change) < least)
    return [*large, *([("others", rest)] if abs(rest) >= SHOWN else [])]


def panel(name, base, run, steps, start):
    title = f"{base} to {run}, AMAT in ns"
    ends = [start]
    for _, change in steps:
        ends.append(ends[-1] + change)
    axes = axes_of(0.75 * ROW * (len(steps) + 2) + 36, left=6, right=16, top=0, bottom=24)
    axes.set_xlim(0, 1.15 * max(ends))
    axes.set_ylim(len(steps) + 1.6, -0.72)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.xaxis.set_major_formatter(short)
    axes.spines["bottom"].set_visible(False)
    bars = [(base, 0, start, WHOLE), *((label, before, change, LESS if change < 0 else MORE)
                                       for (label, change), before in zip(steps, ends)),
            (run, 0, ends[-1], WHOLE)]
    for row, (label, left, width, index) in enumerate(bars):
        line_between(axes, row)
        axes.barh(row, width, left=left, height=0.4, color=colour(index))
        signed = f"{width:,.0f}" if index == WHOLE else f"{width:+,.0f}"
        if index == WHOLE:
            axes.text(width / 2, row, signed, ha="center", va="center", fontsize=9.5, color=ON)
        else:
            axes.text(max(left, left + width) + 0.01 * max(ends), row, signed, va="center", fontsize=9.5, color=SOFT)
        name_row(axes, row, label)
        if row:
            axes.plot([left if index != WHOLE else width] * 2, [row - 0.8, row - 0.2], color=INK, linewidth=0.6)
    described = "; ".join(f"{label} {change:+,.0f}" for label, change in steps)
    return Panel(title, to_svg(axes.figure, name, title, f"From {start:,.0f} to {ends[-1]:,.0f}: {described}"))
