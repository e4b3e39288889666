# SPDX-License-Identifier: Apache-2.0
"""Evaluates the conservation laws on result folders; silent when all hold."""

import argparse
import sys
from pathlib import Path

from starnuma.laws.check import broken
from starnuma.report.guard import guarded

def main(words=None):
    parser = argparse.ArgumentParser(prog="starnuma.laws", description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="DIR", type=Path, help="result folder of a run")
    options = parser.parse_args(words)
    lines = []
    guarded("check", lambda: lines.extend(line for folder in options.folders for line in broken(folder)),
            results=options.folders)
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
