# SPDX-License-Identifier: Apache-2.0
"""A file of `kind: box`, as `starnuma probe` writes it: what a machine can be made from."""

from dataclasses import dataclass

from starnuma.files import BadInput, parse_yaml, read

UNITS = {"ns": 1, "GHz": 1, "GB/s": 1, "MiB": 1 << 20, "KiB": 1 << 10, "GiB": 1 << 30, "B": 1, "%": 1}
LINE = 64


def quantity(text):
    """In ns, GHz, GB/s, bytes or per cent."""
    value, unit = str(text).split(" ")
    return float(value) * UNITS[unit]


def median(entry):
    return quantity(entry["median"])


@dataclass
class Node:
    number: int
    cores: int
    memory: float  # bytes


class Box:
    """Latencies and bandwidths by (node that asks, node that answers)."""

    def __init__(self, document):
        topology = document["topology"]
        self.processor = document["host"]["processor"]
        self.line = quantity(topology["line"])
        self.clock = median(document["core_clock"])
        self.nodes = [Node(node["node"], node["cores"], quantity(node["memory"]))
                      for node in topology["nodes"]]
        self.caches = topology["caches"]
        self.chains = [(quantity(entry["size"]), median(entry["latency"]), entry.get("level"))
                       for entry in document["cache_latency"]]
        self.idle = {(pair["cpus"], pair["memory"]): median(pair["latency"])
                     for pair in document["idle_latency"]}
        self.bandwidth = {}
        for entry in document["bandwidth"]:
            key = (entry["cpus"], entry["memory"], entry["cores"], quantity(entry["read_share"]))
            self.bandwidth[key] = median(entry["bandwidth"])

    @property
    def sockets(self):
        return [node for node in self.nodes if node.cores > 0]

    @property
    def memories(self):
        """Nodes without cores that were measured."""
        measured = {memory for _, memory in self.idle}
        return [node for node in self.nodes if node.cores == 0 and node.number in measured]

    def all_cores(self, cpus, memory, share=100):
        """Bandwidth with all cores at work; None where it was not measured."""
        found = {cores: rate for (asks, answers, cores, reads), rate in self.bandwidth.items()
                 if (asks, answers, reads) == (cpus, memory, share)}
        return found[max(found)] if found else None

    def one_core(self, cpus, memory):
        return self.bandwidth.get((cpus, memory, 1, 100))

    def cache(self, level):
        """The data or unified cache of a level, if /sys said."""
        for cache in self.caches:
            if cache["level"] == level and cache["type"] in ("data", "unified", ""):
                return cache
        return None


def load(path):
    document = parse_yaml(read(path), path)
    if document.get("kind") != "box":
        raise BadInput(f"{path}: kind is {document.get('kind')!r}, expected box, a file that "
                       "starnuma probe wrote")
    if document.get("version") != 1:
        raise BadInput(f"{path}: version {document.get('version')!r} of boxes, expected 1")
    try:
        box = Box(document)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: not a box ({type(error).__name__}: {error})") from error
    check(path, box)
    return box


def check(path, box):
    """Whether a machine can be made of it."""
    if box.line != LINE:
        raise BadInput(f"{path}: lines of {box.line:.0f} B, expected 64 B")
    if not box.sockets:
        raise BadInput(f"{path}: no node has cores")
    if len(box.sockets) > 8:
        raise BadInput(f"{path}: {len(box.sockets)} nodes with cores, expected 8 at most")
    for node in box.sockets:
        for memory in (node.number, *(other.number for other in box.memories)):
            if (node.number, memory) not in box.idle:
                raise BadInput(f"{path}: no idle latency from node {node.number} to memory of "
                               f"node {memory}")
        if box.all_cores(node.number, node.number) is None:
            raise BadInput(f"{path}: no bandwidth of node {node.number} to its own memory")
