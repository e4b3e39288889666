#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""No class latency is written in code or YAML: each must emerge from the parts of the machine."""

import re
from fnmatch import fnmatch

import tree

CLASS_NS = {130, 180, 270, 280, 360, 380, 413}

# The NUMALink with its two ASICs has one of these values as a part of its own.
ALLOWED = [("platforms/parts/*numalink*.yaml", 180)]
EXEMPT = ["platforms/reference/*"]

ROOMS = ("models", "rtl", "stimulus", "platforms", "docs/examples")
SUFFIXES = (".h", ".cpp", ".in", ".py", ".sv", ".svh", ".v", ".yaml", ".yml", ".json")

UNIT_NS = {"ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
NUMBER = re.compile(
    r"(?<![\w.])(\d[\d']*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:[\s_\"]*(ps|ns|us|ms|s)\b)?")
TIME_WORDS = re.compile(
    r"(?<![a-z])(ps|ns|us)(?![a-z])|nano|pico|micro|latency|delay|duration|time", re.IGNORECASE)


def possible_ns(text, unit, line):
    """Returns the possible nanoseconds of a number, judged by its unit or else by its line."""
    value = float(text.replace("'", ""))
    if unit:
        return {value * UNIT_NS[unit]}
    if TIME_WORDS.search(line):
        return {value, value * UNIT_NS["ps"], value * UNIT_NS["us"]}
    return {value * UNIT_NS["ps"]}  # models count in picoseconds


def class_latency(line):
    """Returns the first class latency in a line with its text, or None."""
    for match in NUMBER.finditer(line):
        for ns in possible_ns(match[1], match[2], line):
            if any(abs(ns - known) < 1e-6 for known in CLASS_NS):
                return round(ns), match[0].strip()
    return None


def problems(root):
    for path, name in tree.files(root, *SUFFIXES, under=ROOMS):
        if any(fnmatch(name, pattern) for pattern in EXEMPT):
            continue
        for number, line in tree.lines(path):
            found = class_latency(line)
            if not found or any(fnmatch(name, p) and found[0] == ns for p, ns in ALLOWED):
                continue
            yield f"{name}:{number}: '{found[1]}' is a class latency, {found[0]} ns: {line.strip()}"


ACCEPTED = {
    "models/a.h": "Duration upi = 25_ns;  // 50 ns round trip\nint width = 130;\n"
                  "latency_ns: 1300\nx1.130 ns1300 0x130\n",
    "platforms/parts/numalink.yaml": "round_trip: 180 ns\n",
    "platforms/parts/ddr5.yaml": "frequency: 2.4 GHz\nchannels: 16\nsource: JESD79-5, page 280\n",
    "platforms/reference/starnuma.yaml": "unloaded_ns: {one_hop: 130}\n",
}
REJECTED = [
    ("models/b.h", "auto t = 130_ns;\n"),
    ("models/b.h", "return Duration{130'000};\n"),
    ("models/b.h", "constexpr int kPicoseconds = 360000;\n"),
    ("models/b.h", "from_ns(280)\n"),
    ("models/b.h", "delay_ns = 380.0;\n"),
    ("rtl/tlb_annex/b.sv", "#130ns clk = 0;\n"),
    ("platforms/app/b.cpp", 'parse("0.13 us")\n'),
    ("platforms/app/b.cpp", "wait(4.13e2, SC_NS); // ns\n"),
    ("platforms/parts/cxl.yaml", "round_trip: 180 ns\n"),
    ("platforms/parts/numalink.yaml", "round_trip: 360 ns\n"),
    ("platforms/machines/m.yaml", "latency: 270ns\n"),
    ("stimulus/b.cpp", "latency = 413;\n"),
    ("docs/examples/b/main.cpp", "expect_ns(180);\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
