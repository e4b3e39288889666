# SPDX-License-Identifier: Apache-2.0
"""Wiring of a machine, derived from the names of its links."""

import re
from dataclasses import dataclass, field

from starnuma.links import UTILISATION

ENDS = re.compile(r"^(socket\d+|asic\d+|(?:pool\d+_)?switch\d+)_"
                  r"((?:pool\d+_)?switch\d+|pool\d*|socket\d+|asic\d+|memory_node\d+|fabric_switch)"
                  r"(?:_link(\d+))?$")
NODE = re.compile(r"^(?:pool(\d+)_)?(socket|asic|switch|pool|memory_node|fabric_switch)(\d*)$")


@dataclass
class Edge:
    """Parallel links between two nodes; `busy` is the higher direction of each, 0 to 1."""

    kind: str
    a: str
    b: str
    busy: list = field(default_factory=list)

    def id(self, link=0):
        """Returns the name of one of the parallel links in a drawing."""
        return f"link-{self.kind}-{self.a}-{self.b}-{link}"


@dataclass
class Wiring:
    """Edges, and the chassis of each socket or ASIC."""

    edges: list
    sockets: int
    sockets_per_chassis: int
    asics_per_chassis: int

    def nodes(self, kind):
        """Returns the names of all nodes of a kind, by number."""
        names = {name for edge in self.edges for name in (edge.a, edge.b)}
        return sorted((n for n in names if NODE.match(n)[2] == kind), key=numbers)

    def chassis(self):
        """Returns [(first socket, sockets)] of each chassis."""
        each = self.sockets_per_chassis
        return [(first, min(each, self.sockets - first)) for first in range(0, self.sockets, each)]

    def fabric(self):
        """Returns rows of switches by their links from the sockets; none unless switches are linked to each other."""
        if not self.between("switch", "switch"):
            return []
        left, below, rows = self.nodes("switch"), set(self.nodes("socket")), []
        while left:
            linked = {end for e in self.edges for end, other in ((e.a, e.b), (e.b, e.a)) if other in below}
            row = [node for node in left if node in linked] or left
            rows.append(row)
            left, below = [node for node in left if node not in row], set(row)
        return rows

    def between(self, *kinds):
        """Returns the edges whose ends have these two kinds."""
        return [e for e in self.edges if (NODE.match(e.a)[2], NODE.match(e.b)[2]) == kinds]


def numbers(name):
    """Returns (pool, number) as a key for sorting; a single pool has number 0."""
    match = NODE.match(name)
    return int(match[1] or 0), int(match[3] or 0)


def wiring_of(run):
    """Returns the Wiring; None if the run names no links or its machine has another form."""
    machine = run.settings.get("machine")
    try:
        topology, sockets = machine["topology"], int(machine["socket"]["count"])
        per_chassis = int(topology["sockets_per_chassis"])
        asics = int(topology["asics_per_chassis"])
    except (KeyError, TypeError, ValueError):
        return None
    links = {}
    for path, stat in run.by_path.items():
        match = UTILISATION.match(path)
        if match and ENDS.match(match[2]):
            key = match[1], match[2]
            links[key] = max(links.get(key, 0), stat["value"])
    edges = {}
    for (kind, name), busy in links.items():
        a, b, _ = ENDS.match(name).groups()
        edges.setdefault((a, b), Edge(kind, a, b)).busy.append(busy)
    return Wiring(list(edges.values()), sockets, per_chassis, asics) if edges else None
