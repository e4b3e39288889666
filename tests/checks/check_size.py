#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Source files are small: a file over 280 lines gives a note, over 400 a failure."""

import sys

import tree

NOTE, LIMIT = 280, 400
SUFFIXES = (*tree.CPP, ".sv", ".svh", ".py", ".cmake", "CMakeLists.txt", "starnuma")


def problems(root):
    for path, name in tree.files(root, *SUFFIXES):
        count = sum(1 for _ in tree.lines(path))
        if count > LIMIT:
            yield f"{name}: {count} lines, the limit is {LIMIT}"
        elif count > NOTE:
            print(f"note: {name}: {count} lines, better under {NOTE}", file=sys.stderr)


if __name__ == "__main__":
    tree.main(problems, {"models/a.h": "\n" * LIMIT}, [("models/b.h", "\n" * (LIMIT + 1))])
