# SPDX-License-Identifier: Apache-2.0
"""A figure of a page as one SVG file: its panels side by side, their titles and the legend."""

import re

from markupsafe import escape

from starnuma.report.palette import INK, LIGHT
from starnuma.report.plotting import WIDTH

GAP, TITLE, LEGEND = 20, 22, 18
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'


def file_of(figure):
    """Returns the text of the file; its background is white, because pages show it on any background."""
    sizes = [[float(size) for size in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"',
                                                panel.svg).groups()] for panel in figure.panels]
    width = sum(size[0] for size in sizes) + GAP * (len(sizes) + 1)
    tallest = max(size[1] for size in sizes) + TITLE
    entries, rows = legend(figure, width, tallest + 14)
    parts, x = [], GAP
    for panel, size in zip(figure.panels, sizes):
        parts.append(f'<text x="{x}" y="16" font-size="11" font-weight="bold" fill="{INK}">'
                     f"{escape(panel.title)}</text>")
        svg = panel.svg.replace("var(--font)", "DejaVu Sans, Verdana, sans-serif")
        parts.append(svg.replace("<svg", f'<svg x="{x}" y="{TITLE}" width="{size[0]}" '
                                 f'height="{size[1]}"', 1))
        x += WIDTH + GAP
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width:g} {tallest + LEGEND * rows + 10:g}" {FONT}>',
        f'<rect width="100%" height="100%" fill="{LIGHT["paper"]}"/>', *parts, *entries,
        "</svg>", ""])


def legend(figure, width, top):
    """Returns the legend's entries in rows, and the number of rows."""
    entries, x, row = [], GAP, 0
    for label, swatch in figure.legend:
        taken = 30 + 6.4 * len(label)
        if x + taken > width:
            x, row = GAP, row + 1
        y = top + LEGEND * row
        shade = LIGHT[swatch.role]
        if swatch.glyph:
            mark = f'<text x="{x}" y="{y + 9}" font-size="11" fill="{shade}">{swatch.glyph}</text>'
        else:
            fill = "none" if swatch.look == "hatched" else shade
            mark = (f'<rect x="{x}" y="{y}" width="14" height="9" fill="{fill}" '
                    f'stroke="{shade}"/>')
        entries += [mark, f'<text x="{x + 19}" y="{y + 9}" font-size="9.5" fill="{INK}">'
                    f"{escape(label)}</text>"]
        x += taken
    return entries, row + 1 if figure.legend else 0
