#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the source files that one LLC miss executes, in each delivery, in docs/generated/miss-files.md.

Usage: miss_files.py [--write] CLI, where CLI is the `starnuma` of a build with line tables:

  cmake --preset release -B build/lines -DCMAKE_CXX_FLAGS=-g1 && ninja -C build/lines starnuma
  STARNUMA_HOME=$PWD python3 tests/golden/miss_files.py --write build/lines/platforms/app/starnuma

One core follows a chain of dependent loads over cold lines of one memory. Valgrind divides the run at
each call of MissBook::book(), which records a completed miss and never waits. Each part thus contains
one miss: the end of the miss before, the look-ups in the core's caches, the request and its answer.
Line tables assign inlined functions to their own files.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import goldens
import test_host_instructions as host

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/generated/miss-files.md"
ROOMS = ("models/", "platforms/", "stimulus/")
HOMES = {"local": "0", "pool": "pool"}
DELIVERIES = ("immediate", "queued")
CHAIN = 20  # loads; the last ten are compared
FEW = 3  # lines of a file that only passes a call or a value on
HEAD = """<!-- Generated: python3 tests/golden/miss_files.py --write CLI -->
# Source files that one LLC miss executes

A core of `starnuma16` misses its LLC and loads a cold line of its socket's memory or of the pool device. The lower table has
the number of source lines of each file that execute, inlined functions included. A unit is a header with its source file.
[`miss_files.py`](../../tests/golden/miss_files.py) describes the command and its build.
"""


def lines_of(part):
    """Returns the lines of this project that a part of a callgrind profile executes, by file."""
    executed, file, called = {}, "", False
    for line in part.read_text(encoding="utf-8", errors="replace").splitlines():
        key, equals, value = line.partition("=")
        if equals and key in {"fl", "fi", "fe"}:
            file = os.path.relpath(os.path.normpath(value), ROOT)
        elif key == "calls":
            called = True  # The next line is the cost of the called function.
        elif line[:1].isdigit():
            number, cost = line.split()
            if not called and int(cost) > 0 and file.startswith(ROOMS):
                executed.setdefault(file, set()).add(int(number))
            called = False
    return {file: len(lines) for file, lines in executed.items()}


def measure(cli, home, delivery):
    """Returns the lines of the miss with the most files."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        done = host.run(["valgrind", "-q", "--tool=callgrind", "--compress-strings=no",
                         "--compress-pos=no", "--callgrind-out-file=part.%p",
                         "--dump-before=starnuma::cache::MissBook::book(*", cli, "run", "starnuma16",
                         f"pointer_chase:home={home},lines={CHAIN},scale=10", "--set",
                         f"simulation.delivery={delivery}", "-o", "run"], folder)
        if done.returncode != 0:
            sys.exit(f"{delivery}: exit code {done.returncode}\n{done.stderr}")
        # The last process simulates; the processes before it determine the placement of pages.
        parts = sorted((tuple(map(int, part.name.split(".")[1:])), part)
                       for part in folder.glob("part.*.*"))
        misses = [lines_of(part) for _, part in parts[-CHAIN // 2:]]
    if not any(misses):
        sys.exit(f"{cli} has no line tables: build it with -g1")
    return max(misses, key=len)


def row(name, cells):
    return f"| {name} | " + " | ".join(map(str, cells)) + " |\n"


def page(runs):
    """`runs` has the number of executed lines by file of each run."""
    def table(first):
        return "\n" + row(first, runs) + "|---|" + "---:|" * len(runs) + "\n"

    def count(name, counted):
        return row(name, [sum(counted(*item) for item in run.items()) for run in runs.values()])

    text = HEAD + table("Count")
    text += count("files", lambda _file, _lines: True)
    text += count(f"files with more than {FEW} lines", lambda _file, lines: lines > FEW)
    text += row("units", [len({Path(file).with_suffix("") for file in run})
                          for run in runs.values()])
    for room in ROOMS:
        text += count(f"files of `{room}`", lambda file, _lines, room=room: file.startswith(room))
    text += table("File")
    for file in sorted(set().union(*runs.values())):
        text += row(f"`{file}`", [run.get(file, "") for run in runs.values()])
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=Path)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        goldens.skip("valgrind is not installed")
    text = page({f"{name}, {delivery}": measure(options.cli.resolve(), home, delivery)
                 for name, home in HOMES.items() for delivery in DELIVERIES})
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
