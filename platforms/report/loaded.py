# SPDX-License-Identifier: Apache-2.0
"""Latency over bandwidth, as the workload loaded_latency measures it: one curve a class."""

import re

from figures import PLACES
from plotting import RUN_COLOURS, SOFT, new_figure, to_svg

from matplotlib.ticker import LogLocator, NullLocator

POINT = re.compile(r"^workload\.loaded_latency\.(\w+)\.(\d+)\.achieved$")
MARKERS = ("o", "s", "D", "^", "v", "P")


def curves_of(run):
    """{class: [(achieved GB/s, latency ns)]}, from no load to all that is possible."""
    found = {}
    for path in run.by_path:
        point = POINT.match(path)
        latency = point and run.value(path.removesuffix("achieved") + "latency")
        if latency:
            found.setdefault(point[1], []).append((int(point[2]), run.value(path), latency))
    return {name: [point[1:] for point in sorted(points)] for name, points in found.items()}


def family(runs):
    """One panel a run; None where no run measured loaded latency."""
    found = [(run, curves_of(run)) for run in runs]
    found = [(run, curves) for run, curves in found if curves]
    if not found:
        return None
    figure, panels = new_figure(3.9, 1, len(found), squeeze=False, sharey=True)
    for axes, (run, curves) in zip(panels[0], found):
        for index, (name, points) in enumerate(curves.items()):
            label, colour = PLACES.get(name, (name, RUN_COLOURS[index % len(RUN_COLOURS)]))
            axes.plot(*zip(*points), color=colour, marker=MARKERS[index % len(MARKERS)],
                      markersize=3.5, linewidth=1.6, label=label)
            axes.annotate(f"{points[0][1]:.0f} ns", points[0], textcoords="offset points",
                          xytext=(4, 5), fontsize=7.5, color=SOFT)
            axes.annotate(f"{points[-1][0]:.3g} GB/s", points[-1], textcoords="offset points",
                          xytext=(0, 5), ha="center", fontsize=7.5, color=SOFT)
        axes.set_xscale("log")
        axes.set_yscale("log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_locator(NullLocator())
        axes.set_title(run.name)
        axes.set_xlabel("achieved bandwidth, GB/s")
        axes.margins(0.08)
        axes.grid(linewidth=0.5)
        axes.tick_params(length=0)
    panels[0][0].set_ylabel("latency of the probe's loads, ns")
    panels[0][-1].legend(loc="upper left")
    return to_svg(figure, "loaded")
