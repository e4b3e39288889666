# SPDX-License-Identifier: Apache-2.0
"""Starts the command line of an installed wheel, with this Python for reports and plans."""

import os
import sys
from pathlib import Path


def main():
    program = Path(__file__).resolve().parents[5] / "bin" / "starnuma"
    os.environ.setdefault("STARNUMA_PYTHON", sys.executable)
    os.execv(program, [str(program), *sys.argv[1:]])
