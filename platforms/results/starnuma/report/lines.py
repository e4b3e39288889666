# SPDX-License-Identifier: Apache-2.0
"""Lines over numbers: one panel, a colour and a mark per series."""

from dataclasses import dataclass

from starnuma.report.content import Panel
from starnuma.report.palette import colour, marker
from starnuma.report.plotting import plain_axes, to_svg

MOST_MARKS = 24  # a line with more points has no marks


@dataclass
class Line:
    index: int  # index of its colour and mark
    xs: list
    ys: list
    dashed: bool = False
    marks: bool = True
    line: bool = True


def draw(axes, line):
    shown = line.marks and len(line.xs) <= MOST_MARKS
    axes.plot(line.xs, line.ys, color=colour(line.index),
              marker=marker(line.index) if shown else None,
              linestyle="" if not line.line else (0, (3, 2)) if line.dashed else "-")


def panel(name, title, description, xlabel, lines, **options):
    """Draws a panel; `options` are those of plain_axes."""
    axes = plain_axes(xlabel, **options)
    for line in lines:
        draw(axes, line)
    axes.set_ylim(bottom=0)
    return Panel(title, to_svg(axes.figure, name, title, description))
