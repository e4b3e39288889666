# SPDX-License-Identifier: Apache-2.0
"""Moves constant columns of a table into its caption."""

from dataclasses import replace

from starnuma.report.content import Row

LEAST_ROWS = 2  # in a table of one row every column is constant


def folded(table):
    """Returns the table without the columns that have one text in all rows; the caption states them.

    The column of labels may go too if a column of text can replace it."""
    if len(table.rows) < LEAST_ROWS or table.groups:
        return table
    heads = [*([table.second] if table.second is not None else []), *(head.text for head in table.heads)]
    columns = list(zip(*([row.second] * (table.second is not None) + row.cells for row in table.rows)))
    constant = [is_constant(column) for column in columns]
    stated = [f"{head} {column[0].text}" for head, column, same in zip(heads, columns, constant) if same]
    kept = [i for i, same in enumerate(constant) if not same]
    rows = [replace(row, second=None, cells=[cells[i] for i in kept])
            for row, cells in zip(table.rows, zip(*columns))]
    shown = [i - (table.second is not None) for i in kept]
    second = table.second is not None and 0 in kept
    found = replace(table, rows=rows, second=None, caption=", ".join([table.caption, *filter(str.strip, stated)]),
                    heads=[replace(table.heads[0], text=table.second, look="text") if i < 0 else table.heads[i]
                           for i in shown])
    if labels_can_go(found):
        first = found.rows[0].label
        constant = f"{found.corner} {first}".strip()
        rows = [Row(row.cells[0].text, row.cells[1:], row.swatch, row.cells[0].code, row.look) for row in found.rows]
        return replace(found, corner=found.heads[0].text, heads=found.heads[1:], rows=rows,
                       caption=f"{found.caption}, {constant}")
    if not second:
        return found
    rows = [replace(row, second=row.cells[0], cells=row.cells[1:]) for row in found.rows]
    return replace(found, rows=rows, second=table.second, heads=found.heads[1:])


def is_constant(cells):
    return len({cell.text for cell in cells}) == 1 and not any(cell.note for cell in cells)


def labels_can_go(table):
    """Returns whether all labels are equal and the next column is text that tells the rows apart."""
    if len({row.label for row in table.rows}) > 1 or any(row.look for row in table.rows) or not table.heads:
        return False
    first = [row.cells[0] for row in table.rows]
    return all("text" in cell.look for cell in first)
