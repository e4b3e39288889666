# SPDX-License-Identifier: Apache-2.0
"""HTML of results in notebooks: tables, and bars that need no script."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from starnuma.report.palette import colour

WAITED = 3  # red of the palette
WIDTH = 300  # pixels of a time line
BAR = 720  # pixels of a bar
LEAST_NAMED = 0.02  # smallest share that the legend names


def escaped(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return html.escape(str(value))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Returns a table; cells are escaped, numbers have at least four digits."""
    def line(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escaped(cell)}</{tag}>" for cell in cells) + "</tr>"
    return f"<table><thead>{line(heads, 'th')}</thead><tbody>" + \
        "".join(line(row, "td") for row in rows) + "</tbody></table>"


def stacked_bar(parts: Sequence[tuple[str, float]], unit: str) -> str:
    """Returns a bar of parts, each with its name and value as a tooltip, and a legend of the largest."""
    total = sum(value for _, value in parts) or 1.0
    pieces, legend, at = [], [], 0.0
    for index, (name, value) in enumerate(parts):
        share = value / total
        about = html.escape(f"{name}: {value:,.1f} {unit}, {100 * share:.1f} %")
        pieces.append(f'<rect x="{BAR * at:.1f}" width="{BAR * share:.1f}" height="18" '
                      f'fill="{colour(index)}"><title>{about}</title></rect>')
        at += share
        if share >= LEAST_NAMED:
            legend.append(f'<span style="color:{colour(index)}">&#9632;</span> {about}')
    return f'<div><svg width="{BAR}" height="18">{"".join(pieces)}</svg></div>' + \
        f'<div style="font-size:smaller">{" &nbsp; ".join(legend)}</div>'


def time_line(spans: Sequence[tuple[float, float, float]], heads: Sequence[str],
              rows: Sequence[Sequence[object]]) -> str:
    """Returns a table whose first column draws a span for each row: begin, duration and wait at its start."""
    first = min((begin for begin, _, _ in spans), default=0.0)
    total = max((begin + took for begin, took, _ in spans), default=0.0) - first or 1.0
    lines = []
    for (begin, took, waited), row in zip(spans, rows):
        drawn = "".join(f'<rect x="{WIDTH * at / total:.1f}" width="{WIDTH * length / total:.1f}" height="10" '
                        f'fill="{shade}"/>' for at, length, shade in (
                            (begin - first, min(waited, took), colour(WAITED)),
                            (begin - first + waited, max(took - waited, total / WIDTH), colour(0))) if length > 0)
        cells = "".join(f"<td>{escaped(cell)}</td>" for cell in row)
        lines.append(f'<tr><td><svg width="{WIDTH}" height="10">{drawn}</svg></td>{cells}</tr>')
    names = "".join(f"<th>{escaped(head)}</th>" for head in ("time", *heads))
    return f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def heading(text: str, about: str = "") -> str:
    return f"<b>{html.escape(text)}</b>" + (f"<br>{html.escape(about)}" if about else "")
