# SPDX-License-Identifier: Apache-2.0
"""Table of a plan: one row per machine, policy, setting and workload."""

import csv
import io
import json

from starnuma.report.content import Cell, Head, Row, Table, unbroken
from starnuma.report.fold import folded
from starnuma.text_table import aligned

AXES = ("machine", "policy", "setting", "workload")
TITLES = {"speedup": ("speed-up", 3),
          "speedup_outside_barriers": ("speed-up outside barriers", 3), "run.amat_ns": ("AMAT, ns", 1),
          "run.amat_contention_ns": ("contention, ns", 1), "run.ipc": ("IPC", 4),
          "run.llc_mpki": ("LLC MPKI", 1), "run.time_ns": ("time, ns", 0)}
NONE = "–"
NOTE = "Means over the seeds; ±: 95 % interval (Student's t), ratios seed by seed."


def title_of(column):
    return TITLES.get(column, (column, 3))[0]


def cell_text(results, label, column):
    found = results.estimate(label, column)
    return NONE if found is None else found.text(TITLES.get(column, ("", 3))[1])


def axes_of(results):
    """Returns the axes that the labels use."""
    return [axis for axis in AXES if any(getattr(label, axis) for label in results.points)]


def rows_of(results):
    """Returns (names by axis, texts by column) of each row."""
    axes = axes_of(results)
    return [([getattr(label, axis) or NONE for axis in axes],
             [cell_text(results, label, column) for column in results.plan.columns])
            for label in results.runs]


def summary(results):
    """Returns the table as text for a terminal."""
    axes = axes_of(results)
    heads = [*axes, *map(title_of, results.plan.columns)]
    lines = aligned([heads, *([*names, *cells] for names, cells in rows_of(results))], len(axes))
    seeds = len(results.plan.seeds)
    return "\n".join([results.plan.summary or results.plan.name, "", *lines,
                      *(["", NOTE] if seeds > 1 else []), ""])


def page_row(names, cells):
    """Returns a row of a page's table; the first name is its label."""
    return Row(names[0], [*(Cell(name, "text") for name in names[1:]), *(Cell(unbroken(cell)) for cell in cells)])


def text_heads(names):
    return [Head(name, look="text") for name in names]


def page_table(results):
    axes = axes_of(results)
    rows = [page_row(names, cells) for names, cells in rows_of(results)]
    heads = [*text_heads(axes[1:]), *(Head(title_of(column)) for column in results.plan.columns)]
    return folded(Table(NOTE if len(results.plan.seeds) > 1 else "One seed", heads, rows, corner=axes[0]))


def as_csv(several):
    """Returns CSV text of the Results of several plans: one line per label, column and seed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["plan", *AXES, "column", "mean", "half_width_95", "by_seed"])
    for results in several:
        for label in results.runs:
            for column in results.plan.columns:
                found = results.estimate(label, column)
                if found is not None:
                    writer.writerow([results.plan.name, *(getattr(label, axis) for axis in AXES),
                                     column, found.mean, found.half,
                                     " ".join(map(repr, found.values))])
    return out.getvalue()


def as_json(results, failed, more):
    rows = [{**{axis: getattr(label, axis) for axis in AXES},
             "runs": [point.key for point in results.points[label]],
             "columns": {column: {"mean": found.mean, "half_width_95": found.half,
                                  "by_seed": found.values}
                         for column in results.plan.columns
                         if (found := results.estimate(label, column)) is not None}}
            for label in results.runs]
    document = {"plan": results.plan.name, "size": results.plan.size,
                "seeds": results.plan.seeds, "program": results.program, "rows": rows,
                "failed": failed, **{key: table.document() for key, table in more.items()}}
    return json.dumps(document, indent=1) + "\n"
