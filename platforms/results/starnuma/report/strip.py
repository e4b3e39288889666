# SPDX-License-Identifier: Apache-2.0
"""Heat strip of links: a row for each run and kind of link, a cell for each direction, busiest first."""

from markupsafe import escape

from starnuma.report.content import Figure, Panel
from starnuma.report.palette import INK, SOFT

SHADES = ("#dfe6ee", "#b4c7dc", "#7fa9cf", "#4a90c2", "#e0a045", "#e07b39", "#c9482b", "#a31515")
WIDTH, CELL, ROW, LABEL = 960, 20, 34, 14
FONT = 'style="font: 10.5px var(--font); fill: {}"'


def strip(runs, found, headings):
    """Returns the figure; found has {kind: [(utilisation, name)]} for each run, the busiest first."""
    rows = [(f"{run.name}, {headings[kind]}" if len(runs) > 1 else headings[kind], each[kind])
            for kind in headings for run, each in zip(runs, found) if each.get(kind)]
    parts, y = [], 0
    for label, busy in rows:
        cell = min(CELL, (WIDTH - 4) / len(busy))
        parts.append(f'<text x="2" y="{y + LABEL - 3}" {FONT.format(INK)}>{escape(label)}</text>')
        for index, (value, name) in enumerate(busy):
            parts.append(f'<rect x="{2 + index * cell:.2f}" y="{y + LABEL}" width="{max(cell - 1, 0.6):.2f}" '
                         f'height="{ROW - LABEL - 6}" style="fill: {shade(value)}">'
                         f"<title>{escape(name)}: busy {100 * value:.1f} %</title></rect>")
        y += ROW
    parts.append(scale(y + 4))
    described = "; ".join(f"{label}: {len(busy)}, busiest {busy[0][1]} {100 * busy[0][0]:.0f} %"
                          for label, busy in rows)
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 28}" role="img" '
           f'aria-labelledby="strip-title strip-desc">\n<title id="strip-title">Links and channels</title>\n'
           f'<desc id="strip-desc">{escape(described)}</desc>{"".join(parts)}</svg>')
    return Figure("strip", [Panel("Each direction of a link and each channel, share of time busy", svg)], wide=True)


def shade(value):
    """Returns the colour of a utilisation of 0 to 1."""
    return SHADES[min(int(value * len(SHADES)), len(SHADES) - 1)]


def scale(y):
    cells = "".join(f'<rect x="{2 + 24 * i}" y="{y}" width="23" height="9" style="fill: {each}"/>'
                    for i, each in enumerate(SHADES))
    end = 2 + 24 * len(SHADES)
    return (f'{cells}<text x="2" y="{y + 20}" {FONT.format(SOFT)}>0</text>'
            f'<text x="{end}" y="{y + 20}" text-anchor="end" {FONT.format(SOFT)}>100 %</text>')


