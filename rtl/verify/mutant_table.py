#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL and the check that has to find each: docs/generated/rtl-mutants.md. With --check
nothing is written, and an outdated page is a failure."""

import sys

import blocks
import tools

PAGE = tools.ROOT / "docs" / "generated" / "rtl-mutants.md"
HEAD = """<!-- Generated: python3 rtl/verify/mutant_table.py -->
# Mistakes kept for the RTL

Each is put into a copy of the sources, and each has to be found: by lockstep in the tests, by the
proofs in `./starnuma verify formal`. A mistake that is not found fails its check.

| Block | Mistake | File | Found by |
|---|---|---|---|
"""
SUITES = {"annex": ("tlb_annex", "AnnexMistake"), "annex_ram": ("tlb_annex", "AnnexMistake"),
          "tracker": ("tracker_update", "TrackerMistake"),
          "directory": ("directory_slice", "DirectoryMistake")}


def lockstep_rows():
    for prefix, mutant in tools.lockstep_mutants():
        block, suite = SUITES[prefix]
        what = mutant["what"] + (f" ({mutant['parameters']})" if "parameters" in mutant else "")
        yield (block, what, mutant["file"],
               f"`cosim.{block}.Mistakes/{suite}.IsFoundByRandomTraffic/{mutant['name']}`"
               + (f", `{mutant['also']}`" if "also" in mutant else "")
               + (f", check \"{mutant['found_by']}\"" if "found_by" in mutant else ""))


def formal_rows():
    for mutant in blocks.MUTANTS:
        yield (mutant.block, mutant.name, mutant.file.rsplit("/", 1)[-1],
               f"`verify formal`, {mutant.found_by}")


def page():
    rows = [*formal_rows(), *lockstep_rows()]
    text = HEAD + "".join("| " + " | ".join(row) + " |\n" for row in rows)
    return text + f"\n{len(rows)} mistakes.\n"


def main():
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page())
        print(f"wrote {PAGE}")
    elif not PAGE.is_file() or PAGE.read_text() != page():
        sys.exit(f"{PAGE} is old: python3 rtl/verify/mutant_table.py")


if __name__ == "__main__":
    main()
