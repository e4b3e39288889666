# SPDX-License-Identifier: Apache-2.0
"""Text of numactl -H (--hardware): CPUs, memory and distances of NUMA nodes."""

import re

from starnuma.fit.imports.source import put, shown

NAME = "numactl -H"
MARK = re.compile(r"^[ \t]*(available: \d+ nodes|node \d+ (cpus|size):)", re.MULTILINE)
AVAILABLE = re.compile(r"available:\s+(\S+)\s+nodes\s*\((.*)\)")
LINE = re.compile(r"node\s+(\S+)\s+(cpus|size):\s*(.*)")
MOST_CPU = 65535
MOST_MB = 64 << 20
DIFFERENCE = 0.02  # relative, of the size of a node in two tools


def read(source, facts):
    listed = None
    lines = {}  # (node, "cpus" or "size") -> index of the line
    for i, line in enumerate(source.lines):
        if found := AVAILABLE.fullmatch(line):
            listed = nodes_of(source, i, found, facts)
        elif found := LINE.fullmatch(line):
            key = source.whole(i, found[1], "a NUMA node"), found[2]
            if key in lines:
                source.refuse(i, f"a second line of node {key[0]} {key[1]}, the first is in line {lines[key] + 1}")
            lines[key] = i
            (read_cpus if key[1] == "cpus" else read_size)(source, i, key[0], found[3], facts)
        elif line == "node distances:":
            read_distances(source, i, listed or [], facts)
    if listed is None:
        source.refuse(0, 'expected a line "available: N nodes (...)"')
    require_lines(source, listed, lines)


def require_lines(source, listed, lines):
    last = len(source.lines) - 1
    for node in listed:
        for what in ("cpus", "size"):
            if (node, what) not in lines:
                source.refuse(last, f'expected a line "node {node} {what}:", the text is cut')
    for (node, _), i in lines.items():
        if node not in listed:
            source.refuse(i, f'node {node} is not in the line "available:"')


def nodes_of(source, i, found, facts):
    listed = numbers(source, i, found[2], "a NUMA node")
    if source.whole(i, found[1], "the number of nodes") != len(listed) or not listed:
        source.refuse(i, f"expected one or more nodes and their numbers, found {shown(found[0])}")
    put(facts.nodes, "all", set(listed), source.place(i), f"the list of nodes {', '.join(map(str, sorted(listed)))}")
    return listed


def numbers(source, i, text, what):
    """Returns the numbers of a list as "0 1 2" or "0-2, 8"."""
    found = []
    for word in re.sub(r"\([0-9]+\)$", "", text).replace(",", " ").split():
        first, _, last = word.partition("-")
        first = source.whole(i, first, what, MOST_CPU)
        last = source.whole(i, last, what, MOST_CPU) if last else first
        found += range(first, last + 1)
        if len(found) > MOST_CPU + 1:
            break
    if len(set(found)) < len(found):
        source.refuse(i, f"{what} is listed twice")
    return found


def read_cpus(source, i, node, text, facts):
    cpus = sum(1 << cpu for cpu in numbers(source, i, text, "a CPU"))
    for other, known in facts.cpus.items():
        if other != node and known.value & cpus:
            source.refuse(i, f"node {node} has a CPU of node {other} at {known.place}")
    put(facts.cpus, node, cpus, source.place(i), f"the list of CPUs of node {node}")


def read_size(source, i, node, text, facts):
    if text == "<not available>":
        return
    value, _, unit = text.partition(" ")
    if unit != "MB":
        source.refuse(i, f"expected a size in MB, found {shown(text)}")
    put(facts.memory, node, source.whole(i, value, "a size in MB", MOST_MB) << 20, source.place(i),
        f"memory of {value} MB of node {node}", DIFFERENCE)


def read_distances(source, start, listed, facts):
    """Reads one row for each node below a row of all nodes."""
    head = source.lines[start + 1].split() if start + 1 < len(source.lines) else []
    if head[:1] != ["node"] or head[1:] != [str(node) for node in listed]:
        source.refuse(start, f'expected the row "node {" ".join(map(str, listed))}" below, the text is cut')
    for offset, node in enumerate(listed, start=2):
        i = min(start + offset, len(source.lines) - 1)
        label, *values = source.lines[i].split() or [""]
        if label != f"{node}:" or len(values) != len(listed):
            source.refuse(i, f'expected the row "{node}:" with {len(listed)} distances, found '
                          f"{shown(source.lines[i])}")
        row = [source.whole(i, value, "a distance", 255) for value in values]
        put(facts.distances, node, row, source.place(i), f"the distances of node {node}")
