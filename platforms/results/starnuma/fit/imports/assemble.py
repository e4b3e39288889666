# SPDX-License-Identifier: Apache-2.0
"""A box from the facts of measurement files."""

from starnuma.files import BadInput, printable
from starnuma.fit.box import MOST_SOCKETS
from starnuma.fit.imports import topology
from starnuma.fit.imports.source import refuse

# Each fact without which there is no box, and what gives it.
NEEDED = {"nodes": ("the CPUs and memory of each node", "numactl -H or lstopo --of xml"),
          "idle": ("idle latencies", "mlc --latency_matrix"),
          "bandwidth": ("bandwidths", "mlc --bandwidth_matrix"),
          "clock": ("the clock of the cores", "mlc --idle_latency or lstopo --of xml")}
ASSUMED = ((1, 4), (2, 18), (3, 48))  # level, cycles from load to use; the look-up times of parts/socket.yaml
SYSTEM_NOISE = 0.25  # relative difference between the bandwidth of the system and the sum of its nodes


def box_of(facts, paths):
    """Returns the document of a box. Raises BadInput if facts are missing or contradict each other."""
    clock = facts.host.get("measured clock") or facts.host.get("stated clock")
    clock = getattr(clock, "value", clock)
    gone = [f"{what} ({by})" for key, (what, by) in NEEDED.items()
            if not (clock if key == "clock" else getattr(facts, key) or key == "bandwidth" and facts.system.get(100))]
    if gone:
        raise BadInput(printable(f"{paths[0]}:1: missing in {'this file' if len(paths) == 1 else 'these files'}: "
                                 f"{', '.join(gone)}"))
    nodes = topology.nodes_of(facts)
    sockets = [number for number, node in nodes.items() if node["cores"]]
    check_pairs(facts, nodes, sockets)
    bandwidth = bandwidths(facts, nodes, sockets)
    loaded = loaded_latency(facts, nodes, sockets)
    caches = topology.caches_of(facts)
    chains = cache_latency(facts, nodes[sockets[0]]["cores"], caches, len(sockets), clock)
    host = {key: facts.host.get(key, "unknown") for key in ("processor", "architecture")}
    kernel = "".join(c for c in facts.host.get("kernel", "").partition("-")[0] if c in "0123456789.")
    everything = list(nodes.values())
    return {
        "kind": "box", "version": 1,
        "host": {**host, "kernel": kernel, "virtual": False, "transparent_huge_pages": "unknown"},
        "notes": list(dict.fromkeys(["imported, not measured by probe", *facts.notes])),
        "method": {"repetitions": 1, "time_given": "0 s", "time_taken": "0 s", "clock": "unknown",
                   **{key: "Intel MLC" for key in ("latency", "bandwidth", "loaded_latency")},
                   "memories": [{"memory": number, "placement": "bound", "chain": "0 B", "stream": "0 B"}
                                for number in nodes]},
        "topology": {"packages": facts.host["packages"].value if "packages" in facts.host else len(sockets),
                     "cores": sum(node["cores"] for node in everything),
                     "cpus": sum(topology.count_of(node["cpus"]) for node in everything),
                     "line": "64 B", "caches": caches, "nodes": everything},
        "core_clock": spread(clock, "GHz"), "cache_latency": chains,
        "idle_latency": [{"cpus": a, "memory": b, "latency": spread(fact.value, "ns")}
                         for (a, b), fact in sorted(facts.idle.items())],
        "bandwidth": bandwidth, "loaded_latency": loaded}


def text_of(value, unit):
    return f"{value:.6f}".rstrip("0").rstrip(".") + f" {unit}"


def spread(value, unit):
    """Returns the one known value as median, minimum and maximum."""
    return dict.fromkeys(("median", "min", "max"), text_of(value, unit))


def check_pairs(facts, nodes, sockets):
    """Checks that matrices and topology have the same nodes, and that no needed pair is missing."""
    place = facts.nodes["all"].place
    if not sockets:
        refuse(place, "no node has CPUs")
    if len(sockets) > MOST_SOCKETS:
        refuse(place, f"{len(sockets)} nodes with CPUs, expected {MOST_SOCKETS} at most")
    for key, (columns, where) in facts.matrices.items():
        if columns != set(nodes):
            refuse(where, f"{key} of nodes {listed(columns)} contradicts nodes {listed(nodes)} at {place}")
    for table in (facts.idle, facts.bandwidth):
        for (asks, *_), fact in table.items():
            if asks not in sockets:
                refuse(fact.place, f"a row of node {asks} contradicts {facts.nodes['all'].place}, by which it has no "
                       "CPUs")
    start = next(iter(facts.idle.values())).place
    for asks in sockets:
        for answers in nodes:
            if (asks, answers) not in facts.idle:
                refuse(start, f"missing idle latency from node {asks} to memory of node {answers} (mlc "
                       "--latency_matrix)")


def listed(numbers):
    return ", ".join(map(str, sorted(numbers)))


def bandwidths(facts, nodes, sockets):
    """Returns the entries of the matrix; the system's bandwidth is divided by the number of nodes."""
    rates = {key: fact.value for key, fact in facts.bandwidth.items()}
    whole = facts.system.get(100)
    if whole and all((node, node, 100) in rates for node in sockets):
        sum_of_nodes = sum(rates[node, node, 100] for node in sockets)
        if abs(whole.value - sum_of_nodes) > SYSTEM_NOISE * sum_of_nodes:
            refuse(whole.place, f"{whole.value:g} GB/s of the system contradicts {sum_of_nodes:g} GB/s, the sum of its "
                   f"nodes at {facts.bandwidth[sockets[0], sockets[0], 100].place}")
    for share, fact in facts.system.items():
        for node in sockets:
            rates.setdefault((node, node, share), fact.value / len(sockets))
    for node in sockets:
        if (node, node, 100) not in rates:
            place = next(iter(facts.bandwidth.values())).place
            refuse(place, f"missing bandwidth of node {node} to its own memory (mlc --bandwidth_matrix)")
    return [{"cpus": a, "memory": b, "cores": nodes[a]["cores"], "read_share": f"{share} %",
             "bandwidth": spread(rate, "GB/s")} for (a, b, share), rate in sorted(rates.items())]


def loaded_latency(facts, nodes, sockets):
    """Returns the curve of the first node: all nodes load their own memory alike."""
    if "all" not in facts.loaded:
        return []
    points = sorted((rate / len(sockets), latency) for latency, rate in facts.loaded["all"].value)
    most = points[-1][0]
    return [{"cpus": sockets[0], "memory": sockets[0], "generators": max(1, nodes[sockets[0]]["cores"] - 1),
             "read_share": "100 %",
             "points": [{"pace": text_of(round(100 * rate / most, 1), "%"), "reached_read_share": "100 %",
                         "bandwidth": spread(rate, "GB/s"), "latency": spread(latency, "ns")}
                        for rate, latency in points]}]


def cache_latency(facts, cores, caches, sockets, clock):
    """Returns the measured pointer chases, or assumed latencies of chases of half of each cache."""
    if facts.chains:
        return [{"size": f"{size} B", "latency": spread(fact.value, "ns")}
                for size, fact in sorted(facts.chains.items())]
    facts.notes.append("latencies of caches are assumed: 4, 18 and 48 cycles (mlc --idle_latency -b with small buffers "
                       "measures them)")
    sizes = topology.sizes_of(caches, cores, sockets)
    return [{"size": f"{size // 2} B", "level": level, "latency": spread(cycles / clock, "ns")}
            for (level, cycles), size in zip(ASSUMED, sizes)]
