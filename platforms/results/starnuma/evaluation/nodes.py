# SPDX-License-Identifier: Apache-2.0
"""Memory and bandwidth of each node over time."""

from copy import copy

from starnuma.report import memory
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table
from starnuma.report.lines import Line, panel

BYTES = "_dram_bytes"


def bandwidth(run):
    """Returns {node: [(us, MB/s)]} of a run with intervals, at the middle of each interval."""
    rows = run.intervals
    nodes = [name.removesuffix(BYTES) for name in rows[0] if name.endswith(BYTES)]
    return {node: [((row["begin_ns"] + row["end_ns"]) / 2000,
                    1000 * row[node + BYTES] / (row["end_ns"] - row["begin_ns"])) for row in rows
                   if row["end_ns"] > row["begin_ns"]] for node in nodes}


def mean_bandwidth(run, nodes):
    """Returns the total mean bandwidth of these nodes over the whole window, MB/s."""
    rows = run.intervals
    carried = sum(row[node + BYTES] for row in rows for node in nodes)
    return 1000 * carried / (rows[-1]["end_ns"] - rows[0]["begin_ns"])


def bandwidth_table(named):
    """Returns a Table of [(title, run)]: the maximum, minimum and mean of each node."""
    rows = []
    for what, run in named:
        for node, points in bandwidth(run).items():
            values = [value for _, value in points]
            rows.append(Row(what, [Cell(node, "text"), *(
                Cell(f"{value:,.0f}") for value in
                (max(values), min(values), mean_bandwidth(run, [node])))]))
    return Table("Bandwidth of each node's memory, MB/s: over 50 us at most and at least, and the "
                 "mean", [Head("node", look="text"), Head("max"), Head("min"), Head("mean")],
                 rows, corner="run")


def bandwidth_figure(name, named):
    panels, nodes = [], {}
    for number, (what, run) in enumerate(named):
        lines = []
        for node, points in bandwidth(run).items():
            index = nodes.setdefault(node, len(nodes))
            lines.append(Line(index, [x for x, _ in points], [y for _, y in points], marks=False))
        panels.append(panel(f"{name}{number}", f"{what}, MB/s", f"{what}: bandwidth of each node",
                            "simulated time, us", lines))
    return Figure(name, panels, [(node, Swatch(index, "line")) for node, index in nodes.items()],
                  heading="Bandwidth of each node's memory over time")


def memory_figures(name, named):
    """Returns one figure per run: pages of each program on each node over time."""
    figures = []
    for number, (what, run) in enumerate(named):
        called = copy(run)
        called.name = f"Memory over time: {what}"
        figures.append(memory.figure(called, f"{name}{number}"))
    return figures


def pages_on(run, head):
    """Returns {node: pages} at the end, of one of several programs or of a single program."""
    last, program = run.memory[-1], head.rpartition(".")[2]
    return {column.partition(".")[2]: pages for column, pages in last.items()
            if column.startswith(program + ".")}
