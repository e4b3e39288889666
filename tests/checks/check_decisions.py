#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Decision records are one page each, the index lists them in order, and the archive lists the others."""

import re

import tree

FOLDER = "docs/decisions"
TITLE = re.compile(r"# (\d{4}): (.+)")
ARCHIVED = re.compile(r"^## (\d{4})$", re.MULTILINE)
MOST_WORDS = 350  # one page


def text_of(file):
    return file.read_text(encoding="utf-8") if file.exists() else ""


def row(file):
    """Returns the index row of a record, or None if the record has no title."""
    title = TITLE.match(text_of(file))
    return f"| [{title[1]}]({file.name}) | {title[2]} |" if title else None


def problems(root):
    records = sorted((root / FOLDER).glob("[0-9]*.md"))
    rows = [line for line in text_of(root / FOLDER / "README.md").splitlines() if line.startswith("| [")]
    expected = []
    for record in records:
        expected.append(row(record))
        words = len(text_of(record).split())
        if expected[-1] is None:
            yield f"{FOLDER}/{record.name}:1: expected a title such as \"# {record.name[:4]}: ...\""
        elif expected[-1] not in rows:
            yield f"{FOLDER}/{record.name}: the index lacks {expected[-1]}"
        if words > MOST_WORDS:
            yield f"{FOLDER}/{record.name}: {words} words, expected at most {MOST_WORDS}"
    if rows != expected and sorted(rows) == sorted(filter(None, expected)):
        yield f"{FOLDER}/README.md: records are not in order"
    for line in rows:
        if line not in expected:
            yield f"{FOLDER}/README.md: no record matches the row {line}"
    archived = ARCHIVED.findall(text_of(root / FOLDER / "archive.md"))
    if archived != sorted(set(archived)):
        yield f"{FOLDER}/archive.md: numbers are not in ascending order"
    for number in sorted(set(archived) & {record.name[:4] for record in records}):
        yield f"{FOLDER}/archive.md: {number} is also a binding record"


ACCEPTED = {
    f"{FOLDER}/0001-one.md": "# 0001: One\n",
    f"{FOLDER}/0003-three.md": "# 0003: Three\n",
    f"{FOLDER}/README.md": "# Decisions\n| | |\n|---|---|\n"
                           "| [0001](0001-one.md) | One |\n"
                           "| [0003](0003-three.md) | Three |\n",
    f"{FOLDER}/archive.md": "# Archive\n\n## 0002\n\nTwo.\n\n## 0004\n\nFour.\n",
}
REJECTED = [
    (f"{FOLDER}/0005-five.md", "# 0005: Five\n"),
    (f"{FOLDER}/0001-one.md", "# 1: One\n"),
    (f"{FOLDER}/0001-one.md", "# 0001: Another\n"),
    (f"{FOLDER}/0001-one.md", "# 0001: One\n" + "word " * MOST_WORDS),
    (f"{FOLDER}/archive.md", "# Archive\n\n## 0004\n\n## 0002\n"),
    (f"{FOLDER}/archive.md", "# Archive\n\n## 0003\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
