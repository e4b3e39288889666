# SPDX-License-Identifier: Apache-2.0
"""Page of the comparison with measured systems."""

from starnuma.report import page
from starnuma.report.content import Cell, Head, Row, Section, Table, number
from starnuma.validate import tables

NOTE = f"Simulated value, measured value, and relative difference of the simulated value; {tables.MARKED}."


def difference(what, share):
    """Returns a difference as text, with a mark if it is not near."""
    return Cell("–" if share is None else f"{100 * share:+.1f} %{tables.mark(what, share)}".strip())


def curve_row(row):
    cells = [Cell(f"{row['read_share']} %")]
    for what, key, _ in tables.CURVES:
        ours, measured, share = row[key]
        cells += [Cell(number(ours, 1)), Cell(number(measured, 1)), difference(what, share)]
    worst, at = row["worst_error"]
    return Row(row["system"], [*cells, difference("mean", row["mean_error"]), Cell(f"{100 * worst:+.1f} % at {at:g}")],
               code=True)


def curves(rows):
    groups = [Head(""), *(Head(title, span=3) for _, _, title in tables.CURVES), Head("error below the knee", span=2)]
    heads = [Head("reads"), *[Head(each) for _ in tables.CURVES for each in ("ours", "measured", "difference")],
             Head("mean"), Head("worst")]
    return Table(NOTE, heads, [*map(curve_row, rows)], groups, corner="system")


def link_row(row):
    cells = []
    for key, _ in tables.LINKS:
        ours, measured = row[key]
        cells += [Cell(number(ours, 1)), Cell(number(measured, 1)), Cell(f"{100 * (ours / measured - 1):+.1f} %")]
    return Row(row["link"], cells, code=True)


def links(rows):
    heads = [Head(each) for _ in tables.LINKS for each in ("ours", "measured", "difference")]
    return Table("Simulated value, measured value, and relative difference of the simulated value.", heads, [*map(link_row, rows)],
                 [Head(title, span=3) for _, title in tables.LINKS], corner="link")


def html(rows, link_rows, figures):
    """Returns the page; `rows` and `link_rows` are those of `tables`."""
    sections = []
    if rows:
        sections = [Section("Memory", "Latency over bandwidth, for each share of reads.", [curves(rows)]),
                    Section("Curves", "Ours solid, measured dashed.", figures)]
    if link_rows:
        sections.append(Section("Links", "One link without and with full load.", [links(link_rows)]))
    return page.page("Machines and measured systems", "starnuma validate.", sections)
