# SPDX-License-Identifier: Apache-2.0
"""Common parts of all checks: walking the repository, reporting, self-tests on a small tree."""

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_SOURCE = {".git", ".cache", "__pycache__", "build"}
RUNS = "results"  # at the root only
CPP = (".h", ".c", ".cpp")
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def files(root, *suffixes, under=("",)):
    """Yields sorted (path, path from root) of the files in some folders that have such a suffix."""
    for room in under:
        for folder, folders, names in os.walk(root / room):
            runs = {RUNS} if Path(folder) == Path(root) else set()
            folders[:] = sorted(set(folders) - NOT_SOURCE - runs)
            for name in sorted(names):
                if name.endswith(suffixes):
                    path = Path(folder) / name
                    yield path, path.relative_to(root).as_posix()


def lines(path):
    """Returns the numbered lines of a text file."""
    return enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def names_in_table(path):
    """Yields (line number, name) of each row of a page's tables that starts with a name in backquotes."""
    for number, line in lines(path):
        if name := re.match(r"\| `([^`]+)`", line):
            yield number, name[1]


def plant(root, contents):
    """Writes {path: text} below root."""
    for name, text in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def self_test(problems, accepted, rejected):
    """Yields failures of the self-test: accepted files must give no problem, each added rejected file one."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        plant(Path(folder), accepted)
        failures += [f"wrongly reported: {p}" for p in problems(Path(folder))]
    for name, text in rejected:
        with tempfile.TemporaryDirectory() as folder:
            plant(Path(folder), {**accepted, name: text})
            if not any(name in problem for problem in problems(Path(folder))):
                failures.append(f"not noticed: {name}: {text.strip()}")
    return failures


def main(problems, accepted, rejected, further=()):
    """Runs a check: problems(root) gives one line per problem; the exit code is 1 if there is any.

    Each function of `further` gives further failures of the self-test."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--self-test", action="store_true", help="check the check on a small tree")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to look at")
    options = parser.parse_args()
    if options.self_test:
        found = self_test(problems, accepted, rejected)
        found += [failure for test in further for failure in test()]
    else:
        found = list(problems(options.root))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)
