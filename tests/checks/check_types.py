#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Python functions that users call are typed, according to mypy; skipped if PyPI is unreachable.

A user's program that uses them is checked too, so that its types are those that the page promises."""

import os

import pypi
import tree

PACKAGE = "platforms/results/starnuma"
CHECKED = [f"{PACKAGE}/__init__.py", f"{PACKAGE}/api", "tests/checks/typed_user.py"]
# The rest of the package, and pandas, have no annotations.
OPTIONS = ("--strict", "--allow-untyped-calls", "--ignore-missing-imports", "--follow-imports=silent",
           "--no-error-summary", "--hide-error-context", f"--cache-dir={os.devnull}")


def problems(root):
    there = [path for path in CHECKED if (root / path).exists()]
    yield from pypi.run("mypy", *OPTIONS, *there, cwd=root, MYPYPATH="platforms/results")[1].splitlines()


ACCEPTED = {f"{PACKAGE}/__init__.py": "", f"{PACKAGE}/api/__init__.py": "",
            f"{PACKAGE}/api/a.py": "def doubled(number: int) -> int:\n    return 2 * number\n"}
REJECTED = [(f"{PACKAGE}/api/b.py", "def doubled(number):\n    return 2 * number\n"),
            ("tests/checks/typed_user.py", "from starnuma.api.a import doubled\n\ndoubled('2')\n")]

if __name__ == "__main__":
    pypi.install_or_skip()
    tree.main(problems, ACCEPTED, REJECTED)
