#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A word has one entry in the glossary."""

import re

import tree

PAGE = "docs/glossary.md"


def words(line):
    """Returns the words in the first cell of a row; a word in parentheses distinguishes two meanings."""
    cell = re.match(r"\| (.*?\*\*.*?) \|", line)
    for word in cell[1].replace("**", "").split(", ") if cell else ():
        yield word.strip()


def problems(root):
    first = {}
    for number, line in tree.lines(root / PAGE):
        for word in words(line):
            if word in first:
                yield f"{PAGE}:{number}: {word} has an entry in line {first[word]} already"
            first.setdefault(word, number)


ACCEPTED = {PAGE: "| Word | Meaning |\n|---|---|\n| **hop** | a **span** |\n| **T0, Ti** | bits |\n"
                  "| **channel** (queued delivery) | a way |\n| **channel** | of memory |\n"}
REJECTED = [(PAGE, ACCEPTED[PAGE] + "| **Ti** | counters |\n"),
            (PAGE, ACCEPTED[PAGE] + "| **span**, hop | again |\n")]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
