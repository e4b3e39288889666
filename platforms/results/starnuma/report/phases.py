# SPDX-License-Identifier: Apache-2.0
"""Phases of runs whose pages move: AMAT, pool occupancy and migrations, from phases.csv."""

from starnuma.report.content import Figure, Swatch
from starnuma.report.lines import Line, panel

# Panel -> (title, column, column that is drawn dashed)
PANELS = {
    "amat": ("AMAT, ns", "amat_ns", "amat_unloaded_ns"),
    "pool": ("Pages in the pool", "pool_pages", None),
    "moves": ("Pages moved in the phase", "moves_made", "moves_to_pool"),
    "os": ("OS core busy, share of time", "os_busy_share", None),
}


def phases(runs):
    """Runs over one another; nothing where no run has phases."""
    moving = [(index, run) for index, run in enumerate(runs) if run.phases]
    if not moving:
        return []
    drawn = [panel_of(name, *about, moving) for name, about in PANELS.items()
             if all(about[1] in run.phases[0] for _, run in moving)]
    legend = [(run.name, Swatch(index)) for index, run in moving]
    legend.append(("dashed: unloaded part of AMAT, moves to the pool", Swatch(None, "line")))
    return [Figure("phases", drawn, legend)]


def panel_of(name, title, column, second, moving):
    lines = []
    for index, run in moving:
        numbers = [row["phase"] for row in run.phases]
        lines.append(Line(index, numbers, [row[column] for row in run.phases]))
        if second:
            lines.append(Line(index, numbers, [row[second] for row in run.phases], dashed=True,
                              marks=False))
    described = "; ".join(f"{run.name}: {run.phases[0][column]:,.4g} in phase 1, "
                          f"{run.phases[-1][column]:,.4g} in phase {len(run.phases)}"
                          for _, run in moving)
    return panel(f"phases-{name}", title, described, "phase", lines)
