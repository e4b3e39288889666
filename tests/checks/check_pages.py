#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of docs/generated that are derived from the sources are current.

With --write they are written instead."""

import sys

import yaml

import check_layers
import folders
import tree

HEAD = "<!-- Generated: python3 tests/checks/check_pages.py --write -->\n"
ROOMS = "docs/generated/rooms.md"
MACHINES = "docs/generated/machines.md"


def row(*cells):
    return "| " + " | ".join(cells) + " |\n"


def table(*heads):
    return row(*heads) + "|" + "---|" * len(heads) + "\n"


def code(texts):
    return ", ".join(f"`{text}`" for text in texts)


def rooms_page():
    text = HEAD + """# Rooms and what they may include

From the rules of `tests/checks/check_layers.py`, which prints each `#include` that breaks one. [Architecture](../architecture.md)
describes the content of each room. Its own files are always allowed; `*` matches any text.

""" + table("Room", "May include")
    for room, patterns in check_layers.MAY_INCLUDE.items():
        text += row(f"`{room}`", code(patterns) or "nothing else")
    text += """
Three rooms have folders in layers. A folder may include its own files and the folders of lower layers of its room;
`.` denotes the files of the room itself.

""" + table("Room", "Layers of folders, lowest first")
    for room, layers in folders.LAYERS.items():
        text += row(f"`{room}`", ", then ".join(code(layer) for layer in layers))
    text += """
System headers are refused in some rooms and kinds of files, through other headers too:

""" + table("Header", "Not in")
    for header, places in check_layers.NOT_IN.items():
        text += row(code([header.replace("|", "\\|")]), code(places))
    return text


def shelf(root, name):
    """Yields (name, contents) of the YAML files of a folder of platforms/."""
    for path, _ in tree.files(root, ".yaml", under=(f"platforms/{name}",)):
        yield path.stem, yaml.safe_load(path.read_text(encoding="utf-8"))


def machines_page(root):
    text = HEAD + """# Shipped machines, experiments and plans

`./starnuma describe NAME` prints all values of one. Its file is `platforms/machines/NAME.yaml` or
`platforms/experiments/NAME.yaml`; the plans of the publication's figures are in `platforms/experiments/evaluation`.
A machine inherits every value that its file does not set from the machine that it extends.

""" + table("Machine", "What it is", "Extends")
    for name, machine in shelf(root, "machines"):
        extends = machine.get("extends")
        text += row(f"`{name}`", machine["summary"], f"`{extends}`" if extends else "")
    text += "\n" + table("Experiment", "What it is", "Machine", "Workload", "Swept field")
    shipped = list(shelf(root, "experiments"))
    for name, experiment in shipped:
        if experiment["kind"] == "plan":
            continue
        text += row(f"`{name}`", experiment["summary"], f"`{experiment['machine']}`",
                    f"`{experiment['workload']}`", code([experiment.get("sweep", {}).get("field", "-")]))
    text += "\n" + table("Plan", "What it is", "Machines")
    for name, plan in shipped:
        if plan["kind"] == "plan":
            named = [each if isinstance(each, str) else each.get("name", each["machine"])
                     for each in plan["machines"]]
            text += row(f"`{name}`", plan["summary"], ", ".join(named))
    return text


def pages(root):
    return {ROOMS: rooms_page(), MACHINES: machines_page(root)}


def problems(root):
    for name, text in pages(root).items():
        page = root / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            yield f"{name} is old: python3 tests/checks/check_pages.py --write"


MACHINE = {"platforms/machines/small.yaml": "kind: machine\nsummary: few sockets\n"}
ROW = row("`small`", "few sockets", "")
SHIPPED = machines_page(tree.ROOT).split("|---|---|---|\n")[0] + "|---|---|---|\n" + ROW + \
    "\n" + table("Experiment", "What it is", "Machine", "Workload", "Swept field") + \
    "\n" + table("Plan", "What it is", "Machines")
ACCEPTED = {ROOMS: rooms_page(), MACHINES: SHIPPED, **MACHINE}
REJECTED = [
    (ROOMS, rooms_page().replace("nothing else", "`models/*`")),
    (ROOMS, ""),
    (MACHINES, SHIPPED.replace(ROW, "")),
    (MACHINES, SHIPPED + ROW),
]

if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        for name, text in pages(tree.ROOT).items():
            (tree.ROOT / name).write_text(text, encoding="utf-8")
    else:
        tree.main(problems, ACCEPTED, REJECTED)
