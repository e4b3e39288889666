# SPDX-License-Identifier: Apache-2.0
"""Phases of runs whose pages migrate: AMAT, pool occupancy and migrations, from phases.csv."""

from starnuma.report.content import Figure, Swatch
from starnuma.report.lines import Line, panel

# Panel -> (title, column, dashed column)
PANELS = {
    "amat": ("AMAT, ns", "amat_ns", "amat_unloaded_ns"),
    "pool": ("Pages in the pool", "pool_pages", None),
    "moves": ("Pages moved in the phase", "moves_made", "moves_to_pool"),
    "os": ("OS core busy, share of time", "os_busy_share", None),
}


def phases(runs):
    """Draws runs, and each of their programs, in the same panels; [] if no run has phases."""
    moving = [series for index, run in enumerate(runs) for series in series_of(index, run)]
    if not moving:
        return []
    drawn = [panel_of(name, *about, moving) for name, about in PANELS.items()
             if all(about[1] in rows[0] for _, _, rows in moving)]
    legend = [(name, Swatch(index)) for index, name, _ in moving]
    legend.append(("dashed: unloaded part of AMAT, moves to the pool", Swatch(None, "line")))
    return [Figure("phases", drawn, legend)]


def series_of(index, run):
    """Returns [(number of its colour, name, rows)] of the run, or of each of its programs with phases."""
    if not run.phases:
        return []
    if not run.programs:
        return [(index, run.name, run.phases)]
    named = [(number, f"{run.name}, {program['name']}",
              [row for row in run.phases if row["program"] == number])
             for number, program in enumerate(run.programs)]
    return [series for series in named if series[2]]


def panel_of(name, title, column, second, moving):
    lines = []
    for index, _, rows in moving:
        numbers = [row["phase"] for row in rows]
        lines.append(Line(index, numbers, [row[column] for row in rows]))
        if second:
            lines.append(Line(index, numbers, [row[second] for row in rows], dashed=True,
                              marks=False))
    described = "; ".join(f"{series}: {rows[0][column]:,.4g} in phase 1, "
                          f"{rows[-1][column]:,.4g} in phase {len(rows)}"
                          for _, series, rows in moving)
    return panel(f"phases-{name}", title, described, "phase", lines)
