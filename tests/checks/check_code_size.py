#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Classes have at most 350 lines, bodies included, and functions at most 60.

large_code.yaml lists the exceptions."""

from pathlib import Path

import yaml

import cpp_sizes
import tree

LARGE = "tests/checks/large_code.yaml"
LIMITS = {"classes": 350, "functions": 60}
ROOMS = ("models", "platforms", "rtl", "stimulus", "testbenches")


def problems(root):
    tables = set(yaml.safe_load((Path(root) / LARGE).read_text(encoding="utf-8")))
    texts = {name: path.read_text(encoding="utf-8")
             for path, name in tree.files(root, *tree.CPP, under=ROOMS)}
    sizes = dict(zip(LIMITS, cpp_sizes.sizes(texts)))
    for name in tables:
        if sizes["functions"].get(tuple(name.split(" ")), 0) <= LIMITS["functions"]:
            yield f"{LARGE}: {name} is within the limit now, remove it"
    for kind, limit in LIMITS.items():
        for (path, name), lines in sizes[kind].items():
            if lines > limit and f"{path} {name}" not in tables:
                yield f"{path}: {name} has {lines} lines, the limit is {limit}"


def function(lines, name="f"):
    return f"void {name}() {{\n" + "  g();\n" * (lines - 2) + "}\n"


LONG_TABLE = "const int* all() {\n" + "  // row\n" * 60 + "}\n"
SPLIT = "class A {\n" + "  int x;\n" * 300 + "};\n"
ACCEPTED = {
    LARGE: "[models/a/table.cpp all]",
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
    (LARGE, "[models/a/table.cpp all, models/a/b.cpp f]"),
]


if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
