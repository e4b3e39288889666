# SPDX-License-Identifier: Apache-2.0
"""One result folder of `run` and access to its files."""

import json
import math
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starnuma.files import (BadInput, is_finite, load_csv, load_json, parse_yaml, read,
                            require_whole)

STATS, EFFECTIVE = "stats.json", "effective.yaml"
SOCKET = re.compile(r"machine\.socket(\d+)\.")


@dataclass
class Run:
    """The files of one run, read on first use; settings are those of its effective.yaml."""

    folder: Path
    effective: str  # text of effective.yaml
    settings: dict  # effective.yaml as a dictionary
    stats: list  # list of {path, value, unit, description}

    @cached_property
    def name(self):
        """Name of the machine, else the name of the run or its folder."""
        machine = self.settings.get("machine")
        return name_in(machine) or name_in(self.settings) or self.folder.resolve().name

    @property
    def workload(self):
        """Workload, in the form that `run` accepts."""
        if not self.programs:
            return name_in(self.settings.get("workload"))
        return " + ".join(f"{program['workload']}@{program['cores']}" for program in self.programs)

    @cached_property
    def programs(self):
        """Programs of a scenario, [{name, workload, cores, ...}]; [] for a single workload."""
        listed = self.settings.get("programs")
        return listed if isinstance(listed, list) else []

    @cached_property
    def by_path(self):
        return {stat["path"]: stat for stat in self.stats}

    @cached_property
    def intervals(self):
        return load_csv(self.folder / "intervals.csv")

    @cached_property
    def phases(self):
        return load_csv(self.folder / "phases.csv")

    @cached_property
    def memory(self):
        return load_csv(self.folder / "memory.csv")

    @cached_property
    def profile(self):
        return load_csv(self.folder / "profile.csv")

    def value(self, path):
        """Returns the value of a statistic; None if the run does not have it."""
        stat = self.by_path.get(path)
        return None if stat is None else stat["value"]

    def total(self, path):
        """Returns the value of run.`path`; of a scenario that has none, the sum over its programs.

        None if neither the run nor any program has the statistic."""
        value = self.value(f"run.{path}")
        if value is not None:
            return value
        values = [self.value(f"program.{program['name']}.{path}") for program in self.programs]
        known = [value for value in values if value is not None]
        return math.fsum(known) if known else None

    def group(self, prefix, names):
        """Returns {name: value} of the existing statistics prefix.name."""
        values = {name: self.value(f"{prefix}.{name}") for name in names}
        return {name: value for name, value in values.items() if value is not None}

    def numbered(self, prefix):
        """Returns sorted [(N, value)] of all statistics prefix.N."""
        points = []
        for path, stat in self.by_path.items():
            head, _, last = path.rpartition(".")
            if head == prefix and last.isdigit():
                points.append((int(last), stat["value"]))
        return sorted(points)


def load_run(folder):
    """Returns the Run of a result folder.

    Raises BadInput if the folder is incomplete, or if stats.json or effective.yaml cannot be read."""
    folder = Path(folder)
    require_whole(folder)
    stats = load_json(folder / STATS)
    check_stats(stats, folder / STATS)
    text = read(folder / EFFECTIVE)
    run = Run(folder, text, parse_yaml(text, folder / EFFECTIVE), stats)
    check_same_run(run)
    return run


def check_stats(stats, file):
    """Raises BadInput unless stats is a list of statistics, each once with a finite value."""
    if not isinstance(stats, list) or not all(is_stat(entry) for entry in stats):
        raise BadInput(f"{file}: not a list of path, value, unit, description")
    seen = set()
    for entry in stats:
        path, value = entry["path"], entry["value"]
        if not is_finite(value):
            raise BadInput(f"{file}: {path}: expected a finite number, found {json.dumps(value)[:40]}")
        if path in seen:
            raise BadInput(f"{file}: {path}: stands there twice")
        seen.add(path)


def check_same_run(run):
    """Raises BadInput if effective.yaml names programs or sockets other than those of the statistics."""
    file = run.folder / EFFECTIVE
    named = {name_in(program) for program in run.programs}
    measured = {next((name for name in named if path.startswith(f"program.{name}.")), path.split(".")[1])
                for path in run.by_path if path.startswith("program.")}
    if measured != named:
        raise BadInput(f"{file}: not of the run that wrote {STATS}: it names {listed(named)}, whose "
                       f"statistics are of {listed(measured)}")
    machine = run.settings.get("machine")
    socket = machine.get("socket") if isinstance(machine, dict) else None
    count = socket.get("count") if isinstance(socket, dict) else None
    sockets = {int(found[1]) for path in run.by_path if (found := SOCKET.match(path))}
    if isinstance(count, int) and sockets and max(sockets) >= count:
        raise BadInput(f"{file}: not of the run that wrote {STATS}: it has {count} sockets, whose "
                       f"statistics are of {max(sockets) + 1}")


def listed(names):
    return " and ".join(sorted(names)) or "no programs"


def find_folders(folders):
    """Returns {name: folder} of the result folders among and below the given ones, in order.

    The name is the last part of the path, or the whole path if last parts are equal. Raises BadInput if a
    given folder contains none."""
    given = [folders] if isinstance(folders, (str, Path)) else list(folders)
    found = []
    for top in map(Path, given):
        below = sorted(file.parent for file in top.rglob(EFFECTIVE)
                       if (file.parent / STATS).exists())
        if not below:
            raise BadInput(f"{top}: neither a result folder of a run nor one that holds some")
        found += below
    found = list(dict.fromkeys(found))
    names = [folder.resolve().name for folder in found]
    if len(set(names)) < len(names):
        names = [folder.as_posix() for folder in found]
    return dict(zip(names, found))


def is_stat(entry):
    return isinstance(entry, dict) and "value" in entry and all(
        isinstance(entry.get(key), str) for key in ("path", "unit", "description"))


def name_in(node):
    """Returns the name in a YAML node: the node itself or its `name`; "" if there is none."""
    if isinstance(node, dict):
        node = node.get("name")
    return node if isinstance(node, str) else ""
