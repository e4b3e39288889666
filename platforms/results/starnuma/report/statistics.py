# SPDX-License-Identifier: Apache-2.0
"""All statistics, in one collapsed table per object, with a search box."""

from starnuma.report.content import Cell, Fold, Head, Row, Search, Table


def statistics(runs):
    groups = {}
    for run in runs:
        for path, stat in run.by_path.items():
            groups.setdefault(group_of(path), {}).setdefault(path, stat)
    if not groups:
        return []
    heads = [*(Head(run.name) for run in runs), Head("unit", look="text"),
             Head("meaning", look="text")]
    folds = [Fold(f"{group}, {len(stats)}", block=Table(
        group, heads, [row(path, stat, runs) for path, stat in stats.items()], corner="path"))
        for group, stats in groups.items()]
    return [Search(sum(map(len, groups.values()))), *folds]


def row(path, stat, runs):
    values = [Cell(exact(run.value(path))) for run in runs]
    return Row(path, [*values, Cell(stat["unit"], "text"), Cell(stat["description"], "text long")],
               code=True)


def group_of(path):
    names = path.split(".")
    return names[0] if names[0] == "run" or len(names) < 3 else ".".join(names[:2])


def exact(value):
    if value is None:
        return "–"
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:,.1f}"
