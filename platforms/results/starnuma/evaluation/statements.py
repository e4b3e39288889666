# SPDX-License-Identifier: Apache-2.0
"""Statements of publications on their results, each with our value and whether it holds.

- The file of a publication in platforms/reference has the statements as values, as sentences, or below
  `statements` with `says` and the bounds that interpret the words.
- Exhibits check the statements. Every statement needs a check, and every check needs a statement.
"""

from dataclasses import dataclass

from starnuma.campaign.results import estimate
from starnuma.files import BadInput, parse_yaml, read
from starnuma.report.content import Cell, Head, Row, Table, Text, unbroken

NONE = 0.02  # a change of time up to this counts as none; the smallest published one is 2.1 %
NEAR = 0.1  # a value holds within this share of itself


@dataclass
class Statement:
    """One checked statement."""

    name: str
    published: str  # published value; empty if the name includes it
    ours: str
    holds: bool  # None: its subject was not run
    why: str = ""  # measured term that explains a failure

    @property
    def verdict(self):
        return "not run" if self.holds is None else "holds" if self.holds else "does not hold"


@dataclass
class Found:
    """Our result for a statement of a file, by the statement's key."""

    holds: bool
    value: str
    why: str = ""


class Published:
    """File of one publication whose statements have keys."""

    def __init__(self, platforms, name):
        self.data = read_published(platforms, name)
        self.statements = self.data["statements"]

    def __getitem__(self, key):
        return self.data[key]

    def bounds(self, key):
        return self.statements[key]

    def rows(self, found):
        """Returns {key: Statement} of {key: Found}, in the order of the file. Raises BadInput for unknown
        keys."""
        unknown = sorted(found.keys() - self.statements.keys())
        if unknown:
            raise BadInput(f"no statements of the publication: {', '.join(unknown)}")
        return {key: Statement(entry["says"], "", found[key].value, found[key].holds, found[key].why)
                for key, entry in self.statements.items() if key in found}


def read_published(platforms, name):
    path = platforms / "reference" / f"{name}.yaml"
    return parse_yaml(read(path), path)


def leaves(block, groups):
    """Returns {"group.key": value} of all statements of these groups."""
    return {f"{group}.{key}": value for group in groups for key, value in block[group].items()
            if key != "note"}


def checked(known, rules):
    """Returns a Statement for each of `known`, {name: published value}; a rule gets the value."""
    absent = [name for name in known if name not in rules]
    if absent:
        raise BadInput(f"nothing checks {', '.join(absent)}")
    return [rules[name](name, value) for name, value in known.items()]


def same_sign(published, ours):
    """Returns True if two changes have the same sign; a change of at most NONE counts as no change."""
    def sign(value):
        return 0 if abs(value) <= NONE else 1 if value > 0 else -1
    return sign(published) == sign(ours)


def within(published, ours):
    """Returns True if a value is in a published range, or near a published value."""
    low, high = published if isinstance(published, list) else \
        (published * (1 - NEAR), published * (1 + NEAR))
    return low <= ours <= high


def inside(value, bounds):
    """Returns True if a number satisfies those of `between`, `above` and `below` that are present."""
    low, high = bounds.get("between", (None, None))
    return ((low is None or low <= value <= high) and value > bounds.get("above", float("-inf"))
            and value < bounds.get("below", float("inf")))


def as_change(value):
    return f"{100 * value:+.1f} %"


def percent_of(found):
    """Returns the text of an Estimate of a share, in %."""
    return estimate([100 * value for value in found.values]).text(1) + " %"


def change_text(found):
    """Returns the text of an Estimate of a share in %, with its sign."""
    return ("+" if found.mean >= 0 else "") + percent_of(found)


def blocks(caption, statements):
    """Returns a table of all statements, and a sentence on each that does not hold."""
    valued = any(each.published for each in statements)
    heads = [Head("published"), Head("here"), Head("", look="text")]
    rows = [Row(each.name, [*([Cell(unbroken(each.published), "soft"), Cell(unbroken(each.ours))]
                              if valued else [Cell(each.ours, "text")]),
                            Cell(each.verdict, "text")]) for each in statements]
    count = sum(bool(each.holds) for each in statements)
    return [Table(caption, heads[not valued:], rows, corner="statement"),
            Text(f"{count} of {len(statements)} statements hold."),
            *(Text(f"{each.name}: {each.verdict}; {each.why}.") for each in statements
              if each.why and not each.holds)]


def as_data(statements):
    """Returns {key: {"holds", "here"}} for plan.json."""
    return {key: {"holds": each.holds, "here": each.ours} for key, each in statements.items()}
