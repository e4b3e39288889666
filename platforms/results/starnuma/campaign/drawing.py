# SPDX-License-Identifier: Apache-2.0
"""Figures of a plan: rows along one axis, one mark per value of another axis, with intervals."""

from starnuma.campaign.tables import title_of
from starnuma.report.bars import Look, Scale, line_between, name_row, scaled_axes
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import INK, colour, marker
from starnuma.report.plotting import to_svg

MARKS = 0.4  # height of the marks of a row, in rows, below its label
APART = 0.12  # largest vertical distance of two marks of a row, so that intervals do not overlap


def figures_of(results):
    return [figure(results, number, wanted) for number, wanted in enumerate(results.plan.figures)]


def figure(results, number, wanted):
    """Returns the figure: one panel per combination of the axes that are neither rows nor marks."""
    rows_axis, marks_axis, column = wanted["rows"], wanted.get("marks"), wanted["value"]
    others = [axis for axis in ("machine", "policy", "setting", "workload")
              if axis not in (rows_axis, marks_axis)]
    names = list(dict.fromkeys(getattr(label, marks_axis) if marks_axis else ""
                               for label in results.runs))
    panels = {}
    for label in results.runs:
        found = results.estimate(label, column)
        if found is None:
            continue
        place = tuple(getattr(label, axis) for axis in others)
        mark = getattr(label, marks_axis) if marks_axis else ""
        row = getattr(label, rows_axis) or "as it is"
        panels.setdefault(place, {}).setdefault(row, {})[mark] = found
    looks = {name: Look(name or "as it is", index) for index, name in enumerate(names)}
    title = wanted.get("title", title_of(column))
    drawn = [intervals(f"figure{number}-{i}",
                       " · ".join(filter(None, place)) if len(panels) > 1 else title,
                       list(rows.items()), looks, Scale(title_of(column)))
             for i, (place, rows) in enumerate(panels.items())]
    legend = [(look.label, Swatch(look.index)) for look in looks.values()] if marks_axis else []
    return Figure(f"figure{number}", drawn, legend, heading=title)


def intervals(name, title, rows, looks, scale, known=None):
    """Returns a panel of means with 95 % intervals.

    rows    [(label, {mark: Estimate})] known   {label: {mark: published value}}, drawn as lines"""
    known = known or {}
    ends = [found.mean + found.half for _, marks in rows for found in marks.values()]
    low = min([0, *(found.mean - found.half for _, marks in rows for found in marks.values())])
    ends += [value for marks in known.values() for value in marks.values()]
    axes = scaled_axes(len(rows), max(ends, default=1) or 1, scale)
    axes.set_xlim(left=1.05 * low)
    apart = min(APART, MARKS / max(1, len(looks) - 1))
    described = []
    for row, (label, marks) in enumerate(rows):
        line_between(axes, row)
        for number, (part, look) in enumerate(looks.items()):
            shade = colour(look.index)
            if part in marks:
                found = marks[part]
                height = row + apart * (number - (len(looks) - 1) / 2)
                axes.errorbar([found.mean], [height], xerr=[[found.half], [found.half]],
                              fmt=marker(look.index), color=shade, capsize=3, clip_on=False)
                described.append(f"{label} {look.label} {found.text(3)}")
            if part in known.get(label, {}):
                axes.plot([known[label][part]] * 2, [row - 0.25, row + 0.25], color=shade,
                          linewidth=2)
                axes.plot([known[label][part]] * 2, [row - 0.25, row + 0.25], color=INK,
                          linewidth=0.6)
        name_row(axes, row, label or "as it is")
    return Panel(title, to_svg(axes.figure, name, title, "; ".join(described)))
