# SPDX-License-Identifier: Apache-2.0
"""The published values, from platforms/reference/starnuma.yaml, by program and by figure."""

from dataclasses import dataclass
from pathlib import Path

from starnuma.files import parse_yaml, read

NAMES = {"bfs": "BFS", "cc": "CC", "sssp": "SSSP", "tc": "TC", "kv": "MASST", "tpcc": "TPCC",
         "fmi": "FMI", "poa": "POA"}  # these two as traces
CLASSES = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
FREQUENCY = 2.4  # GHz, of the published core


def program_of(workload):
    """"bfs:scale=12" -> "bfs", "trace:some/fmi.snt,epoch=3" -> "fmi"."""
    kind, _, rest = workload.partition(":")
    return Path(rest.partition(",")[0]).stem if kind == "trace" else kind


def published_name(workload):
    """"bfs:scale=12" -> "BFS", "trace:fmi" -> "FMI"; None for what is not published."""
    return NAMES.get(program_of(workload))


@dataclass
class System:
    """What is published of one workload on one system."""

    ipc: float
    amat: float
    mpki: float
    mix: dict  # class -> share
    unloaded: float  # ns, by the mix and the unloaded latencies

    @property
    def contention(self):
        return self.amat - self.unloaded

    @property
    def in_flight(self):
        """Pending misses per core, by Little's law."""
        return self.ipc * FREQUENCY * self.mpki / 1000 * self.amat


class Reference:
    def __init__(self, platforms):
        self.platforms = platforms
        path = platforms / "reference" / "starnuma.yaml"
        self.data = parse_yaml(read(path), path)
        path = platforms / "reference" / "real_programs.yaml"
        self.real = parse_yaml(read(path), path)["instructions_per_work_unit"]
        self.number = {name: i for i, name in enumerate(self.data["workloads"])}

    def system(self, name, which):
        """which: "baseline" or "starnuma", whose migration is T16."""
        figure = self.data["fig8_baseline" if which == "baseline" else "fig8_starnuma_t16"]
        i = self.number[name]
        mix = dict(zip(CLASSES, self.data[f"access_mix_{which}"][name]))
        unloaded = self.data["unloaded_ns"]
        return System(figure["ipc"][i], figure["amat_ns"][i],
                      self.data["table3_baseline"]["llc_mpki"][i], mix,
                      sum(share * unloaded[each] for each, share in mix.items()))

    def speedup(self, name):
        """Of T16."""
        return self.system(name, "starnuma").ipc / self.system(name, "baseline").ipc

    def mpki(self, name):
        """Of the baseline; None without a published name."""
        return self.data["table3_baseline"]["llc_mpki"][self.number[name]] if name else None

    def by_misses(self):
        """The published programs, those with most misses per instruction first."""
        return sorted(self.number, key=self.mpki, reverse=True)

    def sharing(self, key):
        """{"pages" or "misses": [(sharers, share with at most so many)]} of a figure."""
        known = self.data[key]
        return {"pages": sorted(known["pages_by_sharers"].items()),
                "misses": sorted(known["accesses_by_sharers"].items())}

    def instructions(self, workload):
        """Of a program's unit of work, {"real", "here"}; None where nobody has counted."""
        return self.real.get(workload.partition(":")[0])

    def average(self, key):
        return self.data["averages"][key]
