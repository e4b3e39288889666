# SPDX-License-Identifier: Apache-2.0
"""Text of Intel Memory Latency Checker: --latency_matrix, --bandwidth_matrix, --max_bandwidth,
--loaded_latency, --idle_latency, or all of them without an option."""

import re

from starnuma.fit.imports.source import MOST_NODE, put, shown

NAME = "Intel MLC"
MARK = re.compile(r"Intel\(R\) Memory Latency Checker|^[ \t]*Measuring (idle lat|memory bandw|loaded lat)", re.I | re.M)
NUMBER = re.compile(r"[0-9]{1,9}\.[0-9]{1,6}")  # always with a fraction, so that a cut number is noticed
HEADER = re.compile(r"Numa node((?:\s+\S+)+)", re.IGNORECASE)
CHASE = re.compile(r"Each iteration took\s+(\S+)\s+core clocks\s*\(\s*(\S+)\s+(\S+?)\s*\)")
BUFFER = re.compile(r"Using buffer size of\s+([0-9.]+)\s*(MB|MiB)\b")
RATIO = re.compile(r"(ALL Reads|([0-9]+):([0-9]+) Reads-Writes)\s*:\s*(\S+)")
SHARES = (100, 75, 50)
MOST_NS, MOST_MB = 1e6, 1e9
MOST_CHAIN = 256 << 20  # bytes; a longer pointer chase measures memory, perhaps of another node
MOST_ROWS = 1000
NOISE = 0.1  # relative difference of two measurements of one quantity


def read(source, facts):
    """Notes the measurements of all sections."""
    starts = [i for i, line in enumerate(source.lines) if re.match("Measuring ", line)]
    for start, end in zip(starts, [*starts[1:], len(source.lines)]):
        heading = source.lines[start].lower()
        for words, section in SECTIONS.items():
            if heading.startswith(words):
                section(source, range(start, end), facts)
    read_chases(source, facts)


def number(source, index, text, what, most):
    """Returns a positive number, which the tool prints with a fraction."""
    if not NUMBER.fullmatch(text) or not 0 < float(text) <= most:
        source.refuse(index, f"expected {what} between 0 and {most:.0f} with a fraction, as 81.4, found {shown(text)}")
    return float(text)


def matrix(source, section, what, most):
    """Yields (requesting node, memory node, value, index of the line) of the matrix in a section."""
    header = next((i for i in section if HEADER.fullmatch(source.lines[i])), None)
    if header is None:
        source.refuse(section[0], 'expected a line "Numa node 0 1 ..." below, the text is cut')
    names = source.lines[header].split()[2:2 + MOST_NODE + 2]
    columns = [source.whole(header, text, "a NUMA node") for text in names]
    if len(set(columns)) < len(columns):
        source.refuse(header, "a node is named twice")
    rows = {}
    for i in range(header + 1, section.stop):
        row, *values = source.lines[i].split() or [""]
        if row and not row.lstrip("-").isdigit():
            break
        if not row:
            continue
        row = source.whole(i, row, "a NUMA node")
        if row in rows:
            source.refuse(i, f"a second row of node {row}, the first is in line {rows[row] + 1}")
        if row not in columns:
            source.refuse(i, f"a row of node {row}, which line {header + 1} does not name")
        rows[row] = i
        if len(values) != len(columns):
            source.refuse(i, f"the row has {len(values)} values, expected {len(columns)}, one for each node of line "
                          f"{header + 1}")
        for column, value in zip(columns, values):
            if value != "-":  # the node has no CPUs
                yield row, column, number(source, i, value, what, most), i
    if not rows:
        source.refuse(header, "expected a row for each node below, the text is cut")


def read_idle(source, section, facts):
    if "(in ns)" not in source.lines[section[0]]:
        source.refuse(section[0], f"expected latencies (in ns), found {shown(source.lines[section[0]])}")
    for asks, answers, value, i in matrix(source, section, "a latency in ns", MOST_NS):
        put(facts.idle, (asks, answers), value, source.place(i), f"idle latency {value} ns from node {asks} to memory "
            f"of node {answers}", NOISE)
        facts.matrices.setdefault("idle latency", (set(), source.place(section[0])))[0].add(answers)


def require_unit(source, section):
    """Expects MB/sec, which the tool states above each table of bandwidths."""
    unit = next((i for i in section if "Bandwidths are in" in source.lines[i]), section[0])
    if "are in MB/sec" not in source.lines[unit]:
        source.refuse(unit, f'expected a line "Bandwidths are in MB/sec", found {shown(source.lines[unit])}')


def share_of(source, section, facts):
    """Returns the percentage of reads in a section's traffic; None if no box has it."""
    line = next((i for i in section if re.search("traffic type", source.lines[i], re.IGNORECASE)), section[0])
    if "read-only" in source.lines[line].lower():
        return 100
    ratio = re.search("([0-9]{1,3}):([0-9]{1,3})", source.lines[line])
    reads, writes = map(int, ratio.groups()) if ratio else (0, 0)
    if not reads:
        source.refuse(line, f'expected "Using Read-only traffic type" or a ratio as 3:1, found '
                      f"{shown(source.lines[line])}")
    share = 100 * reads / (reads + writes)
    if share not in SHARES:
        facts.notes.append(f"bandwidth at {reads}:{writes} is left out; a box has reads only, 3:1 and 1:1")
        return None
    return int(share)


def read_bandwidth(source, section, facts):
    require_unit(source, section)
    share = share_of(source, section, facts)
    for asks, answers, value, i in matrix(source, section, "a bandwidth in MB/sec", MOST_MB):
        if share is not None:
            put(facts.bandwidth, (asks, answers, share), value / 1000, source.place(i), f"bandwidth {value} MB/sec "
                f"from node {asks} to memory of node {answers}", NOISE)
            facts.matrices.setdefault("bandwidth", (set(), source.place(section[0])))[0].add(answers)


def read_system(source, section, facts):
    """Reads bandwidths of all cores, each to the memory of its own node."""
    require_unit(source, section)
    for i in section:
        if not (row := RATIO.fullmatch(source.lines[i])):
            continue
        value = number(source, i, row[4], "a bandwidth in MB/sec", MOST_MB) / 1000
        reads, writes = (int(row[2]), int(row[3])) if row[2] else (1, 0)
        share = 100 * reads / max(1, reads + writes)
        if share in SHARES:
            put(facts.system, int(share), value, source.place(i), f"bandwidth {row[4]} MB/sec of the system", NOISE)


def read_loaded(source, section, facts):
    head = " ".join(source.lines[i] for i in section if re.match("Inject|Delay", source.lines[i]))
    if not re.fullmatch(r"Inject\s+Latency\s+Bandwidth\s+Delay\s+\(ns\)\s+MB/sec", head):
        source.refuse(section[0], 'expected the heading "Inject Latency Bandwidth", "Delay (ns) MB/sec" below')
    share, points, last = share_of(source, section, facts), [], section[0]
    for i in section:
        words = source.lines[i].split()
        if words and re.fullmatch("[0-9]{5,}", words[0]):
            if len(words) != 3:
                source.refuse(i, f"expected delay, latency and bandwidth, found {len(words)} values")
            points.append((number(source, i, words[1], "a latency in ns", MOST_NS),
                           number(source, i, words[2], "a bandwidth in MB/sec", MOST_MB) / 1000))
            last = i
        if len(points) > MOST_ROWS:
            source.refuse(i, f"more than {MOST_ROWS} rows")
    if len(points) < 2:
        source.refuse(last, "expected two or more rows of delay, latency and bandwidth, the text is cut")
    if share == 100:
        put(facts.loaded, "all", points, source.place(section[0]), "a second curve of loaded latencies")


def read_chases(source, facts):
    size = None
    for i, line in enumerate(source.lines):
        if buffer := BUFFER.match(line):
            size = float(number(source, i, buffer[1], "a size in MiB", MOST_MB)) * (1 << 20)
        elif chase := CHASE.match(line):
            clocks = number(source, i, chase[1], "a number of clocks", MOST_NS)
            latency = number(source, i, chase[2], "a latency in ns", MOST_NS)
            if chase[3] != "ns":
                source.refuse(i, f"expected ns, found {shown(chase[3])}")
            if not 0.5 <= clocks / latency <= 10:
                source.refuse(i, f"{clocks} clocks in {latency} ns, expected a clock of 0.5 to 10 GHz")
            put(facts.host, "measured clock", clocks / latency, source.place(i), "the clock", NOISE)
            if len(facts.chains) > MOST_ROWS:
                source.refuse(i, f"more than {MOST_ROWS} sizes of a buffer")
            if size is not None and size <= MOST_CHAIN:
                put(facts.chains, int(size), latency, source.place(i), f"latency {latency} ns of the buffer", NOISE)


SECTIONS = {"measuring idle latencies": read_idle, "measuring memory bandwidths between nodes": read_bandwidth,
            "measuring peak injection memory bandwidths": read_system,
            "measuring maximum memory bandwidths": read_system, "measuring loaded latencies": read_loaded}
