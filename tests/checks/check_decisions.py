#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The index of the decision records lists each with its title and status, in order."""

import re

import tree

FOLDER = "docs/decisions"
TITLE = re.compile(r"# (\d{4}): (.+)")
SUPERSEDED = re.compile(r"^Superseded( in part)? by \[(\d{4})\]\(([^)]+)\)", re.MULTILINE)


def row(file):
    """Returns the index line of a record; None if it has no title."""
    text = file.read_text(encoding="utf-8")
    title = TITLE.match(text)
    if not title:
        return None
    later = SUPERSEDED.search(text)
    status = f"superseded{later[1] or ''} by [{later[2]}]({later[3]})" if later else "in force"
    return f"| [{title[1]}]({file.name}) | {title[2]} | {status} |"


def problems(root):
    records = sorted((root / FOLDER).glob("[0-9]*.md"))
    index = root / FOLDER / "README.md"
    lines = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
    rows = [line for line in lines if line.startswith("| [")]
    asked = []
    for record in records:
        asked.append(row(record))
        if asked[-1] is None:
            yield f"{FOLDER}/{record.name}:1: expected a title such as \"# {record.name[:4]}: ...\""
        elif asked[-1] not in rows:
            yield f"{FOLDER}/{record.name}: the index lacks {asked[-1]}"
    if rows != asked and sorted(rows) == sorted(filter(None, asked)):
        yield f"{FOLDER}/README.md: records are not in their order"
    for line in rows:
        if line not in asked:
            yield f"{FOLDER}/README.md: no record asks for the line {line}"


ACCEPTED = {
    f"{FOLDER}/0001-one.md": "# 0001: One\n\nSuperseded by [0002](0002-two.md).\n",
    f"{FOLDER}/0002-two.md": "# 0002: Two\n\nSuperseded in part by [0003](0003-three.md).\n",
    f"{FOLDER}/0003-three.md": "# 0003: Three\n",
    f"{FOLDER}/README.md": "# Decisions\n| | | |\n|---|---|---|\n"
                           "| [0001](0001-one.md) | One | superseded by [0002](0002-two.md) |\n"
                           "| [0002](0002-two.md) | Two | superseded in part by [0003](0003-three.md) |\n"
                           "| [0003](0003-three.md) | Three | in force |\n",
}
REJECTED = [
    (f"{FOLDER}/0004-four.md", "# 0004: Four\n"),
    (f"{FOLDER}/0002-two.md", "# 2: Two\n"),
    (f"{FOLDER}/0002-two.md", "# 0002: Another\n"),
    (f"{FOLDER}/0001-one.md", "# 0001: One\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
