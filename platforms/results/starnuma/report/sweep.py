# SPDX-License-Identifier: Apache-2.0
"""A sweep: AMAT, access mix and Back-Invalidate snoops over the values of one field."""

from starnuma.report.bars import Bar, Look, Scale, stacked
from starnuma.report.classes import looks_of
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, number

DEVICE = "machine.pool.device."
AMAT = {"run.amat_unloaded_ns": Look("unloaded", 0),
        "run.amat_contention_ns": Look("contention", 1, True)}
CAUSES = {
    "capacity": Look("the filter's set was full", 5),
    "ownership": Look("another host writes", 6),
    "shared": Look("another host reads what one owns", 7),
}


def sweep(runs, swept):
    """Returns a table and three panels, in the order of the file's values."""
    names = [str(value) for value in swept["values"]]
    figure = panels(runs, names, swept["field"])
    said = [Text(swept["verdict"] + ".")] if "verdict" in swept else []
    return [table(swept, names), *said, figure]


def panels(runs, names, field):
    amat = [Bar(name, {path: run.value(path) or 0 for path in AMAT})
            for name, run in zip(names, runs)]
    classes = looks_of(runs)
    mix = [Bar(name, run.group("run.access_mix", classes)) for name, run in zip(names, runs)]
    drawn = [
        stacked("sweep-amat", "AMAT, ns", by(names, amat), amat, AMAT, Scale(field)),
        stacked("sweep-mix", "Access mix, %", by(names, mix), mix, classes,
                Scale(field, shares=True, show=lambda share: f"{100 * share:.0f}")),
    ]
    looks = [*AMAT.values(), *(look for place, look in classes.items()
                               if any(bar.parts.get(place) for bar in mix))]
    if all(run.value(DEVICE + "requests") for run in runs):
        snoops = [Bar(name, snoops_of(run)) for name, run in zip(names, runs)]
        title = "Back-Invalidate snoops per request of the pool"
        drawn.append(stacked("sweep-snoops", title, by(names, snoops), snoops, CAUSES,
                             Scale(field, show=lambda each: f"{each:.2g}")))
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
    rows = [Row(row["label"].strip(), [Cell(number(value, swept["decimals"]))
                                       for value in row["values"]]) for row in swept["rows"]]
    return Table(f"By {swept['field']}", [Head(name) for name in names], rows)
