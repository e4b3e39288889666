# SPDX-License-Identifier: Apache-2.0
"""Reads files of a result folder; an unusable file is reported in one line."""

import csv
import json
from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class BadInput(Exception):
    """Error of a file that cannot be used; the message is one line for the user."""


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
    try:
        return [{name: number(value) for name, value in row.items()}
                for row in csv.DictReader(read(path).splitlines())]
    except (TypeError, ValueError) as error:
        raise BadInput(f"{path}: not a table of numbers") from error


def number(text):
    """Returns a cell as a number, or as text if it is a name (first column of loaded_latency.csv)."""
    if text.replace("_", "").isalpha() and len(text) > 3:
        return text
    return int(text) if text.isdigit() else float(text)


def load_json(path):
    try:
        return json.loads(read(path))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: {error.msg}") from error


def parse_yaml(text, path):
    try:
        document = yaml.load(text, Loader=LOADER)
    except yaml.YAMLError as error:
        raise BadInput(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path}: not a YAML mapping")
    return document


def read(path):
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"cannot read {path}: {reason}") from error
