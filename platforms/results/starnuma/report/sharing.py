# SPDX-License-Identifier: Apache-2.0
"""Number of sockets that share a page, counted over pages and over misses."""

from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.lines import Line, draw
from starnuma.report.palette import INK
from starnuma.report.plotting import plain_axes, to_svg

HALVES = {"pages": "Pages, by sharing sockets", "misses": "LLC misses, by sharers of their page"}
PUBLISHED = 8  # mark and colour


def sharing(runs, published, name="sharing"):
    """Returns the figure; `name` is its name and is unique on a page."""
    if not any(run.numbered(f"run.sharing.{what}") for run in runs for what in HALVES):
        return []
    known = next((each.sharing for each in published if each.sharing), {})
    panels = [half(f"{name}-{what}", what, title, runs, known.get(what)) for what, title in HALVES.items()]
    legend = [(run.name, Swatch(index)) for index, run in enumerate(runs)]
    if known:
        legend.append(("published", Swatch(PUBLISHED)))
    return [Figure(name, panels, legend)]


def half(name, what, title, runs, known):
    axes = plain_axes("at most this many sharers", percent=True)
    described = []
    for index, run in enumerate(runs):
        points = run.numbered(f"run.sharing.{what}")
        if points:
            draw(axes, Line(index, *map(list, zip(*points))))
            described.append(f"{run.name}: {100 * dict(points).get(8, 1):.0f} % with at most 8")
    if known:
        line = Line(PUBLISHED, *map(list, zip(*known)), line=False)
        draw(axes, line)
        axes.lines[-1].set(markeredgecolor=INK, markersize=7)
    return Panel(title, to_svg(axes.figure, name, title, "; ".join(described)))
