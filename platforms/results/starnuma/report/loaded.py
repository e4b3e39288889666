# SPDX-License-Identifier: Apache-2.0
"""Latency over bandwidth from the workload loaded_latency: one curve per class."""

import re

from starnuma.report.classes import COLOURS, label_of
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.lines import Line, draw
from starnuma.report.plotting import logarithmic, plain_axes, to_svg

POINT = re.compile(r"^workload\.loaded_latency\.(\w+)\.(\d+)\.achieved$")


def curves_of(run):
    """Returns {class: [(achieved GB/s, latency ns)]}, from no load to the maximum."""
    found = {}
    for path in run.by_path:
        point = POINT.match(path)
        latency = point and run.value(path.removesuffix("achieved") + "latency")
        if latency:
            found.setdefault(point[1], []).append((int(point[2]), run.value(path), latency))
    return {name: [point[1:] for point in sorted(points)] for name, points in found.items()}


def loaded(runs):
    """Returns one panel per run; [] if no run measured loaded latency."""
    found = [(run, curves) for run in runs if (curves := curves_of(run))]
    if not found:
        return []
    names = list(dict.fromkeys(name for _, curves in found for name in curves))
    looks = {name: COLOURS.get(name, index)
             for index, name in enumerate(names)}
    panels = [panel_of(number, run.name, curves, looks)
              for number, (run, curves) in enumerate(found)]
    return [Figure("loaded", panels, [(label_of(name), Swatch(looks[name])) for name in names])]


def panel_of(number, title, curves, looks):
    axes = plain_axes("achieved bandwidth, GB/s, and latency, ns", height=260)
    for name, points in curves.items():
        draw(axes, Line(looks[name], *map(list, zip(*points))))
    logarithmic(axes, "x", (1, 3))
    logarithmic(axes, "y", (1, 2, 5))
    described = "; ".join(f"{label_of(name)}: {points[0][1]:.0f} ns without load, "
                          f"{points[-1][0]:.3g} GB/s at most" for name, points in curves.items())
    return Panel(title, to_svg(axes.figure, f"loaded{number}", title, described))
