# SPDX-License-Identifier: Apache-2.0
"""Utilisation of links and memory channels."""

import re

from starnuma.links import UTILISATION, titles_of
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table
from starnuma.report.fold import folded
from starnuma.report.lines import Line, panel
from starnuma.report.strip import strip

OTHERS = {"dram": "Memory channels", "other": "Other"}  # kinds that are not links
SUFFIX = ".utilisation"


def utilisations(run):
    """Returns {kind: [(utilisation, name)]}, the busiest first."""
    kinds = {}
    for path, stat in run.by_path.items():
        if not path.endswith(SUFFIX):
            continue
        link = UTILISATION.match(path)
        if link:
            kind, name = link[1], f"{link[2]} {link[3]}"
        else:
            kind = "dram" if re.search(r"memory|channel|ddr|dram", path) else "other"
            name = path[:-len(SUFFIX)].removeprefix("machine.")
        kinds.setdefault(kind, []).append((stat["value"], name))
    return {kind: sorted(busy, key=lambda u: (-u[0], u[1])) for kind, busy in kinds.items()}


def headings_of(runs, found):
    """Returns {kind: heading} of all busy resources, links first."""
    known = {**{kind: kind for each in found for kind in each if kind not in OTHERS},
             **titles_of(runs), **OTHERS}
    return {kind: heading for kind, heading in known.items() if any(kind in each for each in found)}


def utilisation(runs):
    """Returns a panel per kind of link, one line per run in descending order, and their names."""
    found = [utilisations(run) for run in runs]
    headings = headings_of(runs, found)
    if not headings:
        return []
    panels = [panel_of(kind, heading, runs, found) for kind, heading in headings.items()]
    legend = [(run.name, Swatch(index)) for index, run in enumerate(runs)]
    return [strip(runs, found, headings), Figure("links", panels, legend), busiest(runs, found, headings)]


def panel_of(kind, heading, runs, found):
    lines, described = [], []
    for index, (run, each) in enumerate(zip(runs, found)):
        busy = [value for value, _ in each.get(kind, [])]
        if busy:
            lines.append(Line(index, range(1, len(busy) + 1), busy))
            described.append(f"{run.name}: {len(busy)}, mean {100 * sum(busy) / len(busy):.0f} %, "
                             f"busiest {100 * busy[0]:.0f} %")
    return panel(f"links-{kind}", heading, "; ".join(described),
                 "from the busiest direction or channel down", lines, percent=True)


def busiest(runs, found, headings, count=8):
    rows = []
    for run, each in zip(runs, found):
        every = sorted(((value, headings[kind], name) for kind, entries in each.items()
                        for value, name in entries), key=lambda entry: (-entry[0], entry[1:]))
        if every:
            rows += [Row(name, [Cell(kind, "text"), Cell(f"{100 * value:.0f} %")], code=True,
                         second=Cell(run.name, "text soft"))
                     for value, kind, name in every[:count]]
    return folded(Table("The busiest", [Head("kind", look="text"), Head("busy")], rows,
                        corner="link or channel", second="machine"))
