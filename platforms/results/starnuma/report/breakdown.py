# SPDX-License-Identifier: Apache-2.0
"""Mean latency of an LLC miss by the kinds that the data name."""

from starnuma.latency import kinds_of, parts_of
from starnuma.report.bars import Bar, Look, Scale, fitted, stacked
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, number
from starnuma.report.palette import COLOURS

# Fixed colours of resources in all reports; others get the next free colour.
PREFERRED = {"cache": 8, "walk": 5, "upi": 0, "numalink": 1, "cxl": 2, "directory": 4, "dram": 3,
             "snoop": 6, "mshr": 8, "line": 4, "migration": 7}


def looks_of(kinds):
    """Returns {kind: Look}; the two kinds of a link share a colour, and contention is hatched."""
    indices = dict(PREFERRED)
    looks = {}
    for kind in sorted(kinds, key=lambda kind: kind.contention):
        index = indices.setdefault(kind.stem, len(indices) % len(COLOURS))
        looks[kind.name] = Look(kind.label, index, kind.contention)
    return looks


def breakdown(runs, published):
    """Returns the bars and the table that is their legend; [] without ledgers."""
    kinds = kinds_of(runs)
    if not kinds:
        return []
    looks = looks_of(kinds)
    parts = [parts_of(run, kinds) or {} for run in runs]
    bars = [bar(run, each, known) for run, each, known in zip(runs, parts, published)]
    described = "; ".join(f"{bar.label}, mostly " + ", ".join(
        f"{looks[part].label} {value:.0f} ns" for part, value in most(bar.parts)) for bar in bars)
    drawn = stacked("latency", "Mean time of an LLC miss, ns", described, bars, looks,
                    Scale("ns; hatched: waiting, the contention part"))
    legend = [("published AMAT", Swatch(None, "line"))] if any(bar.known for bar in bars) else []
    return [Figure("latency", [drawn], legend), table(runs, kinds, looks, parts)]


def bar(run, parts, known):
    label = f"{fitted(run.name, 24)}: {sum(parts.values()):,.0f} ns"
    published = known.values.get("run.amat_ns")
    if published:
        label += f" (published {published:,.0f})"
    return Bar(label, parts, published)


def most(parts, count=4):
    return sorted(parts.items(), key=lambda part: -part[1])[:count]


def table(runs, kinds, looks, parts):
    rows = []
    for name, look in looks.items():
        if any(each.get(name) for each in parts):
            kind = next(kind for kind in kinds if kind.name == name)
            rows.append(Row(look.label, [Cell(number(each.get(name), 1)) for each in parts]
                            + [Cell(kind.meaning, "text long soft")],
                            Swatch(look.index, "hatched" if look.hatched else "fill")))
    totals = [Cell(number(sum(each.values()), 1)) for each in parts]
    rows.append(Row("sum, AMAT", [*totals, Cell("", "text")], look="total"))
    return Table("Parts of AMAT, ns; kinds that take no time are left out",
                 [*(Head(run.name) for run in runs), Head("what it is", look="text")], rows,
                 corner="kind")
