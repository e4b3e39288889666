# SPDX-License-Identifier: Apache-2.0
"""Cumulative distribution of the latency of misses, from the percentiles of each class."""

from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.lines import Line, draw
from starnuma.report.plotting import logarithmic, plain_axes, to_svg

SHARES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99_9": 0.999, "max": 1.0}
TICKS = {0.5: "50 %", 0.9: "90 %", 0.99: "99 %", 0.999: "99.9 %", 1.0: "all"}


def distribution(runs, looks):
    """Returns a panel for each run with a line for each class; [] without percentiles."""
    panels, used = [], {}
    for number, run in enumerate(runs):
        lines = {name: points for name in looks if (points := points_of(run, name))}
        if lines:
            used.update(dict.fromkeys(lines))
            panels.append(panel(f"cdf{number}", run.name, lines, looks))
    if not panels:
        return []
    return [Figure("cdf", panels, [(looks[name].label, Swatch(looks[name].index)) for name in looks if name in used])]


def points_of(run, name):
    """Returns [(latency, share of misses that take no longer)] of a class with misses."""
    spread = run.group(f"run.class.{name}.latency", SHARES)
    if not run.value(f"run.class.{name}.count"):
        return []
    return [(spread[each], share) for each, share in SHARES.items() if spread.get(each, 0) > 0]


def height(share):
    """Returns the position of a share, whose scale shows the slowest misses: nines have equal distances."""
    return list(TICKS).index(share)


def panel(name, title, lines, looks):
    axes = plain_axes("ns, for at most this share of the misses", height=220, left=50)
    for each, points in lines.items():
        draw(axes, Line(looks[each].index, [x for x, _ in points], [height(share) for _, share in points]))
    logarithmic(axes, "x", (1, 2, 5))
    axes.set_yticks(range(len(TICKS)), list(TICKS.values()))
    axes.grid(axis="x")
    described = "; ".join(f"{looks[each].label}: half within {points[0][0]:,.0f} ns, all within {points[-1][0]:,.0f} ns"
                          for each, points in lines.items())
    return Panel(title, to_svg(axes.figure, name, title, described))
