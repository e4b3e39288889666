# SPDX-License-Identifier: Apache-2.0
"""A file of `kind: box` from `starnuma probe`: the measurements from which a machine is made."""

import json
from dataclasses import dataclass
from pathlib import Path

from starnuma.campaign.places import Document, Problems, check, found
from starnuma.files import BadInput

UNITS = {"ns": 1, "GHz": 1, "GB/s": 1, "MiB": 1 << 20, "KiB": 1 << 10, "GiB": 1 << 30, "B": 1, "%": 1}
LINE = 64
MOST_SOCKETS = 8
MOST_MEMORY = 64 << 40  # bytes of a node
MEASURED = ("topology", "core_clock", "cache_latency", "idle_latency", "bandwidth")
FREE = ("memory", "cpus")  # keys without a range: a node without memory has 0 MiB, CPUs are a list
RANGES = {"ns": (0.01, 1_000_000), "GHz": (0.1, 1000), "GB/s": (0.001, 1_000_000), "%": (0, 100),
          "B": (1, 1 << 50), "KiB": (0.001, 1 << 40), "MiB": (0.001, 1 << 30),
          "GiB": (0.001, 1 << 20)}


def quantity(text):
    """Returns a quantity in ns, GHz, GB/s, bytes or per cent."""
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
    """Latencies and bandwidths by (requesting node, memory node)."""

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
        # Latency at the highest bandwidth of each curve of reads, ns.
        self.saturated = {(curve["cpus"], curve["memory"]): median(
            max(curve["points"], key=lambda point: median(point["bandwidth"]))["latency"])
            for curve in document["loaded_latency"] if curve["read_share"] == "100 %"}

    @property
    def sockets(self):
        return [node for node in self.nodes if node.cores > 0]

    @property
    def memories(self):
        """Returns the measured nodes without cores."""
        measured = {memory for _, memory in self.idle}
        return [node for node in self.nodes if node.cores == 0 and node.number in measured]

    def all_cores(self, cpus, memory, share=100):
        """Returns the bandwidth with all cores active, GB/s; None if it was not measured."""
        found = {cores: rate for (asks, answers, cores, reads), rate in self.bandwidth.items()
                 if (asks, answers, reads) == (cpus, memory, share)}
        return found[max(found)] if found else None

    def one_core(self, cpus, memory):
        return self.bandwidth.get((cpus, memory, 1, 100))

    def cache(self, level):
        """Returns the data or unified cache of a level; None if /sys does not list one."""
        for cache in self.caches:
            if cache["level"] == level and cache["type"] in ("data", "unified", ""):
                return cache
        return None


def load(path, platforms):
    """Reads a file and returns a Box. Raises BadInput with all errors and their positions."""
    document = Document(path, truths=True)
    data, problems = document.data, Problems()
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind != "box":
        raise BadInput(f"{document.at(('kind',))}: kind: expected box, a file that starnuma probe "
                       f"wrote, found {found(kind or '')}")
    schema = json.loads((Path(platforms) / "schema" / "box.schema.json").read_text())
    check(document, schema, "box", problems)
    problems.raise_if_any()
    check_values(document, problems)
    problems.raise_if_any()
    box = Box(data)
    check_measured(document, box, problems)
    problems.raise_if_any()
    return box


def leaves(value, path=()):
    """Yields (path, text) of all texts below a value."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for i, each in enumerate(value):
            yield from leaves(each, (*path, i))
    elif isinstance(value, str):
        yield path, value


def check_values(document, problems):
    """Checks what a schema cannot express: ranges of quantities, their order, and numbers of nodes."""
    data = document.data

    def add(path, message):
        problems.add(document.at(path), ("box", *path), message)

    for path, text in leaves({key: data[key] for key in MEASURED}):
        unit = text.rpartition(" ")[2]
        if path[-1] in FREE or unit not in RANGES:
            continue
        low, high = RANGES[unit]
        if not low <= float(text.split(" ")[0]) <= high:
            add(path, f"{text} is out of range, expected between {low} and {high} {unit}")
    for path, spread in spreads(data):
        if not quantity(spread["min"]) <= quantity(spread["median"]) <= quantity(spread["max"]):
            add((*path, "median"), f"{spread['median']} is not between min, {spread['min']}, and "
                f"max, {spread['max']}")
    nodes = {}
    for i, node in enumerate(data["topology"]["nodes"]):
        if nodes.setdefault(node["node"], i) != i:
            add(("topology", "nodes", i, "node"), f"a second node {node['node']}")
    check_entries(data, {node["node"]: node for node in data["topology"]["nodes"]}, add)
    for key in ("idle_latency", "bandwidth", "loaded_latency"):
        for i, entry in enumerate(data[key]):
            for end in ("cpus", "memory"):
                if entry[end] not in nodes:
                    add((key, i, end), f"there is no node {entry[end]}, expected one of "
                        f"{', '.join(map(str, nodes))}")


def check_entries(data, nodes, add):
    """Notes measurements that stand twice, and bandwidth of more cores than a node has."""
    for key, named in (("idle_latency", ("cpus", "memory")), ("cache_latency", ("size",)),
                       ("bandwidth", ("cpus", "memory", "cores", "read_share"))):
        seen = set()
        for i, entry in enumerate(data[key]):
            what = tuple(entry[name] for name in named)
            if what in seen:
                add((key, i), f"a second measurement of {', '.join(f'{n} {v}' for n, v in zip(named, what))}")
            seen.add(what)
    for i, entry in enumerate(data["bandwidth"]):
        node = nodes.get(entry["cpus"])
        if node is not None and entry["cores"] > node["cores"]:
            add(("bandwidth", i, "cores"), f"node {node['node']} has {node['cores']} cores, found {entry['cores']}")
    for i, node in enumerate(data["topology"]["nodes"]):
        if quantity(node["memory"]) > MOST_MEMORY:
            add(("topology", "nodes", i, "memory"), f"{node['memory']} is out of range, expected 64 TiB at most")


def spreads(value, path=()):
    """Yields (path, mapping) of every median with its min and max."""
    if isinstance(value, dict) and "median" in value:
        yield path, value
    elif isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from spreads(each, (*path, key))


def check_measured(document, box, problems):
    """Checks that the measurements suffice for a machine."""
    def add(path, message):
        problems.add(document.at(path), ("box", *path), message)

    if box.line != LINE:
        add(("topology", "line"), f"lines of {box.line:.0f} B, expected 64 B")
    if not box.sockets:
        add(("topology", "nodes"), "no node has cores")
    if len(box.sockets) > MOST_SOCKETS:
        add(("topology", "nodes"), f"{len(box.sockets)} nodes with cores, expected "
            f"{MOST_SOCKETS} at most")
    if not box.chains:
        add(("cache_latency",), "expected one or more")
    for node in box.sockets:
        for memory in (node.number, *(other.number for other in box.memories)):
            if (node.number, memory) not in box.idle:
                add(("idle_latency",), f"no idle latency from node {node.number} to memory of "
                    f"node {memory}")
        if box.all_cores(node.number, node.number) is None:
            add(("bandwidth",), f"no bandwidth of node {node.number} to its own memory")
