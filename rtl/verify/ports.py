# SPDX-License-Identifier: Apache-2.0
"""Parameters and ports of a module, read from its source: names, types, and the comments above."""

import re
from dataclasses import dataclass


@dataclass
class Port:
    group: str
    direction: str
    type: str
    name: str
    note: str


@dataclass
class Parameter:
    name: str
    default: str


def header(text, module):
    """(parameters, ports) as text."""
    found = re.search(rf"^module {module}\b.*?#\((.*?)^\) \((.*?)^\);", text, re.MULTILINE | re.DOTALL)
    return found[1], found[2]


def parameters(text, module):
    return [Parameter(*found) for found in
            re.findall(r"^  parameter int (\w+) = (\w+)", header(text, module)[0], re.MULTILINE)]


def ports(text, module):
    group = "Clock and reset"
    for line in header(text, module)[1].splitlines():
        comment = re.fullmatch(r"  // (.+)", line)
        port = re.fullmatch(r"  (input|output)\s+(.*?)\s+(\w+)( \[[^\]]+\])?,?\s*(?:// (.*))?", line)
        if comment:
            group = comment[1]
        if port:
            kind = re.sub(r"\s+", " ", port[2]).replace("logic ", "").replace("logic", "1 bit")
            yield Port(group, port[1], kind + (port[4] or ""), port[3], port[5] or "")
