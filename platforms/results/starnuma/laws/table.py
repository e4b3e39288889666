# SPDX-License-Identifier: Apache-2.0
"""The laws of laws.table, and which of them a run breaks."""

import math
from dataclasses import dataclass
from pathlib import Path

import yaml

from starnuma.files import LOADER
from starnuma.laws.expression import Expression, Missing

FILE = Path(__file__).with_name("laws.table")


@dataclass
class Law:
    """left = right, or left <= right, at each place at which both sides have their numbers."""

    name: str
    left: Expression
    right: Expression
    when: Expression
    each: list  # paths whose variables are bound
    relative: float
    absolute: Expression  # further tolerance
    at_most: bool
    because: str

    def holds(self, left, right, absolute):
        tolerance = self.relative * max(abs(left), abs(right)) + absolute
        return left <= right + tolerance if self.at_most else abs(left - right) <= tolerance


@dataclass
class Verdict:
    """A law at one place of one run."""

    law: Law
    bound: dict  # variables of the place
    left: float
    right: float
    tolerance: float  # absolute one
    used: tuple  # paths of the left side, paths of the right side

    @property
    def holds(self):
        finite = math.isfinite(self.left) and math.isfinite(self.right)
        return finite and self.law.holds(self.left, self.right, self.tolerance)

    def text(self):
        where = f" ({', '.join(self.bound.values())})" if self.bound else ""
        relation = "at most" if self.law.at_most else "equal to"
        return (f"{self.law.name}{where}: expected {self.law.left.text} {relation} {self.law.right.text}, "
                f"found {self.left:.12g} and {self.right:.12g}; {self.law.because}")


def load_laws(file=FILE):
    """Returns (laws, places) of the table."""
    document = yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)
    return [law_of(entry) for entry in document["laws"]], document["places"]


def law_of(entry):
    each = entry.get("each", [])
    return Law(entry["name"], Expression(str(entry["left"])), Expression(str(entry["right"])),
               Expression(str(entry.get("when", True))), [each] if isinstance(each, str) else each,
               float(entry.get("relative", 1e-9)), Expression(str(entry.get("absolute", 0))),
               entry.get("relation") == "at most", entry["because"])


def verdicts(laws, numbers):
    """Yields the Verdict of each law at each place where it applies."""
    for law in laws:
        for bound in numbers.places_of(law.each) if law.each else [{}]:
            verdict = verdict_at(law, numbers, bound)
            if verdict:
                yield verdict


def verdict_at(law, numbers, bound):
    """Returns the Verdict of a law with these variables bound, or None where it does not apply."""
    try:
        if not law.when.value(numbers, bound):
            return None
        left, right = (side.value(numbers, bound) for side in (law.left, law.right))
        used = law.left.used, law.right.used
        return Verdict(law, bound, left, right, law.absolute.value(numbers, bound), used)
    except Missing:
        return None
