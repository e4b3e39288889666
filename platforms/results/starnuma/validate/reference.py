# SPDX-License-Identifier: Apache-2.0
"""Measurements of platforms/reference/measured_curves.yaml."""

from dataclasses import dataclass, field
from pathlib import Path

from starnuma.files import BadInput, parse_yaml, read
from starnuma.validate.curves import Curve

FILE = Path(__file__).resolve().parents[3] / "reference" / "measured_curves.yaml"


@dataclass
class Job:
    """One run: a machine, and options of loaded_latency."""

    name: str
    machine: str
    options: str


@dataclass
class System:
    name: str
    title: str
    machine: str
    options: str
    curves: dict = field(default_factory=dict)  # measured curves by read share

    def jobs(self, extra):
        return {share: Job(f"{self.name}_{share}", self.machine,
                           f"{self.options},read_share={share}{extra}") for share in self.curves}


@dataclass
class Link:
    """A link with only the ends of its curve known."""

    name: str
    machine: str
    options: str
    unloaded: float
    loaded: float
    bandwidth: float

    def job(self, extra):
        return Job(self.name, self.machine, self.options + extra)


def load(file=FILE):
    """Returns the systems and links. Raises BadInput for a malformed file."""
    document = parse_yaml(read(file), file)
    try:
        systems = [System(name, entry["title"], entry["machine"], entry["workload"],
                          {int(share): Curve([tuple(point) for point in points])
                           for share, points in entry["curves"].items()})
                   for name, entry in document["systems"].items()]
        links = [Link(name, entry["machine"], entry["workload"], entry["unloaded_ns"],
                      entry["loaded_ns"], entry["gb_per_s"])
                 for name, entry in document["links"].items()]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{file}: not measured curves") from error
    return systems, links


def chosen(entries, names):
    """Returns the entries with these names; all if there are no names."""
    return [entry for entry in entries if not names or entry.name in names]
