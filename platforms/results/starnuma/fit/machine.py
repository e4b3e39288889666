# SPDX-License-Identifier: Apache-2.0
"""The machine as numbers that can be corrected, and as YAML."""

from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

import yaml

from starnuma.files import LOADER
from starnuma.fit import caches as caches_of
from starnuma.fit.box import LINE

PART = Path(__file__).resolve().parents[3] / "parts" / "ddr5_4800.yaml"
BUS = {"t_ccd_s", "t_ccd_s_wr"}  # limited by the burst: constant in cycles at any clock
USED = 0.85  # share of a channel's peak that reads achieve
HEAD = "# Written by starnuma fit"  # first line of its files
LEAST_CLOCK = 0.2  # GHz


@dataclass
class Memory:
    """Channels of DDR5 with a scaled clock and unchanged times in ns."""

    bandwidth: float  # required GB/s
    capacity: float
    correction: float = 1
    controller: float = 13.3  # ns, the value of the part

    def channels(self):
        """Number of channels that provide the bandwidth without a faster clock.

        Times constant in ns would limit a faster clock."""
        part = part_of_memory()
        return max(1, ceil(self.bandwidth / (USED * peak(part, clock_of(part)))))

    def yaml(self):
        part = part_of_memory()
        old = clock_of(part)
        wanted = self.correction * self.bandwidth / self.channels() / USED
        clock = max(LEAST_CLOCK, old * wanted / peak(part, old))
        scaled = {name: f"{max(1, round(cycles(value) * clock / old))} cycles"
                  for name, value in part.items()
                  if name.startswith("t_") and name not in BUS}
        channel = {"part": "ddr5_4800", "clock": f"{1000 * clock:.0f} MHz",
                   "controller": f"{round(self.controller * clock)} cycles", **scaled,
                   "source": "fitted: the clock to the bandwidth, times kept in ns"}
        mebibytes = max(64, int(self.capacity / self.channels()) >> 20)
        return {"channels": self.channels(), "interleave": "256 B",
                "capacity_per_channel": f"{mebibytes} MiB", "channel": channel,
                "source": "the box, its bandwidth"}


def part_of_memory():
    return yaml.load(PART.read_text(encoding="utf-8"), Loader=LOADER)


def cycles(text):
    return int(str(text).split(" ")[0])


def clock_of(part):
    return float(part["clock"].split(" ")[0])


def peak(part, clock):
    """Returns the peak bandwidth of a channel, GB/s."""
    return 2 * LINE * clock / cycles(part["burst"])


@dataclass
class Link:
    latency: float = 0
    bandwidth: float = 1000

    def yaml(self, source):
        return {"latency": picoseconds(self.latency), "bandwidth": f"{1000 * self.bandwidth:.0f} MB/s",
                "bandwidth_is": "payload", "source": source}


@dataclass
class Machine:
    box: object
    caches: object
    fabric: float
    in_flight: int
    memory: Memory
    saturates: bool = True  # all cores together saturate the memory
    upi: Link = field(default_factory=Link)
    nodes: list = field(default_factory=list)  # (Memory, Link) of each memory node

    @property
    def cores(self):
        return min(self.box.sockets[0].cores, caches_of.MOST_CORES)

    def yaml(self):
        c, clock, sockets = self.caches, self.box.clock, len(self.box.sockets)
        steps = [c.l1.latency, c.l2.latency - c.l1.latency, c.llc.latency - c.l2.latency]
        l1, l2, llc = (f"{max(1, round(step * clock))} cycles" for step in steps)
        machine = {
            "kind": "machine",
            "summary": f"Fitted to a box, {self.box.processor}"[:100],
            "extends": "baseline16_full",
            "topology": {"sockets_per_chassis": sockets, "asics_per_chassis": 0},
            "socket": {
                "count": sockets, "cores": self.cores,
                "core": {"frequency": f"{1000 * clock:.0f} MHz",
                         "load_queue": max(116, self.in_flight)},
                "private_caches": {
                    "l1_size": size(c.l1), "l1_ways": c.l1.ways, "l1_latency": l1,
                    "l2_size": size(c.l2), "l2_ways": c.l2.ways, "l2_latency": l2,
                    "mshrs": self.in_flight},
                "shared_cache": {
                    "llc_size_per_core": f"{int(c.llc.size / self.cores)} B",
                    "llc_ways": c.llc.ways,
                    "private_tag_ways": caches_of.tag_ways(c, self.cores), "llc_latency": llc,
                    "fabric_latency": picoseconds(self.fabric)},
                "memory": self.memory.yaml()},
            "source": "a box"}
        if sockets > 1:
            machine["upi"] = self.upi.yaml("fitted to latency and bandwidth of other nodes")
        if self.nodes:
            machine["memory_node"] = self.memory_nodes()
        return machine

    def memory_nodes(self):
        entries = [{"first_socket": 0, "linked_sockets": len(self.box.sockets),
                    "link": link.yaml("fitted to latency and bandwidth of the node"),
                    "home": {"directory_latency": "0 ns"}, "memory": memory.yaml()}
                   for memory, link in self.nodes]
        first = {"count": len(entries), **entries[0]}
        if len(entries) > 1:
            first["overrides"] = dict(enumerate(entries[1:], start=1))
        return first


def size(level):
    return f"{int(level.size)} B"


def picoseconds(nanoseconds):
    return f"{max(0, round(1000 * nanoseconds))} ps"


def first_guess(box):
    """Returns a machine from the box alone; runs correct the remaining difference."""
    node = box.sockets[0]
    own = (node.number, node.number)
    caches = caches_of.of(box, node)
    cores = min(node.cores, caches_of.MOST_CORES)
    all_cores = box.all_cores(*own)
    one = box.one_core(*own)
    if one is None:  # all cores are taken to saturate the memory: Little's law at the reached bandwidth
        saturates = True
        in_flight = ceil(all_cores * box.saturated.get(own, 2 * box.idle[own]) / LINE / node.cores)
    else:
        saturates = node.cores > 1 and all_cores < 0.9 * node.cores * one
        in_flight = ceil(one * box.idle[own] / LINE * (1.25 if saturates else 1))
    memory = Memory(all_cores if saturates else 2 * all_cores, node.memory)
    machine = Machine(box, caches, 0, min(1024, max(1, in_flight * node.cores // cores)), memory,
                      saturates)
    others = [pair for pair in box.idle if pair[0] != pair[1] and is_socket(box, pair[1])]
    if others:
        beyond = sum(box.idle[pair] - box.idle[own] for pair in others) / len(others)
        rate = box.all_cores(*others[0]) or all_cores
        machine.upi = Link(max(0, beyond / 2), link_rate(rate, all_cores))
    for other in box.memories:
        pair = (node.number, other.number)
        rate = box.all_cores(*pair) or all_cores
        machine.nodes.append((Memory(2 * rate, other.memory),
                              Link(max(0, (box.idle[pair] - box.idle[own]) / 2), rate)))
    return machine


def link_rate(rate, own):
    """Returns a link's rate; a link that does not limit is twice as fast as its memory."""
    return 2 * own if rate >= 0.95 * own else rate


def is_socket(box, number):
    return any(node.number == number for node in box.sockets)


def text_of(machine, residuals):
    """Returns the YAML text; its comments list the remaining differences."""
    head = [HEAD + "; docs/guide/your-own-box.md says how.",
            *(f"# {line}".rstrip() for line in residuals)]
    return "\n".join(head) + "\n" + yaml.safe_dump(machine.yaml(), sort_keys=False, width=110)
