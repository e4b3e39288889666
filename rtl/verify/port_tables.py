#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Parameters with their legal ranges and ports of the tracking blocks: docs/generated/rtl-ports.md.
Each end of a range must elaborate, and the next value outside must not. With --check nothing is
written, and an outdated page or a range that is not enforced is a failure."""

import itertools
import subprocess
import sys

import ports
import tools

PAGE = tools.ROOT / "docs" / "generated" / "rtl-ports.md"
COMMON = ["common/sn_tracking_pkg.sv", "common/sn_fifo.sv"]
ANNEX = COMMON + ["tlb_annex/sn_tlb_annex.sv"]
ANNEX_RAM = COMMON + ["tlb_annex/sn_counter_ram.sv", "tlb_annex/sn_tlb_annex_ram.sv"]
TRACKER = COMMON + ["tracker_update/sn_region_queue.sv", "tracker_update/sn_tracker_update.sv"]
PAGE_BITS = (36, "bits of a page's number")
SPACE_BITS = "bits of an address space's number"

DIRECTORY = COMMON + tools.DIRECTORY_SLICE + ["directory_slice/sn_dir_arbiter.sv"]
DIRECTORY_SIZES = {
    "Hosts": (2, 32, 32, "hosts, one sharer bit each"),
    "Sets": (2, None, 2048, "sets of a slice, a power of 2"),
    "Ways": (1, 32, 32, "lines of a set"),
    "Entries": (2, None, 64, "requests that are outstanding in a slice"),
    "LineWidth": (None, None, 40, "bits of a line's number"),
    "TagWidth": (1, None, 16, "bits of a host's tag"),
    "DataWidth": (1, None, 512, "bits of a line's data")}

# Files of each module and, by parameter: minimum, maximum (None: the limit of the tool), the value that
# is tried without a maximum, and a description.
MODULES = {
    "sn_tlb_annex": (ANNEX, {
        "Entries": (1, None, 8192, "slots of the STLB"),
        "CountWidth": (0, 16, 16, "bits of a counter; 0: no counters, hand-overs say \"touched\""),
        "PageWidth": (1, None, 52, PAGE_BITS[1]),
        "SpaceWidth": (1, None, 16, SPACE_BITS)}),
    "sn_tlb_annex_ram": (ANNEX_RAM, {
        "Entries": (1, None, 8192, "slots of the STLB"),
        "CountWidth": (1, 16, 16, "bits of a counter"),
        "PageWidth": (1, None, 52, PAGE_BITS[1]),
        "SpaceWidth": (1, None, 16, SPACE_BITS)}),
    "sn_counter_ram": (ANNEX_RAM, {
        "Entries": (1, None, 8192, "counters"),
        "Width": (1, None, 64, "bits of a counter")}),
    "sn_tracker_update": (TRACKER, {
        "CountWidth": (0, 16, 16, "bits of a count, as in the annex"),
        "Sockets": (1, 32, 32, "sharer bits of a metadata entry"),
        "PageWidth": (2, None, 52, PAGE_BITS[1]),
        "SpaceWidth": (1, 8, 8, SPACE_BITS + "; there is a base address for each space"),
        "AddressWidth": (None, None, 48, "bits of a metadata address"),
        "QueueEntries": (1, None, 64, "regions that wait")}),
    "sn_region_queue": (TRACKER, {
        "CountWidth": (0, 16, 16, "bits of a count"),
        "RegionWidth": (1, None, 52, "bits of a region's number"),
        "SpaceWidth": (1, None, 16, SPACE_BITS),
        "QueueEntries": (1, None, 64, "regions that wait")}),
    "sn_dir_top": (DIRECTORY + ["directory_slice/sn_dir_top.sv"], {
        "Slices": (1, None, 8, "slices, a power of 2"), **DIRECTORY_SIZES}),
    "sn_dir_slice": (DIRECTORY, DIRECTORY_SIZES),
    "sn_fifo": (COMMON, {
        "Width": (1, None, 512, "bits of an item"),
        "Depth": (1, None, 64, "items")}),
}
HEAD = """<!-- Generated: python3 rtl/verify/port_tables.py -->
# Parameters and ports of the tracking RTL

A value outside its range stops elaboration in every module (`check.rtl_ports` tries the ends and what
is beyond them). How to connect them: [integrate the RTL](../guide/integrate-the-rtl.md).
"""


def elaborates(module, files, name, value):
    done = subprocess.run(["verilator", "--lint-only", "-Wno-lint", f"-I{tools.ROOT}/rtl/common",
                           "--top-module", module, f"-G{name}={value}",
                           *(tools.ROOT / "rtl" / file for file in files)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def range_problems():
    for module, (files, known) in MODULES.items():
        for name, (least, most, tried, _) in known.items():
            legal = [tried] if least is None else [least, tried]
            illegal = ([least - 1] if least else []) + ([most + 1] if most else [])
            for value, good in [*((v, True) for v in legal), *((v, False) for v in illegal)]:
                if elaborates(module, files, name, value) != good:
                    yield f"{module}: {name}={value} {'does not elaborate' if good else 'elaborates'}"


def tables():
    for module, (files, known) in MODULES.items():
        text = (tools.ROOT / "rtl" / files[-1 if f"/{module}.sv" in files[-1] else -2]).read_text()
        yield f"\n## {module}\n\n| Parameter | Default | Legal | Meaning |\n|---|---|---|---|\n"
        for parameter in ports.parameters(text, module):
            least, most, _, meaning = known[parameter.name]
            legal = f"{least} to {most}" if most else f"from {least}" if least is not None else \
                "as wide as needed"
            yield f"| `{parameter.name}` | {parameter.default} | {legal} | {meaning} |\n"
        yield "\n| Port | | Type | |\n|---|---|---|---|\n"
        for group, of_group in itertools.groupby(ports.ports(text, module), lambda port: port.group):
            yield f"| **{group}** | | | |\n"
            for port in of_group:
                yield f"| `{port.name}` | {port.direction} | `{port.type}` | {port.note} |\n"


def main():
    page = HEAD + "".join(tables())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page)
        print(f"wrote {PAGE}")
        return
    problems = list(range_problems())
    if not PAGE.is_file() or PAGE.read_text() != page:
        problems.append(f"{PAGE} is old: python3 rtl/verify/port_tables.py")
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
