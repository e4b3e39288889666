#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of the blocks, out of the waves of replayed streams and of the directory's bench:
WaveDrom sources and pictures in docs/generated/timing. With --check the sources are compared and nothing
is written. Needs the replay programs of `verify rtl`, fst2vcd of GTKWave, and Icarus. An argument
selects the diagrams whose names begin with it."""

import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import check_tools
import tools

FOLDER = tools.ROOT / "docs" / "generated" / "timing"
DRAW = ("import sys, wavedrom; wavedrom.render(open(sys.argv[1]).read()).saveas(sys.argv[2])")


@dataclass
class Diagram:
    name: str
    title: str
    program: str  # relative to the build folder; none: the bench of the directory
    stream: str  # relative to stimulus/
    starts: dict  # values of signals in the second cycle of the diagram
    cycles: int
    lanes: list  # signals; a list begins with the name of its group


OPS = ["MemRdShared", "MemRdOwn", "MemClnEvct", "MemWr", "BIRspI", "BIRspS", "BISnpData", "BISnpInv",
       "MemData-S", "MemData-E", "Cmp"]
KINDS = {**dict.fromkeys(["req_op_i", "rwd_op_i", "birsp_op_i", "bisnp_op_o", "rsp_op_o"], OPS),
         "event_kind_i": ["access", "evict", "invalidate"],
         "mem_req_kind_o": ["read", "write", "release", "add"]}
ANNEX = "testbenches/tlb_annex/sn_replay_annex"
TRACKER = "testbenches/tracker_update/sn_replay_tracker"
DIAGRAMS = [
    Diagram("annex_hand_over", "Accesses to marked slots hand counts over", ANNEX,
            "annex/bfs.annex", {"event_valid_i": 1, "event_kind_i": 0, "take_pushes": 1}, 4,
            ["clk_i", ["slot event", "event_valid_i", "event_ready_o", "event_kind_i", "event_slot_i"],
             ["hand-over", "hand_over_valid_o", "hand_over_ready_i", "hand_over_page_o",
              "hand_over_count_o"], "idle_o"]),
    Diagram("tracker_own_line", "A hand-over, the read of its entry, and the write",
            TRACKER, "tracker/bfs_own_line.tracker",
            {"hand_over_valid_i": 1, "hand_over_page_i": 0x317}, 6,
            ["clk_i", ["hand-over", "hand_over_valid_i", "hand_over_ready_o", "hand_over_page_i",
                       "hand_over_count_i"],
             ["request", "mem_req_valid_o", "mem_req_ready_i", "mem_req_kind_o", "mem_req_address_o",
              "mem_req_word_o"],
             ["read data", "mem_rsp_valid_i", "mem_rsp_ready_o", "mem_rsp_word_i"], "idle_o"]),
    Diagram("tracker_add_at_home", "A hand-over, and its addition by the entry's home",
            TRACKER, "tracker/bfs.tracker", {"hand_over_valid_i": 1}, 5,
            ["clk_i", ["hand-over", "hand_over_valid_i", "hand_over_ready_o", "hand_over_page_i",
                       "hand_over_count_i"],
             ["request", "mem_req_valid_o", "mem_req_ready_i", "mem_req_kind_o", "mem_req_address_o",
              "mem_req_word_o"], "add_credit_i", "idle_o"]),
    Diagram("directory_read", "A host reads a line that no host has", "", "", {"req_valid_i": 1}, 12,
            ["clk_i", ["Req", "req_valid_i", "req_ready_o", "req_op_i", "req_line_i"],
             ["memory request", "mem_req_valid_o", "mem_req_ready_i", "mem_req_line_o"],
             ["memory response", "mem_rsp_valid_i", "mem_rsp_data_i"],
             ["answer", "rsp_valid_o", "rsp_ready_i", "rsp_op_o", "rsp_host_o", "rsp_data_o"], "quiet_o",
             "idle_o"]),
    Diagram("directory_snoop", "Another host reads it: the owner is snooped and writes it back", "", "",
            {"req_valid_i": 1, "req_op_i": 0}, 21,
            ["clk_i", ["Req", "req_valid_i", "req_ready_o", "req_op_i"],
             ["memory request", "mem_req_valid_o", "mem_req_ready_i", "mem_req_write_o", "mem_req_ahead_o"],
             ["BISnp", "bisnp_valid_o", "bisnp_ready_i", "bisnp_op_o", "bisnp_host_o"],
             ["RwD", "rwd_valid_i", "rwd_ready_o", "rwd_op_i", "rwd_data_i"],
             ["BIRsp", "birsp_valid_i", "birsp_ready_o", "birsp_op_i"],
             ["answer", "rsp_valid_o", "rsp_ready_i", "rsp_op_o", "rsp_host_o", "rsp_data_o"]]),
]


def cycles_of(vcd, top):
    """Returns the values of the top module's signals in each cycle, before its clock edge. `top` is the
    number of scopes down to that module."""
    names, values, depth = {}, {}, 0
    header, body = vcd.split("$enddefinitions $end", 1)
    for line in header.splitlines():
        found = re.match(r"\$var \w+ +\d+ (\S+) (\w+)", line)
        depth += line.startswith("$scope") - line.startswith("$upscope")
        if found and depth == top:
            names.setdefault(found[1], []).append(found[2])
    for moment in re.split(r"^#\d+$", body, flags=re.MULTILINE):
        for line in moment.splitlines():
            found = re.match(r"b([01xz]+) (\S+)$|([01xz])(\S+)$", line)
            for name in names.get(found[2] or found[4], []) if found else []:
                values[name] = int((found[1] or found[3]).replace("x", "0"), 2)
        if values.get("clk_i") == 0 and values.get("rst_ni") == 1:
            yield dict(values)


def lane(name, cycles, valid=None):
    """Returns a signal; its value is unknown while the valid of its group is low."""
    if name == "clk_i":
        return {"name": name, "wave": "p" + "." * (len(cycles) - 1)}
    wave, data, last = "", [], None
    one_bit = re.search(r"_(valid|ready|credit|write|ahead)_|^idle|^quiet", name)
    for cycle in cycles:
        value = cycle[name] if one_bit or not valid or cycle[valid] else "x"
        wave += "." if value == last else str(value) if one_bit or value == "x" else "="
        if value != last and not one_bit and value != "x":
            data.append(KINDS[name][value] if name in KINDS else f"{value:x}")
        last = value
    return {"name": name, "wave": wave, **({"data": data} if data else {})}


@functools.cache
def directory_cycles():
    with tempfile.TemporaryDirectory() as folder:
        names = check_tools.directory_names(check_tools.guide.copy_sources(folder)[:-1])
        check_tools.directory_bench(folder, names, "+waves=waves.vcd")
        return list(cycles_of(Path(folder, "waves.vcd").read_text(), 2))


def replayed_cycles(diagram):
    with tempfile.TemporaryDirectory() as folder:
        waves = Path(folder) / "waves.fst"
        subprocess.run([tools.TREE / diagram.program, tools.ROOT / "stimulus" / diagram.stream, "0", waves],
                       check=True, stdout=subprocess.DEVNULL)
        vcd = subprocess.run(["fst2vcd", waves], check=True, text=True, stdout=subprocess.PIPE).stdout
    return list(cycles_of(vcd, 1))


def source(diagram):
    cycles = replayed_cycles(diagram) if diagram.program else directory_cycles()
    begins = next(i for i, cycle in enumerate(cycles)
                  if i > 0 and all(cycle.get(name) == value for name, value in diagram.starts.items()))
    shown = cycles[begins - 1:begins - 1 + diagram.cycles]
    signals = [lane(item, shown) if isinstance(item, str) else
               [item[0], *(lane(name, shown, item[1]) for name in item[1:])] for item in diagram.lanes]
    return json.dumps({"signal": signals, "head": {"text": diagram.title}}, indent=1) + "\n"


def old():
    """Returns the names of the diagrams whose stored source differs from the waves."""
    return [diagram.name for diagram in DIAGRAMS if (diagram.program or shutil.which("iverilog"))
            and (FOLDER / f"{diagram.name}.json").read_text() != source(diagram)]


def main():
    if "--check" in sys.argv[1:]:
        sys.exit(f"old: {' '.join(old())}; python3 rtl/verify/diagrams.py" if old() else 0)
    tools.ready()
    tools.add(tools.DRAWING)
    FOLDER.mkdir(exist_ok=True)
    for diagram in [d for d in DIAGRAMS if d.name.startswith("".join(sys.argv[1:]))]:
        file = FOLDER / f"{diagram.name}.json"
        file.write_text(source(diagram))
        tools.run(["python", "-c", DRAW, str(file), str(file.with_suffix(".svg"))], FOLDER, check=True)
        print(f"wrote {file} and its picture")


if __name__ == "__main__":
    main()
