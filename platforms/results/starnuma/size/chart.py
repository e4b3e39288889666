# SPDX-License-Identifier: Apache-2.0
"""Tornado chart: a bar for each variant from the machine as it is, with 95 % intervals, longest first."""

from starnuma.report.bars import ROW, Look, fitted, line_between, name_row
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import INK, SOFT, colour
from starnuma.report.plotting import axes_of, to_svg
from starnuma.size.effects import ALL

LOOKS = {-1: Look("less of it", 1), 1: Look("more of it", 0), 0: Look("another kind", 2)}
THICK = 0.2


def figure(effects):
    """Returns a panel for each program, and for the weighted speed-up first."""
    columns = sorted(effects.columns(), key=lambda name: name != ALL)
    order = order_of(effects.rows)
    panels = [panel(f"tornado{number}", title_of(name), name, order, effects.rows)
              for number, name in enumerate(columns)]
    steps = {row.variant.step for row in effects.rows}
    return Figure("tornado", panels, [(look.label, Swatch(look.index, "fill"))
                                      for step, look in LOOKS.items() if step in steps],
                  heading="Change by one factor, %; lines: 95 % intervals over the seeds")


def title_of(name):
    return "Weighted speed-up, %" if name == ALL else f"{name}, %" if name != "speed-up" else "Speed-up, %"


def order_of(rows):
    """Returns the factors, the one with the largest change first."""
    largest = {}
    for row in rows:
        change = abs(row.gain.mean - 1)
        largest[row.variant.factor] = max(largest.get(row.variant.factor, 0), change)
    return sorted(largest, key=lambda factor: -largest[factor])


def panel(name, title, column, order, rows):
    ends = [100 * (row.gains[column].mean - 1 + sign * row.gains[column].half)
            for row in rows for sign in (-1, 1)]
    low, high = min(0, *ends), max(0, *ends)
    room = 0.06 * (high - low) or 1
    axes = axes_of(ROW * len(order) + 40, left=10, right=16, top=0, bottom=26)
    axes.set_xlim(low - room, high + room)
    axes.set_ylim(len(order) - 0.5, -0.75)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.spines["bottom"].set_visible(False)
    described = []
    for place, factor in enumerate(order):
        line_between(axes, place)
        own = [row for row in rows if row.variant.factor == factor]
        name_row(axes, place - 0.02, f"{factor}: " + fitted(", ".join(row.variant.change for row in own), 38))
        for index, row in enumerate(own):
            gain = row.gains[column]
            height = place + 0.05 + (index - (len(own) - 1) / 2) * THICK
            axes.barh(height, 100 * (gain.mean - 1), height=THICK * 0.9, color=colour(LOOKS[row.variant.step].index))
            axes.errorbar([100 * (gain.mean - 1)], [height], xerr=[100 * gain.half], fmt="none", color=SOFT,
                          capsize=2)
            described.append(f"{row.variant.name} {gain.text(3)}")
    axes.axvline(0, color=INK, linewidth=1)
    return Panel(title, to_svg(axes.figure, name, title, "; ".join(described)))
