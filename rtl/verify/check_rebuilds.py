#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A changed byte in any RTL file makes every bench and shell that uses it build again: what Verilator
reads for a verilated block, followed through the sources from its top, is an input of the block's
build. The build folder is the argument; nothing of it has to be built."""

import re
import sys
from pathlib import Path

RTL = Path(__file__).resolve().parents[1]
FILES = {file.name: file for file in RTL.rglob("*.sv*") if "formal" not in file.parts}
WAIVERS = {file.name for file in RTL.rglob("*.vlt")}


def named_in(text):
    """Returns the RTL files whose module, package or header a text names."""
    code = re.sub(r"//.*", "", text)
    for word, suffix in re.findall(r"\b(sn_\w+)(\.svh)?", code):
        name = word + (suffix or ".sv")
        if name in FILES:
            yield name


def used_from(top):
    """Returns the names of all RTL files of a top module, including its waivers."""
    used, left = set(), [f"{top}.sv"]
    while left:
        name = left.pop()
        if name not in used:
            used.add(name)
            left += named_in(FILES[name].read_text())
    return used | WAIVERS


def verilated(build):
    """Returns (output, inputs, command) of each verilated block in build.ninja."""
    text = (build / "build.ninja").read_text().replace("$\n", " ")
    for output, inputs, body in re.findall(
            r"^build (\S*__all\.cpp).*?: CUSTOM_COMMAND (.*)\n((?:  .*\n)+)", text, re.MULTILINE):
        yield output, inputs.split(" ||")[0].split(), re.search(r"COMMAND = (.*)", body)[1]


def problems(build):
    found = list(verilated(build))
    if not found:
        yield f"{build}: no verilated block is built there"
    for output, inputs, command in found:
        top = re.search(r"--top-module (\S+)", command)[1]
        for missing in sorted(used_from(top) - {Path(name).name for name in inputs}):
            yield f"{output} uses {missing}, and is not built again when that changes"


def main():
    found = list(problems(Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
