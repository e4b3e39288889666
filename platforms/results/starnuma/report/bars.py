# SPDX-License-Identifier: Apache-2.0
"""Horizontal bars, one row each with its name above: stacked parts, or marks along a scale."""

from dataclasses import dataclass, field

from matplotlib.ticker import MaxNLocator

from starnuma.report.content import Panel
from starnuma.report.palette import INK, LINE, ON, colour, marker
from starnuma.report.plotting import PERCENT, WIDTH, axes_of, short, to_svg

ROW = 40  # height, in units
LETTER = 6.3  # width of a digit, in units


@dataclass
class Bar:
    label: str
    parts: dict  # {part: value}
    known: float = None  # a published total, drawn as a line


@dataclass
class Look:
    """Style of a part."""

    label: str
    index: int  # index of its colour and mark
    hatched: bool = False


@dataclass
class Scale:
    label: str = ""
    shares: bool = False  # fractions, shown in percent
    show: object = field(default=lambda value: f"{value:,.0f}")  # text inside a part


def scaled_axes(count, longest, scale):
    below = 38 if scale.label else 24
    axes = axes_of(ROW * count + 12 + below, left=6, right=16, top=0, bottom=below)
    axes.set_xlim(0, 1 if scale.shares else 1.02 * longest)
    if scale.shares:
        axes.set_xticks(*PERCENT)
        axes.get_xticklabels()[0].set_ha("left")
    else:
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(short)
    axes.set_xlabel(scale.label)
    axes.set_ylim(count - 0.42, -0.72)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.spines["bottom"].set_visible(False)
    return axes


def fitted(text, letters=WIDTH // 7):
    """Returns the text, shortened to `letters` characters."""
    return text if len(text) <= letters else text[:letters - 1] + "…"


def name_row(axes, row, label):
    axes.annotate(fitted(label), (0, row), xycoords=("axes fraction", "data"), xytext=(0, 9),
                  textcoords="offset points", va="bottom", ha="left")


def line_between(axes, row):
    """Draws a line above a row, so that its marks are seen to be of the label above them."""
    axes.axhline(row - 0.66, color=LINE, linewidth=0.7)


def stacked(name, title, description, bars, looks, scale):
    """Draws stacked bars; looks is {part: Look}, in the order of drawing."""
    longest = max([sum(bar.parts.values()) for bar in bars] + [bar.known or 0 for bar in bars]) or 1
    axes = scaled_axes(len(bars), longest, scale)
    room = (WIDTH - 20) / (1 if scale.shares else 1.02 * longest)
    for row, bar in enumerate(bars):
        left = 0.0
        for part, look in looks.items():
            width = bar.parts.get(part, 0)
            if width <= 0:
                continue
            shade = colour(look.index)
            axes.barh(row, width, left=left, height=0.46, linewidth=0.7, edgecolor=shade,
                      color="none" if look.hatched else shade,
                      hatch="////" if look.hatched else None)
            text = scale.show(width)
            if width * room > LETTER * len(text) + 4 and not look.hatched:
                axes.text(left + width / 2, row, text, ha="center", va="center", fontsize=9.5,
                          color=ON)
            left += width
        if bar.known:
            axes.plot([bar.known] * 2, [row - 0.22, row + 0.4], color=INK, linewidth=2)
        name_row(axes, row, bar.label)
    return Panel(title, to_svg(axes.figure, name, title, description))


def dots(name, title, description, rows, looks, scale):
    """Draws one mark per part of a row; rows is [(label, {part: value})]."""
    longest = max((value for _, parts in rows for value in parts.values()), default=1) or 1
    axes = scaled_axes(len(rows), longest, scale)
    for row, (label, parts) in enumerate(rows):
        line_between(axes, row)
        for part, look in looks.items():
            if part in parts:
                axes.plot([parts[part]], [row], marker(look.index), color=colour(look.index),
                          clip_on=False)
        name_row(axes, row, label)
    return Panel(title, to_svg(axes.figure, name, title, description))
