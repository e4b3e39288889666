#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Names of tests in a build folder hold no bytes of a parameter, which has an address or padding: equal sources give
equal names. check_listed_names.py FOLDER CTEST, or a file with a listing in place of CTEST."""

import subprocess
import sys
from pathlib import Path

BYTES = "-byte object <"


def listing(folder, source):
    if Path(source).suffix == ".txt":
        return Path(source).read_text(encoding="utf-8")
    return subprocess.run([source, "-N"], cwd=folder, check=True, text=True, capture_output=True).stdout


def main(folder, source):
    found = [line.strip() for line in listing(folder, source).splitlines() if BYTES in line]
    for line in found:
        print(f"{line}: give the parameter a PrintTo()")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
