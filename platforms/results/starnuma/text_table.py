# SPDX-License-Identifier: Apache-2.0
"""Tables as text for a terminal."""


def aligned(rows, left):
    """Returns rows of cells as aligned lines; the first `left` columns are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(text.ljust(width) if i < left else text.rjust(width)
                      for i, (text, width) in enumerate(zip(row, widths))).rstrip() for row in rows]
