# SPDX-License-Identifier: Apache-2.0
"""Published values of platforms/reference/starnuma.yaml, by program and by figure."""

from dataclasses import dataclass
from pathlib import Path

from starnuma.files import parse_yaml, read

NAMES = {"bfs": "BFS", "cc": "CC", "sssp": "SSSP", "tc": "TC", "kv": "MASST", "tpcc": "TPCC",
         "fmi": "FMI", "bwa": "FMI", "poa": "POA"}  # the last three are traces
CLASSES = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
FREQUENCY = 2.4  # GHz, of the published core


def program_of(workload):
    """Returns "bfs" for "bfs:scale=12", "fmi" for "trace:some/fmi.snt,epoch=3"."""
    kind, _, rest = workload.partition(":")
    return Path(rest.partition(",")[0]).stem if kind == "trace" else kind


def published_name(workload):
    """Returns "BFS" for "bfs:scale=12", "FMI" for "trace:fmi"; None if the program is not published."""
    return NAMES.get(program_of(workload))


@dataclass
class System:
    """Published values of one workload on one system."""

    ipc: float
    amat: float
    mpki: float
    mix: dict  # class -> share
    unloaded: float  # ns, from the mix and the unloaded latencies

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
        """Returns the System of a program; `which` is "baseline" or "starnuma" (with migration T16)."""
        figure = self.data["fig8_baseline" if which == "baseline" else "fig8_starnuma_t16"]
        i = self.number[name]
        mix = dict(zip(CLASSES, self.data[f"access_mix_{which}"][name]))
        unloaded = self.data["unloaded_ns"]
        return System(figure["ipc"][i], figure["amat_ns"][i],
                      self.data["table3_baseline"]["llc_mpki"][i], mix,
                      sum(share * unloaded[each] for each, share in mix.items()))

    def speedup(self, name):
        """Returns the published speed-up of a program with migration T16."""
        return self.system(name, "starnuma").ipc / self.system(name, "baseline").ipc

    def mpki(self, name):
        """Returns the MPKI of a program on the baseline; None if it has no published name."""
        return self.data["table3_baseline"]["llc_mpki"][self.number[name]] if name else None

    def by_misses(self):
        """Returns the published programs in descending order of misses per instruction."""
        return sorted(self.number, key=self.mpki, reverse=True)

    def sharing(self, key):
        """Returns {"pages" or "misses": [(sharers, share with at most this number)]} of a figure."""
        known = self.data[key]
        return {"pages": sorted(known["pages_by_sharers"].items()),
                "misses": sorted(known["accesses_by_sharers"].items())}

    def instructions(self, workload):
        """Returns {"real", "here"}, the instructions of a program's unit of work; None if not counted."""
        return self.real.get(workload.partition(":")[0])

    def average(self, key):
        return self.data["averages"][key]
