# SPDX-License-Identifier: Apache-2.0
"""The drawing of a machine over time: data of intervals.csv for its links and memories."""

import re

from starnuma.links import titles_of
from starnuma.report.content import MachineOverTime
from starnuma.report.drawing import draw
from starnuma.report.timeline import condensed, span_of
from starnuma.report.wiring import wiring_of

NODE = re.compile(r"(.+)_dram_bytes$")


def machine_time(runs):
    """Returns an element for each run that has intervals and links."""
    found = []
    for number, run in enumerate(runs):
        wiring = wiring_of(run)
        if wiring and run.intervals:
            name = f"machine-time{number}"
            found.append(MachineOverTime(name, draw(wiring, name, f"{run.name} over time"), data_of(run, wiring)))
    return found


def data_of(run, wiring):
    rows = condensed(run.intervals)
    titles = titles_of([run])
    kinds = {edge.kind for edge in wiring.edges}
    return {"run": run.name, "begin": [row["begin_ns"] / 1000 for row in rows],
            "end": [row["end_ns"] / 1000 for row in rows],
            "kinds": {kind: {"title": titles.get(kind, kind), "rate": rates(rows, f"{kind}_bytes"),
                             "busy": column(rows, f"{kind}_utilisation"), "busiest": column(rows, f"{kind}_busiest")}
                      for kind in sorted(kinds) if f"{kind}_utilisation" in rows[0]},
            "memories": {match[1]: rates(rows, name) for name in rows[0] if (match := NODE.match(name))},
            "links": {edge.id(link): link_of(run, edge, link) for edge in wiring.edges
                      for link in range(len(edge.busy))}}


def rates(rows, name):
    """Returns GB/s by interval; None if the run has no such column."""
    return [row[name] / span_of(row) for row in rows] if name in rows[0] else None


def column(rows, name):
    return [row[name] for row in rows] if name in rows[0] else None


def link_of(run, edge, link):
    """Returns the utilisation and mean wait of a link over the whole window, of its busier direction."""
    names = [f"{edge.a}_{edge.b}", f"{edge.a}_{edge.b}_link{link}"]
    waits = [value for name in names for way in ("forward", "backward")
             if (value := run.value(f"machine.{edge.kind}.{name}.{way}.mean_wait")) is not None]
    return {"kind": edge.kind, "name": f"{edge.a} to {edge.b}", "busy": edge.busy[link],
            "wait": max(waits) if waits else None}
