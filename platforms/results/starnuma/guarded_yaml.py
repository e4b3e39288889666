# SPDX-License-Identifier: Apache-2.0
"""The one reader of YAML that users write in the Python package: plans, boxes and what they extend.

Its guards are those of the program's reader (platforms/config/load.h), which reads machines,
experiments and scenarios: a regular file of at most 1 MiB with at most 65536 values of at most 4096
characters, UTF-8 without control characters, one document, nested at most 64 levels deep, without
anchors, aliases, tags and tabs in the indentation. Nothing is read beyond these limits.
"""

import os
import re
import stat

import yaml

from starnuma.files import LOADER, BadInput, cannot_read

MOST_BYTES = 1 << 20
MOST_VALUES = MOST_BYTES // 16
MOST_LEVELS = 64
MOST_CHARACTERS = 4096
KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
         (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"))
NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
TAB = re.compile(r"^ *\t", re.MULTILINE)


def compose(path, text=None):
    """Returns the root node of a YAML file. Raises BadInput with file, line and column.

    text: what read_guarded(path) has returned, if the file has been read."""
    if text is None:
        text = read_guarded(path)
    with_places(path, lambda: check_events(text, path))
    node = with_places(path, lambda: yaml.compose(text, Loader=LOADER))
    if node is None:
        raise BadInput(f"{path}:1:1: empty file")
    return node


def read_guarded(path):
    """Returns the text of a regular YAML file within the limits."""
    text = read_text(path, "a YAML file", MOST_BYTES)
    refuse_pattern(path, text, TAB, "tab in the indentation, expected blanks")
    return text


def read_text(path, expected, most):
    """Returns the UTF-8 text of a regular file of at most `most` bytes."""
    try:
        mode = os.stat(path).st_mode
        for is_kind, name in KINDS:
            if is_kind(mode):
                raise BadInput(f"{path}: is {name}, expected {expected}")
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error
    if len(data) > most:
        raise BadInput(f"{path}:1:1: larger than {most >> 20} MiB, which is not a configuration")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}:{line}:1: invalid byte, expected UTF-8 text") from error
    refuse_pattern(path, text, NO_TEXT, "control character, expected UTF-8 text")
    return text


def refuse_pattern(path, text, pattern, what):
    """Raises BadInput with the position of a pattern's end, if the text has it."""
    if found := pattern.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadInput(f"{path}:{line}:{found.end() - text.rfind(chr(10), 0, found.end() - 1) - 1}: {what}")


def check_events(text, path):
    """Refuses what hides mistakes or takes long, before any value is made of it."""
    levels = values = documents = 0

    def refuse(event, what):
        mark = event.start_mark
        raise BadInput(f"{path}:{mark.line + 1}:{mark.column + 1}: {what}")

    for event in yaml.parse(text, Loader=LOADER):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                refuse(event, "a second document starts here, a file holds one")
        elif isinstance(event, yaml.AliasEvent):
            refuse(event, "an alias, expected the value itself")
        elif isinstance(event, yaml.CollectionEndEvent):
            levels -= 1
        elif isinstance(event, yaml.NodeEvent):
            values += 1
            levels += isinstance(event, yaml.CollectionStartEvent)
            if event.anchor:
                refuse(event, f"anchors are not allowed: &{event.anchor}")
            if event.tag and event.tag != "!":
                refuse(event, f"tags are not allowed: {event.tag}")
            if levels > MOST_LEVELS:
                refuse(event, f"nested deeper than {MOST_LEVELS} levels")
            if values > MOST_VALUES:
                refuse(event, f"more than {MOST_VALUES} values")
            if isinstance(event, yaml.ScalarEvent) and len(event.value) > MOST_CHARACTERS:
                refuse(event, f"longer than {MOST_CHARACTERS} characters")


def with_places(path, read):
    """Calls read() and turns errors of the parser into BadInput."""
    try:
        return read()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        what = getattr(error, "problem", None) or "no YAML"
        raise BadInput(f"{path}{where}: {' '.join(what.split())}") from error
