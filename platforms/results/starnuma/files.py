# SPDX-License-Identifier: Apache-2.0
"""Reads files of a result folder; an unusable file is reported in one line."""

import csv
import json
import os
import re
import stat
from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

LARGEST = 1e100  # a statistic; above, squares and sums overflow


class BadInput(Exception):
    """Error of a file that cannot be used; the message is one line for the user."""

    code = 2  # exit code of the program that ends with it


class CannotRead(BadInput):
    """File that cannot be read, with the system's reason."""


class CannotRun(BadInput):
    """Something that could not be written or run, with the system's reason."""

    code = 1


def printable(text):
    """Returns the text with control characters as escapes, so that it stays on its line and sends a
    terminal no command."""
    return UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], text)


def require_whole(folder):
    """Raises BadInput if the command that writes the folder has not finished."""
    partial = folder.with_name(f".{folder.name}.partial")
    marked = folder.name.startswith(".") and folder.name.endswith(".partial")
    if (marked or partial.exists()) and not (folder / "stats.json").exists():
        raise BadInput(f"{folder}: is incomplete, left by a command that was interrupted or "
                       "still runs")


def load_csv(path):
    """Returns one dictionary per row, {column: number or text}; [] if the file does not exist."""
    if not path.exists():
        return []
    text = read(path)
    reader = csv.DictReader(text.splitlines(), strict=True)
    try:
        return [{name: number(value) for name, value in row.items()} for row in reader]
    except (AttributeError, TypeError, ValueError, csv.Error) as error:
        raise BadInput(f"{path}:{reader.line_num}: not a table of numbers") from error


def number(text):
    """Returns a cell as a number, or as text if it is a name (first column of loaded_latency.csv)."""
    if text.replace("_", "").isalpha() and len(text) > 3:
        return text
    value = int(text) if text.isdigit() else float(text)
    if not is_finite(value):
        raise ValueError(text)
    return value


def is_finite(value):
    """Returns whether a value is a number whose sums and ratios stay numbers."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST


def load_json(path):
    try:
        return json.loads(read(path))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{path}: nested too deeply, or a number has too many digits") from error


def parse_yaml(text, path):
    try:
        document = yaml.load(text, Loader=LOADER)
    except yaml.YAMLError as error:
        raise BadInput(f"{path}: {' '.join(str(error).split())}") from error
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{path}: not a YAML file that a run writes") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path}: not a YAML mapping")
    return document


def read(path):
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise BadInput(f"cannot read {path}: is a pipe, a socket or a device, expected a file")
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error


def cannot_read(path, error):
    """Returns the exception for a file whose reading raised OSError or ValueError."""
    return CannotRead(f"cannot read {path}: {getattr(error, 'strerror', None) or error}")
