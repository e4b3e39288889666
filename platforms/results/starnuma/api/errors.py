# SPDX-License-Identifier: Apache-2.0
"""Exceptions with the position of each problem."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from starnuma.campaign.places import FilePosition
from starnuma.files import BadInput, CannotRun

PACKAGE = str(Path(__file__).resolve().parents[1])
PLACED = re.compile(r"(?P<file>[^\n]+?):(?P<line>\d+):(?P<column>\d+): (?:(?P<key>[\w.\[\]-]+): )?(?P<message>.*)")
SET = re.compile(r"--set (?P<key>[^:= ]+): (?:machine\.(?P=key): )?(?P<message>.*)")


@dataclass(frozen=True)
class Problem:
    """One problem of an input.

    message  the problem and the nearest valid name
    file     file of the problem, or of the call
    line     its line
    key      dotted path of the field; None if the problem is of no field"""

    message: str
    file: str
    line: int
    key: str | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.message}"


class InputError(BadInput):
    """Input that cannot be used. `problems` lists every problem; `file` and `line` are those of the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems
        self.file = problems[0].file
        self.line = problems[0].line


class RunError(CannotRun):
    """A run that ended without a result; the message has its command and the reason."""


def caller() -> FilePosition:
    """Returns the position of the innermost call from outside this package."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return FilePosition(frame.f_code.co_filename, frame.f_lineno, 1)


def problem_of(line: str, place: FilePosition) -> Problem:
    """Returns the problem of a line of the program; `place`: position of the call."""
    if found := SET.fullmatch(line):
        return Problem(found["message"], place.file, place.line, found["key"])
    if found := PLACED.fullmatch(line):
        return Problem(found["message"], found["file"], int(found["line"]), found["key"])
    return Problem(line, place.file, place.line)


def input_error(text: str, place: FilePosition) -> InputError:
    """Returns the exception for the program's messages, one problem per line."""
    lines = text.strip().splitlines() or ["the program failed without a message"]
    return InputError([problem_of(line, place) for line in lines])
