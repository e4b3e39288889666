# SPDX-License-Identifier: Apache-2.0
"""Memory of each program on each node over time, from memory.csv."""

from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import colour
from starnuma.report.plotting import plain_axes, to_svg

PAGE = 4096
MOST_NODES = 7  # nodes with their own colour; the others share one


def memory(runs):
    """Returns a figure per run with memory.csv: one panel per program, nodes stacked."""
    return [figure(run, number) for number, run in enumerate(runs) if run.memory]


def figure(run, number):
    rows = run.memory
    programs = list(dict.fromkeys(column.partition(".")[0] for column in rows[0]
                                  if column != "time_ns"))
    nodes = nodes_of(rows)
    panels = [panel(rows, program, nodes, f"memory{number}{index}")
              for index, program in enumerate(programs)]
    legend = [(name, Swatch(index, "fill")) for index, name in enumerate(nodes)]
    return Figure(f"memory{number}", panels, legend, heading=run.name)


def nodes_of(rows):
    """Returns the names of the nodes with most memory at any time, pools first, and `others` if there are more."""
    most = {}
    for row in rows:
        for column, pages in row.items():
            _, dot, node = column.partition(".")
            if dot:
                most[node] = max(most.get(node, 0), pages)
    used = sorted((node for node, pages in most.items() if pages), key=lambda node: not is_pool(node))
    if len(used) <= MOST_NODES:
        return used
    first = sorted(used, key=lambda node: (not is_pool(node), -most[node]))[:MOST_NODES - 1]
    return [node for node in used if node in first] + ["others"]


def is_pool(node):
    return node.startswith(("pool", "memory_node"))


def panel(rows, program, nodes, name):
    times = [row["time_ns"] / 1000 for row in rows]
    axes = plain_axes("simulated time, us")
    base = [0.0] * len(rows)
    for index, node in enumerate(nodes):
        top = [low + mib(row, program, node, nodes) for low, row in zip(base, rows)]
        axes.fill_between(times, base, top, step="post", color=colour(index), linewidth=0)
        base = top
    axes.set_xlim(times[0], max(times[-1], times[0] + 1))
    axes.set_ylim(bottom=0)
    described = f"{program}: {base[0]:,.3g} MiB at first, {base[-1]:,.3g} MiB at the end."
    title = f"{'Memory' if program == 'run' else program}, MiB"
    return Panel(title, to_svg(axes.figure, name, title, described))


def mib(row, program, node, nodes):
    if node != "others":
        return row.get(f"{program}.{node}", 0) * PAGE / 2**20
    return sum(pages for column, pages in row.items()
               if column.startswith(program + ".") and column.partition(".")[2] not in nodes
               ) * PAGE / 2**20
