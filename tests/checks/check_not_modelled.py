#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Features that docs/components/not_modelled.yaml lists are absent from the code, and the pages list them.

With --write the sections "Not modelled" of the pages are written instead."""

import fnmatch
import re
import sys

import yaml

import prose
import tree

FOLDER = "docs/components"
LIST = f"{FOLDER}/not_modelled.yaml"
HEADING = "## Not modelled\n"
BEGIN = "<!-- Generated: python3 tests/checks/check_not_modelled.py --write -->\n\n"
END = "\n<!-- End of the generated part -->\n"
SECTION = re.compile(rf"(?ms)^{HEADING}.*?(?=^## |\Z)")
REQUIRED = {"feature", "absent", "in", "would_match"}
DELIVERY = {"modelled_in", "present", "there"}
NAMES = {"parameters": "docs/generated/parameters.md", "statistics": "docs/generated/statistics.md"}


def code_lines(path):
    """Returns the numbered lines of a source file without its comments."""
    def without(match):
        return "\n" * match[0].count("\n") if match["line"] or match["block"] else match[0]
    return enumerate(prose.C_TOKEN.sub(without, path.read_text(encoding="utf-8")).splitlines(), start=1)


def lines_of(root, place):
    """Yields (position, text) of each line of code or each name in a place of not_modelled.yaml."""
    page, _, pattern = place.partition(" ")
    if page in NAMES:
        for number, name in tree.names_in_table(root / NAMES[page]):
            if fnmatch.fnmatchcase(name, pattern or "*"):
                yield f"{NAMES[page]}:{number}", name
        return
    paths = [(root / place, place)] if (root / place).is_file() else tree.files(root, *prose.C_LIKE, under=(place,))
    for path, name in paths:
        for number, line in code_lines(path):
            yield f"{name}:{number}", line


def problems_of(root, where, entry):
    """Yields the problems of one entry; `where` names it."""
    if set(entry) - {"note"} not in (REQUIRED, REQUIRED | DELIVERY):
        yield f"{where}: expected the keys {sorted(REQUIRED)}, and all or none of {sorted(DELIVERY)}"
        return
    absent = re.compile(entry["absent"], re.IGNORECASE)
    if not absent.search(entry["would_match"]):
        yield f"{where}: `absent` does not match {entry['would_match']!r}"
    for place in entry["in"]:
        lines = list(lines_of(root, place))
        if not lines:
            yield f"{where}: there is no code or name in {place}"
        for position, line in lines:
            if absent.search(line):
                yield f"{position}: {line.strip()!r}: {where} says that it is not modelled"
    if "present" in entry:
        present = re.compile(entry["present"], re.IGNORECASE)
        if not any(present.search(line) for place in entry["there"] for _, line in lines_of(root, place)):
            yield f"{where}: not found in {', '.join(entry['there'])}: {entry['present']}"


def item(entry):
    modelled_in = entry.get("modelled_in")
    where = f" (modelled only in {modelled_in})" if modelled_in else ""
    note = f". {entry['note']}" if "note" in entry else ""
    return f"- {entry['feature']}{where}{note}\n"


def section(entries):
    return HEADING + "\n" + BEGIN + "".join(item(entry) for entry in entries) + END


def listed(root):
    return yaml.safe_load((root / LIST).read_text(encoding="utf-8"))


def with_section(text, entries):
    """Returns a page with its section "Not modelled" as the list has it."""
    return SECTION.sub(lambda match: section(entries) + ("\n" if match.end() < len(text) else ""), text)


def problems(root):
    for name, entries in listed(root).items():
        for entry in entries:
            yield from problems_of(root, f"{LIST}: {name}: {entry.get('feature')}", entry)
        page = root / FOLDER / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        if HEADING not in text:
            yield f"{FOLDER}/{name}.md: expected a section {HEADING.strip()!r}"
        elif with_section(text, entries) != text:
            yield f"{FOLDER}/{name}.md is old: python3 tests/checks/check_not_modelled.py --write"


def write(root):
    for name, entries in listed(root).items():
        page = root / FOLDER / f"{name}.md"
        page.write_text(with_section(page.read_text(encoding="utf-8"), entries), encoding="utf-8")


def sample(**changes):
    entry = {"feature": "Banks", "absent": r"bank", "in": ["models/cache", "parameters"],
             "would_match": "int banks_;", "modelled_in": "queued delivery", "present": "queue",
             "there": ["models/home/home.h"], **changes}
    return yaml.safe_dump({"cache": [{key: value for key, value in entry.items() if value}]})


SAMPLE_PAGE = "# Cache\n\n" + section(yaml.safe_load(sample())["cache"]) + "\n## Tests\n"
HOME = "int queue_;\n"
ACCEPTED = {
    LIST: sample(),
    f"{FOLDER}/cache.md": SAMPLE_PAGE,
    "models/cache/cache.h": "// Banks are not modelled.\nint ways_;\n",
    "models/home/home.h": HOME,
    "docs/generated/parameters.md": "| `cache.ways` | bank |\n",
}
REJECTED = [
    ("models/cache/cache.h", "int ways_;\nint banks_;\n"),
    ("docs/generated/parameters.md", "| `cache.banks` | number |\n"),
    (LIST, sample(absent="bnak")),
    (LIST, sample(present="quue")),
    (LIST, sample(there=None)),
    (LIST, sample(**{"in": ["models/cash"]})),
    (LIST, sample(**{"in": ["parameters socket.*"]})),
    (f"{FOLDER}/cache.md", SAMPLE_PAGE.replace("Banks", "Ports")),
    (f"{FOLDER}/cache.md", "# Cache\n"),
]

if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write(tree.ROOT)
    else:
        tree.main(problems, ACCEPTED, REJECTED)
