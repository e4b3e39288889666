# SPDX-License-Identifier: Apache-2.0
"""A sweep: AMAT, access mix and Back-Invalidate snoops over the values of one field."""

import re

from matplotlib.ticker import MaxNLocator

from starnuma.report.bars import Bar, Look, Scale, stacked
from starnuma.report.classes import looks_of
from starnuma.report.content import Cell, Figure, Head, Panel, Row, Swatch, Table, Text, number
from starnuma.report.lines import Line, draw
from starnuma.report.plotting import logarithmic, plain_axes, to_svg

DEVICE = "machine.pool.device."
AMAT = {"run.amat_unloaded_ns": Look("unloaded", 0),
        "run.amat_contention_ns": Look("contention", 1, True)}
CURVES = {"run.amat_ns": Look("AMAT", 0), "run.amat_unloaded_ns": Look("unloaded part", 8)}
NUMBER = re.compile(r"([-+]?\d+(?:\.\d+)?)(.*)")
LEAST_VALUES = 3
DECADE = 8  # from this ratio of the values on, their scale is logarithmic
CAUSES = {
    "capacity": Look("the filter's set was full", 5),
    "ownership": Look("another host writes", 6),
    "shared": Look("another host reads what one owns", 7),
}


def sweep(runs, swept):
    """Returns a table and three panels, in the order of the file's values."""
    names = [str(value) for value in swept["values"]]
    figure = panels(runs, names, swept["field"])
    verdict = [Text(swept["verdict"] + ".")] if "verdict" in swept else []
    return [table(swept, names), *verdict, *curves(runs, names, swept["field"]), figure]


def curves(runs, names, field):
    """Returns AMAT over the values of a numeric field; [] for values that are not numbers of one unit."""
    numbers = [NUMBER.fullmatch(name) for name in names]
    units = {found[2].strip() for found in numbers if found} - {""}
    if None in numbers or len(names) < LEAST_VALUES or len(units) > 1:
        return []
    values = [float(found[1]) for found in numbers]
    order = sorted(range(len(values)), key=values.__getitem__)
    xs = [values[i] for i in order]
    axes = plain_axes(" ".join([field, *(f"in {unit}" for unit in units)]))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    described = []
    for path, look in CURVES.items():
        ys = [runs[i].value(path) for i in order]
        if None not in ys:
            draw(axes, Line(look.index, xs, ys))
            described.append(f"{look.label} from {ys[0]:,.0f} to {ys[-1]:,.0f}")
    if not described:
        return []
    if xs[0] > 0 and xs[-1] / xs[0] >= DECADE:
        logarithmic(axes, "x", (1, 2, 5))
    axes.set_ylim(bottom=0)
    title = "AMAT, ns"
    svg = to_svg(axes.figure, "sweep-curve", title, "; ".join(described))
    return [Figure("sweep-curve", [Panel(title, svg)], [(look.label, Swatch(look.index)) for look in CURVES.values()])]


def panels(runs, names, field):
    names = [f"{field.rpartition('.')[2].replace('_', ' ')} {name}" for name in names]
    amat = [Bar(name, {path: run.value(path) or 0 for path in AMAT})
            for name, run in zip(names, runs)]
    classes = looks_of(runs)
    mix = [Bar(name, run.group("run.access_mix", classes)) for name, run in zip(names, runs)]
    drawn = [
        stacked("sweep-amat", "AMAT, ns", by(names, amat), amat, AMAT, Scale("ns")),
        stacked("sweep-mix", "Access mix, %", by(names, mix), mix, classes,
                Scale(shares=True, show=lambda share: f"{100 * share:.0f}")),
    ]
    looks = [*AMAT.values(), *(look for place, look in classes.items()
                               if any(bar.parts.get(place) for bar in mix))]
    if all(run.value(DEVICE + "requests") for run in runs):
        snoops = [Bar(name, snoops_of(run)) for name, run in zip(names, runs)]
        title = "Back-Invalidate snoops per request of the pool"
        drawn.append(stacked("sweep-snoops", title, by(names, snoops), snoops, CAUSES,
                             Scale(show=lambda each: f"{each:.2g}")))
        looks += CAUSES.values()
    legend = [(look.label, Swatch(look.index, "hatched" if look.hatched else "fill"))
              for look in looks]
    return Figure("sweep", drawn, legend)


def by(names, bars):
    return "; ".join(f"{name}: {sum(bar.parts.values()):,.3g}" for name, bar in zip(names, bars))


def snoops_of(run):
    asked = run.value(DEVICE + "requests")
    return {cause: (run.value(f"{DEVICE}snoops.{cause}") or 0) / asked for cause in CAUSES}


def table(swept, names):
    """Returns the table that the command printed."""
    rows = [Row(row["label"].strip(), [cell(value, half, swept["decimals"]) for value, half in
                                       zip(row["values"], row.get("half_widths_95", [None] * len(names)))])
            for row in swept["rows"]]
    return Table(f"By {swept['field']}", [Head(name) for name in names], rows)


def cell(value, half, decimals):
    """Returns a mean, with its interval if there are several seeds."""
    text = number(value, decimals)
    return Cell(text if half is None else f"{text} ± {number(half, decimals)}")
