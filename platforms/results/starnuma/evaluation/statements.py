# SPDX-License-Identifier: Apache-2.0
"""What a publication says, statement by statement, beside what comes out here: holds or not."""

from dataclasses import dataclass

from starnuma.files import BadInput, parse_yaml, read
from starnuma.report.content import Cell, Head, Row, Table, Text, unbroken

NONE = 0.02  # a change of time up to this is none: the least published one is 2.1 %
NEAR = 0.1  # a value holds within this share of itself


@dataclass
class Statement:
    """One that was checked."""

    name: str
    published: str
    ours: str
    holds: bool
    why: str = ""  # the measured term, where it does not


def read_block(platforms, name):
    path = platforms / "reference" / "other_systems.yaml"
    return parse_yaml(read(path), path)[name]


def leaves(block, groups):
    """{"group.key": value} of all statements of these groups."""
    return {f"{group}.{key}": value for group in groups for key, value in block[group].items()
            if key != "note"}


def checked(known, rules):
    """A Statement for each of `known`, {name: published value}; a rule gets the value."""
    absent = [name for name in known if name not in rules]
    if absent:
        raise BadInput(f"nothing checks {', '.join(absent)}")
    return [rules[name](name, value) for name, value in known.items()]


def same_sign(published, ours):
    """Whether a change goes the same way; NONE at most is no change."""
    def sign(value):
        return 0 if abs(value) <= NONE else 1 if value > 0 else -1
    return sign(published) == sign(ours)


def within(published, ours):
    """Whether a value is in a published range, or near a published value."""
    low, high = published if isinstance(published, list) else \
        (published * (1 - NEAR), published * (1 + NEAR))
    return low <= ours <= high


def as_change(value):
    return f"{100 * value:+.1f} %"


def blocks(caption, statements):
    """A table of all, and a sentence on each that does not hold."""
    rows = [Row(each.name, [Cell(unbroken(each.published), "soft"), Cell(unbroken(each.ours)),
                            Cell("holds" if each.holds else "does not hold", "text")])
            for each in statements]
    count = sum(each.holds for each in statements)
    return [Table(caption, [Head("published"), Head("here"), Head("", look="text")], rows,
                  corner="statement"),
            Text(f"{count} of {len(statements)} statements hold."),
            *(Text(f"{each.name}: does not hold; {each.why}.") for each in statements
              if not each.holds)]
