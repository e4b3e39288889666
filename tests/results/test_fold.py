#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Constant columns of a table move into its caption."""

import unittest

from starnuma.report.content import Cell, Head, Row, Table
from starnuma.report.fold import folded


def table(heads, *rows, second=None, **fields):
    """heads: labels' head and columns; a row's second text is of the column `second`, if there is one."""
    made = [Row(row[0], [Cell(text, "text") for text in row[1 + (second is not None):]],
                second=Cell(row[1]) if second is not None else None) for row in rows]
    return Table("Caption", [Head(head, look="text") for head in heads[1:]], made, corner=heads[0], second=second,
                 **fields)


def shown(found):
    """Returns the caption, the heads and the texts of the rows."""
    second = [] if found.second is None else [found.second]
    return (found.caption, [found.corner, *second, *(head.text for head in found.heads)],
            [[row.label, *([row.second.text] if row.second else []), *(cell.text for cell in row.cells)]
             for row in found.rows])


class Folded(unittest.TestCase):
    def test_a_column_with_one_text_goes_into_the_caption(self):
        self.assertEqual(shown(folded(table(["machine", "workload", "AMAT"], ["a", "bfs", "1"], ["b", "bfs", "2"]))),
                         ("Caption, workload bfs", ["machine", "AMAT"], [["a", "1"], ["b", "2"]]))

    def test_a_constant_label_goes_and_the_next_column_replaces_it(self):
        self.assertEqual(shown(folded(table(["machine", "setting", "AMAT"], ["a", "x", "1"], ["a", "y", "2"]))),
                         ("Caption, machine a", ["setting", "AMAT"], [["x", "1"], ["y", "2"]]))

    def test_a_second_column_of_labels_goes_or_stays(self):
        same = table(["class", "AMAT"], ["pool", "m", "1"], ["local", "m", "2"], second="machine")
        self.assertEqual(shown(folded(same)), ("Caption, machine m", ["class", "AMAT"], [["pool", "1"], ["local", "2"]]))
        other = table(["class", "AMAT"], ["pool", "m", "1"], ["local", "n", "2"], second="machine")
        self.assertEqual(shown(folded(other)), shown(other))

    def test_all_rows_alike_keep_their_labels(self):
        found = shown(folded(table(["machine", "AMAT"], ["a", "1"], ["b", "1"])))
        self.assertEqual(found, ("Caption, AMAT 1", ["machine"], [["a"], ["b"]]))

    def test_one_row_and_columns_in_groups_stay(self):
        for same in (table(["machine", "workload"], ["a", "bfs"]),
                     table(["kind", "x", "x"], ["a", "1", "1"], ["b", "1", "1"], groups=[Head("one", 2)])):
            self.assertIs(folded(same), same)


if __name__ == "__main__":
    unittest.main()
