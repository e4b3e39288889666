#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Python functions that users call are typed, according to mypy; skipped if PyPI is unreachable.

A user's program that uses them is checked too, so that its types are those that the page promises."""

import os
import subprocess
import sys
from pathlib import Path

import tree

sys.path.insert(0, str(tree.ROOT / "platforms" / "results"))
from starnuma.files import CannotRun  # noqa: E402
from starnuma.packages import PackageEnvironment, plain_environment  # noqa: E402

MYPY = PackageEnvironment("types", "mypy", Path(__file__).with_name("types_requirements.txt"))
PACKAGE = "platforms/results/starnuma"
CHECKED = [f"{PACKAGE}/__init__.py", f"{PACKAGE}/api", "tests/checks/typed_user.py"]
# The rest of the package, and pandas, have no annotations.
OPTIONS = ("--strict", "--allow-untyped-calls", "--ignore-missing-imports", "--follow-imports=silent",
           "--no-error-summary", "--hide-error-context", f"--cache-dir={os.devnull}")


def problems(root):
    there = [path for path in CHECKED if (root / path).exists()]
    done = subprocess.run([MYPY.python(), "-m", "mypy", *OPTIONS, *there], cwd=root, text=True, check=False,
                          env={**plain_environment(), "MYPYPATH": "platforms/results"},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    yield from done.stdout.splitlines()


ACCEPTED = {f"{PACKAGE}/__init__.py": "", f"{PACKAGE}/api/__init__.py": "",
            f"{PACKAGE}/api/a.py": "def doubled(number: int) -> int:\n    return 2 * number\n"}
REJECTED = [(f"{PACKAGE}/api/b.py", "def doubled(number):\n    return 2 * number\n"),
            ("tests/checks/typed_user.py", "from starnuma.api.a import doubled\n\ndoubled('2')\n")]

if __name__ == "__main__":
    try:
        MYPY.python()
    except CannotRun as missing:
        print(missing)
        sys.exit(1 if os.environ.get("CI") else tree.SKIPPED)
    tree.main(problems, ACCEPTED, REJECTED)
