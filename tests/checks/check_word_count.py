#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The hand-written pages of docs/ have at most 80,000 words together; prints the count."""

import sys

import tree

MOST_WORDS = 80_000
GENERATED = "docs/generated/"


def counts(root):
    """Returns {page: number of words} of the hand-written pages."""
    return {name: len(path.read_text(encoding="utf-8").split())
            for path, name in tree.files(root, ".md", under=("docs",)) if not name.startswith(GENERATED)}


def problems(root):
    words = counts(root)
    total = sum(words.values())
    if total > MOST_WORDS:
        yield f"docs: {total} words, expected at most {MOST_WORDS}; the longest page is {max(words, key=words.get)}"


ACCEPTED = {
    "docs/a.md": "word " * (MOST_WORDS - 1),
    "docs/guide/b.md": "word\n",
    f"{GENERATED}c.md": "word " * MOST_WORDS,
    "CHANGELOG.md": "word\n",
}
REJECTED = [("docs/a.md", "word " * MOST_WORDS)]

if __name__ == "__main__":
    if "--self-test" not in sys.argv[1:]:
        print(f"{sum(counts(tree.ROOT).values())} words")
    tree.main(problems, ACCEPTED, REJECTED)
