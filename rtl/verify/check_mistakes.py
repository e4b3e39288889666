#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The mutants of the proofs still apply to the sources: each text occurs exactly once. Each coverage
hole names an existing file."""

import sys

import blocks
import coverage_report
import lockstep
import tools

RTL = lockstep.ROOT / "rtl"


def problems():
    for _, mutant in tools.lockstep_mutants():
        count = next(RTL.rglob(mutant["file"])).read_text().count(mutant.get("at", "") + mutant["old"])
        if count != 1:
            yield f"{mutant['file']}: what '{mutant['name']}' changes is there {count} times"
    for mutant in blocks.MUTANTS:
        count = (RTL / mutant.file).read_text().count(mutant.old) if mutant.old else 1
        if count != 1:
            yield f"{mutant.file}: '{mutant.old}' of '{mutant.name}' is there {count} times"
        if mutant.file not in blocks.BLOCKS[mutant.block].files:
            yield f"{mutant.name}: {mutant.file} is not a file of {mutant.block}"
    for block, _, file, *_ in coverage_report.holes():
        if not list(RTL.rglob(file)):
            yield f"coverage_holes.txt: {block} has no {file}"


if __name__ == "__main__":
    found = list(problems())
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)
