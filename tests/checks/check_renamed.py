#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Public names of 0.2.0 exist today, or the changelog says what they became or why they were removed.

Statistics and YAML keys of names_0_2_0.yaml are compared with the generated pages and with the tables
"Renamed public names" (old, new, kind) and "Removed public names" (old, reason, kind) of docs/changelog and
CHANGELOG.md.
In the tables `*` represents any text.
"""

import fnmatch
import tempfile
from pathlib import Path

import tree
import yaml

RELEASE = "tests/checks/names_0_2_0.yaml"
CHANGELOG = "docs/changelog"
KINDS = {"statistics": ("statistic", "docs/generated/statistics.md"),
         "keys": ("YAML key", "docs/generated/parameters.md")}
TABLES = {"## Renamed public names": "renamed", "## Removed public names": "removed"}


def rows(root):
    """Yields (table, old, new or reason, kind) of each row of the tables of names in the changelog."""
    released = [path for path, _ in tree.files(root, ".md", under=(CHANGELOG,))]
    for path in (*released, root / "CHANGELOG.md"):
        table = None
        for _, line in tree.lines(path):
            if line.startswith("## "):
                table = TABLES.get(line.strip())
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if table and line.startswith("| `") and len(cells) == 3:
                yield table, cells[0].split("`")[1], cells[1], cells[2]


def problem_of(name, kind, today, changes):
    """Returns why a name of the release is not accounted for, or None."""
    for table, old, text, of in changes:
        if of != kind or not fnmatch.fnmatchcase(name, old):
            continue
        if table == "removed":
            return None if text else f"{old} was removed without a reason"
        new = text.split("`")[1] if text.count("`") >= 2 else ""
        if any(fnmatch.fnmatchcase(one, new) for one in today):
            return None
        return f"{old} was renamed to {new or 'nothing'}, which does not exist"
    return f"{kind} {name} of 0.2.0 does not exist, expected a row in {CHANGELOG}"


def problems(root):
    release = yaml.safe_load((root / RELEASE).read_text(encoding="utf-8"))
    changes = list(rows(root))
    for group, (kind, page) in KINDS.items():
        today = {name for _, name in tree.names_in_table(root / page)}
        for name in release[group]:
            problem = None if name in today else problem_of(name, kind, today, changes)
            if problem:
                yield f"{page}: {problem}"


STATISTICS = "docs/generated/statistics.md"
PAGE = f"{CHANGELOG}/1.0.0.md"
TABLE = """# 1.0.0

## Renamed public names

| old | new | kind |
|---|---|---|
| `run.made` | `run.completed` | statistic |
| `run.old_*` | `run.new_*` | statistic |

## Removed public names

| old | reason | kind |
|---|---|---|
| `port_depth` | nothing reads it | YAML key |
"""
ACCEPTED = {
    RELEASE: "statistics: [run.made, run.kept, run.old_a]\nkeys: [port_depth, socket.count]\n",
    STATISTICS: "| `run.completed` | 1 |\n| `run.kept` | 1 |\n| `run.new_a` | 1 |\n",
    "docs/generated/parameters.md": "| `socket.count` | number |\n",
    PAGE: TABLE,
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n",
}
REJECTED = [
    (STATISTICS, "| `run.completed` | 1 |\n| `run.new_a` | 1 |\n"),
    (STATISTICS, "| `run.kept` | 1 |\n| `run.new_a` | 1 |\n"),
    ("docs/generated/parameters.md", "| `port_depth` | number |\n"),
]
FURTHER_TABLES = [
    TABLE.replace("| statistic |", "| signal |"),
    TABLE.replace("nothing reads it", ""),
    TABLE.replace("## Removed", "## Other"),
]


def unnoticed_tables():
    """Tables with a wrong kind, without a reason or without a row that give no problem."""
    for table in FURTHER_TABLES:
        with tempfile.TemporaryDirectory() as folder:
            tree.plant(Path(folder), {**ACCEPTED, PAGE: table})
            if not list(problems(Path(folder))):
                yield f"not noticed: {table}"


if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED, (unnoticed_tables,))
