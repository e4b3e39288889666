# SPDX-License-Identifier: Apache-2.0
"""Mean latency of an LLC miss by the kinds that the data name."""

from starnuma.latency import kinds_of, parts_of
from starnuma.report.bars import Bar, Look, Scale, fitted, stacked
from starnuma.report.classes import MOST_COLUMNS
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, number
from starnuma.report.palette import COLOURS

CAPTION = "Parts of AMAT, ns; kinds that take no time are left out"
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
    """Returns the parts of each run: a column for each of few runs, else a row for each run."""
    meanings = {kind.name: kind.meaning for kind in kinds}
    used = {name: look for name, look in looks.items() if any(each.get(name) for each in parts)}
    if len(runs) > MOST_COLUMNS:
        return by_run(runs, used, parts)
    rows = [Row(look.label, [*(Cell(number(each.get(name), 1)) for each in parts),
                             Cell(meanings[name], "text long soft")], swatch_of(look))
            for name, look in used.items()]
    totals = [Cell(number(sum(each.values()), 1)) for each in parts]
    rows.append(Row("sum, AMAT", [*totals, Cell("", "text")], look="total"))
    return Table(CAPTION, [*(Head(run.name) for run in runs), Head("what it is", look="text")], rows,
                 corner="kind")


def swatch_of(look):
    return Swatch(look.index, "hatched" if look.hatched else "fill")


def by_run(runs, used, parts):
    rows = [Row(run.name, [*(Cell(number(each.get(name), 1)) for name in used),
                           Cell(number(sum(each.values()), 1))]) for run, each in zip(runs, parts)]
    return Table(CAPTION, [*(Head(look.label, swatch=swatch_of(look)) for look in used.values()), Head("AMAT")], rows,
                 corner="run")
