# SPDX-License-Identifier: Apache-2.0
"""Text of a measurement file and the facts that it states, each with its place."""

import re
from typing import NamedTuple

from starnuma.files import BadInput, printable
from starnuma.guarded_yaml import read_text

MOST_BYTES = 4 << 20
MOST_NODE = 1023  # the largest number that Linux supports
SHOWN = 60  # characters of a value in a message


class Source:
    """Lines of a file."""

    def __init__(self, path):
        self.path = path
        self.text = read_text(path, "a text file", MOST_BYTES)
        self.lines = [line.strip() for line in self.text.split("\n")]

    def place(self, index):
        """Returns file:line of a line by its index."""
        return Place(str(self.path), index + 1)

    def refuse(self, index, message):
        refuse(self.place(index), message)

    def whole(self, index, text, what, most=MOST_NODE):
        """Returns a whole number of 0 to `most`."""
        if not re.fullmatch("[0-9]{1,18}", text) or int(text) > most:
            self.refuse(index, f"expected {what}, a number of 0 to {most}, found {shown(text)}")
        return int(text)


class Place(NamedTuple):
    """Line of a file."""

    file: str
    line: int

    def __str__(self):
        return f"{self.file}:{self.line}"


class Fact(NamedTuple):
    value: object
    place: Place


def refuse(place, message):
    raise BadInput(printable(f"{place}: {message}"))


def shown(text):
    return f'"{text[:SHOWN]}{"..." * (len(text) > SHOWN)}"' if text else "nothing"


def put(table, key, value, place, what, tolerance=0.0):
    """Notes a fact. Raises BadInput with both places if another file states a different value."""
    known = table.setdefault(key, Fact(value, place))
    same = known.value == value if not tolerance else abs(known.value - value) <= tolerance * known.value
    if not same:
        refuse(place, f"{what} contradicts {known.place}")


class Facts:
    """Facts of all files.

    nodes      the only key: set of NUMA nodes
    cpus       mask of the CPUs of a node, from numactl
    locality   mask of the CPUs next to a node, from lstopo; nodes without CPUs have one, too
    memory     bytes of a node
    distances  of a node to all nodes
    host       processor, architecture, kernel, clock (GHz), packages, cores, caches, line
    idle       ns by (requesting node, memory node)
    bandwidth  GB/s by (requesting node, memory node, percentage of reads)
    system     GB/s of all nodes to their own memory by percentage of reads
    loaded     the only key: [(ns, GB/s)] of the whole system, reads only
    chains     ns by bytes of a pointer chase
    regions    CXL regions by name"""

    def __init__(self):
        self.nodes, self.cpus, self.locality, self.memory, self.distances = {}, {}, {}, {}, {}
        self.host, self.idle, self.bandwidth, self.system, self.loaded = {}, {}, {}, {}, {}
        self.chains, self.matrices, self.devices, self.regions, self.notes = {}, {}, {}, {}, []
