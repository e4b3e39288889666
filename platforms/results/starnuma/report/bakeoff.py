# SPDX-License-Identifier: Apache-2.0
"""A bake-off: one row per contender, from bakeoff.json; means over seeds with 95 % intervals."""

from starnuma.files import BadInput
from starnuma.report.bars import Look, Scale, dots
from starnuma.report.content import Cell, Figure, Head, Row, Table, number
from starnuma.report.fold import folded

SEEDS = {"speedup": ("Speed-up, seed by seed", 0), "regret_percent": ("Regret, %, seed by seed", 3),
         "time_change_percent": ("Change of time, %, seed by seed", 3)}


def bakeoff(document):
    """Returns the table of means and the values of each seed."""
    try:
        first, columns, rows = document["first"], document["columns"], document["rows"]
        return [table(document, first, columns, rows), by_seed(first, columns, rows)]
    except (KeyError, TypeError) as error:
        raise BadInput("bakeoff.json: not what bakeoff writes") from error


def table(document, first, columns, rows):
    seeds = document["seeds"]
    heads = [Head(column["head"] + (f", {column['unit']}" if column["unit"] else ""))
             for column in columns]
    body = [Row(row[first], [Cell(shown(row[column["key"]], column["decimals"], len(seeds)))
                             for column in columns]) for row in rows]
    count = f"seed {seeds[0]}" if len(seeds) == 1 else f"means over {len(seeds)} seeds ± 95 %"
    return folded(Table(f"{document['workload']} on {document['machine']}, {count}", heads, body,
                 corner=first.replace("_", " ")))


def shown(value, decimals, seeds):
    if value is None:
        return number(None, decimals)
    text = f"{value['mean']:,.{decimals}f}"
    return f"{text} ± {value['half_width_95']:,.{decimals}f}" if seeds > 1 else text


def by_seed(first, columns, rows):
    panels = []
    for key, (title, index) in SEEDS.items():
        if not any(column["key"] == key for column in columns):
            continue
        marks = [(row[first], row[key]["by_seed"]) for row in rows if row[key] is not None]
        if not marks:
            continue
        described = "; ".join(f"{name}: {', '.join(f'{value:.3g}' for value in values)}"
                              for name, values in marks)
        looks = {seed: Look(f"seed {seed + 1}", index) for seed in range(len(marks[0][1]))}
        panels.append(dots(f"bakeoff-{key}", title, described,
                           [(name, dict(enumerate(values))) for name, values in marks], looks,
                           Scale()))
    return Figure("bakeoff", panels)
