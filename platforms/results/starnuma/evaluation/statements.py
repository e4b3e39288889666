# SPDX-License-Identifier: Apache-2.0
"""What publications say of their results, each statement beside what came out here: holds or not.

A publication's file in platforms/reference has its statements, as values, sentences, or, below
`statements`, as `says` in words with the bounds by which its words are read. Exhibits answer for
them; of a publication's statements none may be missing and none be of no statement.
"""

from dataclasses import dataclass

from starnuma.campaign.results import estimate
from starnuma.files import BadInput, parse_yaml, read
from starnuma.report.content import Cell, Head, Row, Table, Text, unbroken

NONE = 0.02  # a change of time up to this is none: the least published one is 2.1 %
NEAR = 0.1  # a value holds within this share of itself


@dataclass
class Statement:
    """One that was checked."""

    name: str
    published: str  # its value; none where its name has it
    ours: str
    holds: bool  # None: what it is about was not run
    why: str = ""  # the measured term, where it does not

    @property
    def verdict(self):
        return "not run" if self.holds is None else "holds" if self.holds else "does not hold"


@dataclass
class Found:
    """What came out, for a statement of a file by its key."""

    holds: bool
    value: str
    why: str = ""


class Published:
    """The file of one publication whose statements have keys."""

    def __init__(self, platforms, name):
        self.data = read_published(platforms, name)
        self.statements = self.data["statements"]

    def __getitem__(self, key):
        return self.data[key]

    def bounds(self, key):
        return self.statements[key]

    def rows(self, found):
        """{key: Statement} of {key: Found}, in the order of the file."""
        unknown = sorted(found.keys() - self.statements.keys())
        if unknown:
            raise BadInput(f"no statements of the publication: {', '.join(unknown)}")
        return {key: Statement(said["says"], "", found[key].value, found[key].holds, found[key].why)
                for key, said in self.statements.items() if key in found}


def read_published(platforms, name):
    path = platforms / "reference" / f"{name}.yaml"
    return parse_yaml(read(path), path)


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


def inside(value, bounds):
    """Whether a number is within `between`, `above`, `below`, as far as they are there."""
    low, high = bounds.get("between", (None, None))
    return ((low is None or low <= value <= high) and value > bounds.get("above", float("-inf"))
            and value < bounds.get("below", float("inf")))


def as_change(value):
    return f"{100 * value:+.1f} %"


def percent_of(found):
    """Of an Estimate of a share."""
    return estimate([100 * value for value in found.values]).text(1) + " %"


def change_text(found):
    """The same with a sign."""
    return ("+" if found.mean >= 0 else "") + percent_of(found)


def blocks(caption, statements):
    """A table of all, and a sentence on each that does not hold."""
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
    """For plan.json: by key."""
    return {key: {"holds": each.holds, "here": each.ours} for key, each in statements.items()}
