# SPDX-License-Identifier: Apache-2.0
"""Result folders: what a run wrote, and how to ask for it."""

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path

import yaml


class BadInput(Exception):
    """A file that cannot be used; the message is one line for the user."""


@dataclass
class Run:
    """One result folder."""

    name: str  # of the machine
    workload: str  # as given, with its options
    effective: str  # the text of effective.yaml
    stats: list  # of {path, value, unit, description}
    intervals: list = field(default_factory=list)  # of {column: value}, the time series if any
    phases: list = field(default_factory=list)  # the same, where pages move
    by_path: dict = field(init=False)

    def __post_init__(self):
        self.by_path = {stat["path"]: stat for stat in self.stats}

    def value(self, path):
        """The value of a statistic, or None where the run has none."""
        stat = self.by_path.get(path)
        return None if stat is None else stat["value"]

    def group(self, prefix, names):
        """{name: value} of those statistics prefix.name that exist."""
        values = {name: self.value(f"{prefix}.{name}") for name in names}
        return {name: value for name, value in values.items() if value is not None}

    def numbered(self, prefix):
        """Sorted [(N, value)] of all statistics prefix.N."""
        points = []
        for path, stat in self.by_path.items():
            head, _, last = path.rpartition(".")
            if head == prefix and last.isdigit():
                points.append((int(last), stat["value"]))
        return sorted(points)


def load_run(folder):
    """Reads one result folder."""
    folder = Path(folder)
    stats = load_json(folder / "stats.json")
    if not isinstance(stats, list) or not all(is_stat(entry) for entry in stats):
        raise BadInput(f"{folder / 'stats.json'}: not a list of path, value, unit, description")
    text = read(folder / "effective.yaml")
    document = parse_yaml(text, folder / "effective.yaml")
    machine = name_in(document.get("machine")) or name_in(document) or folder.resolve().name
    return Run(machine, name_in(document.get("workload")), text, stats,
               load_csv(folder / "intervals.csv"), load_csv(folder / "phases.csv"))


def load_csv(path):
    """Rows of numbers by column; none where there is no such file."""
    if not path.exists():
        return []
    try:
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(read(path).splitlines())]
    except (TypeError, ValueError) as error:
        raise BadInput(f"{path}: not a table of numbers") from error


def load_json(path):
    try:
        return json.loads(read(path))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: {error.msg}") from error


def load_yaml(path):
    return parse_yaml(read(path), path)


def read(path):
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"cannot read {path}: {reason}") from error


def parse_yaml(text, path):
    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadInput(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path}: not a YAML mapping")
    return document


def is_stat(entry):
    return isinstance(entry, dict) and {"path", "value", "unit", "description"} <= entry.keys()


def name_in(node):
    """The name a YAML node gives: the node itself or its `name`."""
    if isinstance(node, dict):
        node = node.get("name")
    return node if isinstance(node, str) else ""
