#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Classes have at most 350 lines, bodies included, and functions at most 60.

large_code.yaml lists older exceptions with their sizes, which may only shrink, and functions that are tables."""

import sys
from pathlib import Path

import yaml

import cpp_sizes
import tree

LARGE = "tests/checks/large_code.yaml"
LIMITS = {"classes": 350, "functions": 60}
ROOMS = ("models", "platforms", "rtl", "stimulus", "testbenches")


def kind_problems(kind, sizes, listed, tables):
    limit = LIMITS[kind]
    for name, lines in sizes.items():
        path = name.split(" ")[0]
        if lines <= limit or name in tables:
            continue
        if name not in listed:
            yield f"{path}: {name.split(' ')[1]} has {lines} lines, the limit is {limit}"
        elif lines > listed[name]:
            yield f"{path}: {name.split(' ')[1]} has grown from {listed[name]} to {lines} lines"
        elif lines < listed[name]:
            print(f"note: {LARGE}: {name} has {lines} lines now", file=sys.stderr)
    for name in listed:
        if sizes.get(name, 0) <= limit:
            yield f"{LARGE}: {name} is within the limit now, remove it"


def problems(root):
    large = yaml.safe_load((Path(root) / LARGE).read_text(encoding="utf-8"))
    texts = {name: path.read_text(encoding="utf-8")
             for path, name in tree.files(root, *tree.CPP, under=ROOMS)}
    sizes = dict(zip(("classes", "functions"), cpp_sizes.sizes(texts)))
    tables = set(large["tables"])
    for name in tables:
        if sizes["functions"].get(tuple(name.split(" ")), 0) <= LIMITS["functions"]:
            yield f"{LARGE}: {name} is within the limit now, remove it"
    for kind, found in sizes.items():
        named = {" ".join(key): lines for key, lines in found.items()}
        yield from kind_problems(kind, named, large[kind] or {}, tables)


def function(lines, name="f"):
    return f"void {name}() {{\n" + "  g();\n" * (lines - 2) + "}\n"


def listed(classes="", functions="", tables="[]"):
    return f"classes: {{{classes}}}\nfunctions: {{{functions}}}\ntables: {tables}\n"


LONG_TABLE = "const int* all() {\n" + "  // row\n" * 60 + "}\n"
SPLIT = "class A {\n" + "  int x;\n" * 300 + "};\n"
ACCEPTED = {
    LARGE: listed(tables="[models/a/table.cpp all]"),
    "models/a/table.cpp": LONG_TABLE,
    "models/a/a.h": SPLIT,
    "models/a/a.cpp": "A::A(int x) : x_{x}, y_([] { return 1; }) {\n" + "  g();\n" * 40 + "}\n",
    "models/a/b.cpp": function(60) + "namespace {\ntemplate <class T>\n" + function(59, "h") + "}\n",
}
REJECTED = [
    ("models/a/c.cpp", function(61)),
    ("models/b/b.h", "struct B {\n" + "  int x;\n" * 349 + "};\n"),
    ("models/a/a.h", "class A final : public Base<int> {\n" + "  int x;\n" * 310 + "};\n"),
    ("models/a/d.cpp", "int A::f() const {\n" + "  g();\n" * 60 + "}\n"),
    ("models/a/e.cpp", "C::C()\n    : a_{1} {\n" + "  if (x) {\n  }\n" * 30 + "}\n"),
    (LARGE, listed(functions="models/a/b.cpp f: 61", tables="[models/a/table.cpp all]")),
    (LARGE, listed(tables="[models/a/table.cpp all, models/a/b.cpp f]")),
]


def growth_is_noticed():
    sizes = {"models/a/a.h A": 400}
    if list(kind_problems("classes", sizes, {"models/a/a.h A": 400}, set())):
        yield "wrongly reported: a listed class of the listed size"
    if not list(kind_problems("classes", sizes, {"models/a/a.h A": 399}, set())):
        yield "not noticed: growth of a listed class"


if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED, [growth_is_noticed])
