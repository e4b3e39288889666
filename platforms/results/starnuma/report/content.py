# SPDX-License-Identifier: Apache-2.0
"""Elements of a page. Each element names the template that renders and escapes it."""

import re
from dataclasses import dataclass, field

from starnuma.report.palette import GLYPHS, ROLES


@dataclass
class Cell:
    text: str
    look: str = ""  # "soft", "text"
    note: str = ""  # superscript after the text, with a sentence that explains it
    note_means: str = ""
    code: bool = False


@dataclass
class Head:
    """A column, or several columns under one name."""

    text: str
    span: int = 1
    look: str = ""
    swatch: object = None  # Swatch before the text


@dataclass
class Swatch:
    """Style of a series: a colour with a mark, a filled or hatched area, or a line."""

    index: int  # None: the colour of text
    look: str = "mark"

    @property
    def role(self):
        return "ink" if self.index is None else ROLES[self.index % len(ROLES)]

    @property
    def glyph(self):
        return GLYPHS[self.index % len(GLYPHS)] if self.look == "mark" else ""


@dataclass
class Row:
    label: str
    cells: list
    swatch: Swatch = None
    code: bool = False
    look: str = ""
    second: Cell = None  # head of a second column in the same row


@dataclass
class Table:
    caption: str
    heads: list  # [Head]: the columns after the label's
    rows: list
    groups: list = field(default_factory=list)  # [Head] above the columns
    corner: str = ""
    second: str = None  # head of a second column of labels
    template = "table"


@dataclass
class Panel:
    title: str
    svg: str


@dataclass
class Figure:
    name: str
    panels: list
    legend: list = field(default_factory=list)  # [(label, Swatch)]
    heading: str = ""
    wide: bool = False  # scrolls on a narrow page
    template = "figure"


@dataclass
class AccessLine:
    """Accesses of a run, or hops of an access, on a scale of time, which a script draws."""

    name: str
    data: dict
    template = "accesses"


@dataclass
class MachineOverTime:
    """Drawing of a machine whose links and memories a script colours by interval."""

    name: str
    svg: str
    data: dict
    template = "machine_time"


@dataclass
class Text:
    text: str
    template = "text"


@dataclass
class Heading:
    text: str
    template = "heading"


@dataclass
class Commands:
    """Command lines to copy; a click selects a whole one."""

    commands: list  # [(what it does, command line)]
    template = "commands"


@dataclass
class Fold:
    """Element that expands on a click: plain text or another element."""

    title: str
    text: str = ""
    block: object = None
    template = "fold"


@dataclass
class Search:
    """A box that filters the tables of the same section."""

    count: int
    template = "search"


@dataclass
class Section:
    title: str
    sentence: str
    blocks: list
    kind: str = ""

    @property
    def anchor(self):
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


def number(value, decimals):
    return "–" if value is None else f"{value:,.{decimals}f}"


def unbroken(text):
    """Returns the text with non-breaking spaces, for a cell on one line."""
    return text.replace(" ", "\u00a0")
