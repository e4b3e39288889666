# SPDX-License-Identifier: Apache-2.0
"""How busy links and memory channels are."""

import re

from starnuma.links import KINDS, UTILISATION
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table
from starnuma.report.lines import Line, panel

LINK_KINDS = {**KINDS, "memory": "Memory channels", "other": "Other"}
SUFFIX = ".utilisation"


def utilisations(run):
    """{kind: [(utilisation, name)]} with the busiest first."""
    kinds = {}
    for path, stat in run.by_path.items():
        if not path.endswith(SUFFIX):
            continue
        link = UTILISATION.match(path)
        if link:
            kind, name = link[1], f"{link[2]} {link[3]}"
        else:
            kind = "memory" if re.search(r"memory|channel|ddr|dram", path) else "other"
            name = path[:-len(SUFFIX)].removeprefix("machine.")
        kinds.setdefault(kind, []).append((stat["value"], name))
    return {kind: sorted(kinds[kind], key=lambda u: (-u[0], u[1]))
            for kind in LINK_KINDS if kind in kinds}


def utilisation(runs):
    """A panel for each kind of link, a line a run, from the busiest down; then their names."""
    found = [utilisations(run) for run in runs]
    kinds = [kind for kind in LINK_KINDS if any(kind in each for each in found)]
    if not kinds:
        return []
    panels = [panel_of(kind, runs, found) for kind in kinds]
    legend = [(run.name, Swatch(index)) for index, run in enumerate(runs)]
    return [Figure("links", panels, legend), busiest(runs, found)]


def panel_of(kind, runs, found):
    lines, described = [], []
    for index, (run, each) in enumerate(zip(runs, found)):
        busy = [value for value, _ in each.get(kind, [])]
        if busy:
            lines.append(Line(index, range(1, len(busy) + 1), busy))
            described.append(f"{run.name}: {len(busy)}, mean {100 * sum(busy) / len(busy):.0f} %, "
                             f"busiest {100 * busy[0]:.0f} %")
    return panel(f"links-{kind}", LINK_KINDS[kind], "; ".join(described),
                 "from the busiest direction or channel down", lines, percent=True)


def busiest(runs, found, count=8):
    rows = []
    for run, each in zip(runs, found):
        every = sorted(((value, LINK_KINDS[kind], name) for kind, entries in each.items()
                        for value, name in entries), key=lambda entry: (-entry[0], entry[1:]))
        if every:
            rows += [Row(name, [Cell(kind, "text"), Cell(f"{100 * value:.0f} %")], code=True,
                         second=Cell(run.name, "text soft"))
                     for value, kind, name in every[:count]]
    return Table("The busiest", [Head("kind", look="text"), Head("busy")], rows,
                 corner="link or channel", second="machine")
