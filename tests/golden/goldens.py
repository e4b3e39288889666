# SPDX-License-Identifier: Apache-2.0
"""Golden numbers: named values with a tolerance each, in goldens.yaml."""

import os
import re
import sys
from pathlib import Path

import yaml

FILE = Path(__file__).resolve().parent / "goldens.yaml"
SKIPPED = 77


DIGITS = 12


def exactly(value):
    """Returns the value with the precision of the file."""
    return float(f"{value:.{DIGITS}g}")


class Golden:
    """One entry of the file."""

    def __init__(self, name, entry):
        self.name = name
        self.value = float(entry["value"])
        self.tolerance = float(entry["tolerance"].removesuffix("%")) / 100

    def holds(self, measured):
        return abs(measured - self.value) <= self.tolerance * abs(self.value)

    def line(self, measured):
        change = 100 * (measured / self.value - 1) if self.value else 0
        return (f"{self.name}: golden {self.value:.{DIGITS}g}, measured {measured:.{DIGITS}g} "
                f"({change:+.2f} %, "
                f"allowed {100 * self.tolerance:g} %)")


def load(text):
    return {name: Golden(name, entry) for name, entry in yaml.safe_load(text).items()}


def blessed(text, name, value):
    """Returns the file's text with another value and otherwise unchanged."""
    pattern = rf"(?m)^({re.escape(name)}:\n(?:  .*\n)*?  value: ).*$"
    renewed, count = re.subn(pattern, rf"\g<1>{value:.{DIGITS}g}", text)
    if count != 1:
        raise KeyError(f"{FILE.name}: no golden named {name}")
    return renewed


def judge(measured, bless):
    """Prints each of `measured` ({name: value}) next to its golden number; returns the exit code."""
    text = FILE.read_text(encoding="utf-8")
    goldens = load(text)
    if bless:
        for name, value in measured.items():
            print(f"{name}: before {goldens[name].value:.{DIGITS}g}, after "
                  f"{value:.{DIGITS}g}")
            text = blessed(text, name, value)
        FILE.write_text(text, encoding="utf-8")
        return 0
    wrong = [name for name, value in measured.items() if not goldens[name].holds(value)]
    for name, value in measured.items():
        print(("WRONG " if name in wrong else "") + goldens[name].line(value))
    if wrong:
        print("meant to change? renew with --bless and say why in the changelog")
    return 1 if wrong else 0


def skip(reason):
    """Ends the test as skipped; in CI as failed, because golden numbers may not be skipped there."""
    print(("cannot be left out in CI: " if os.environ.get("CI") else "skipped: ") + reason)
    sys.exit(1 if os.environ.get("CI") else SKIPPED)
