# SPDX-License-Identifier: Apache-2.0
"""Colours and marks. A page names each colour by its role, because light and dark themes differ."""

LIGHT = {
    "ink": "#1f2933", "soft": "#5c6875", "line": "#dde2e7", "paper": "#ffffff",
    "ground": "#f4f6f8", "on": "#fffffe",
    "c1": "#1f6fb4", "c2": "#d9730d", "c3": "#2e8b57", "c4": "#b3261e", "c5": "#7d4fb3",
    "c6": "#8a6d00", "c7": "#d6568f", "c8": "#0b93a8", "c9": "#5f6b7a",
    "socket": "#e8f1f8", "asic": "#fdf0e3", "pool": "#e7f4ea", "switch": "#f1ecf8",
    "memory-node": "#f7f2e6",
}
DARK = {
    "ink": "#e6eaee", "soft": "#a7b2bd", "line": "#333d47", "paper": "#161b22",
    "ground": "#0d1117", "on": "#10151b",
    "c1": "#5aa9e6", "c2": "#f2a154", "c3": "#57c785", "c4": "#ef6a5e", "c5": "#b08cf0",
    "c6": "#d6c34a", "c7": "#f59ac6", "c8": "#45d0d8", "c9": "#a3aebb",
    "socket": "#1d2f3f", "asic": "#3a2a18", "pool": "#1a3324", "switch": "#2c2440",
    "memory-node": "#332c18",
}
INK, SOFT, LINE, ON = (LIGHT[role] for role in ("ink", "soft", "line", "on"))
ROLES = [role for role in LIGHT if role[0] == "c" and role[1:].isdigit()]
COLOURS = [LIGHT[role] for role in ROLES]
MARKERS = "os^DvPX*h"  # names in matplotlib
GLYPHS = "●■▲◆▼✚✖★⬢"  # the same marks as characters


def colour(index):
    return COLOURS[index % len(COLOURS)]


def marker(index):
    return MARKERS[index % len(MARKERS)]


def themed(svg):
    """Returns a drawing with its colours replaced by their roles."""
    for role, value in LIGHT.items():
        svg = svg.replace(value, f"var(--{role})")
    return svg
