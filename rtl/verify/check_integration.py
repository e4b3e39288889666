#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The files of docs/guide/integrate-the-rtl.md are complete. In an empty folder with its top module they
lint, build and carry a load to memory. The FuseSoC cores name the same files."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tools

GUIDE = tools.ROOT / "docs" / "guide" / "integrate-the-rtl.md"
MAIN = """
#include <verilated.h>
#include "Vcore_tracking.h"
int main() {
  Vcore_tracking top;
  const auto cycle = [&] { top.clk_i = 0; top.eval(); top.clk_i = 1; top.eval(); };
  top.rst_ni = 0;
  cycle();
  top.rst_ni = 1;
  top.enable_i = 1;
  top.count_max_i = 0xffff;
  top.base_i[5] = 0x4000;
  top.region_shift_i = 7;
  top.socket_i = 3;
  top.req_ready_i = 1;
  for (int i = 0; i < 100 && !top.idle_o; ++i) cycle();
  top.load_slot_i = top.event_slot_i = 9;
  for (int i = 0; i < 3; ++i) { top.load_valid_i = 1; cycle(); }
  top.load_valid_i = 0;
  top.event_valid_i = 1;
  top.event_kind_i = 1;  // eviction
  top.event_space_i = 5;
  top.event_page_i = 2 << 7;
  cycle();
  top.event_valid_i = 0;
  for (int i = 0; i < 20; ++i) {
    top.clk_i = 0;
    top.rsp_valid_i = top.rsp_ready_o;
    top.rsp_word_i = (4 << 16) | 1;
    top.eval();
    const bool write = top.req_valid_o && top.req_kind_o == 1;
    if (write) return top.req_address_o == 0x4008 && top.req_word_o == ((7 << 16) | 9) ? 0 : 1;
    top.clk_i = 1;
    top.eval();
  }
  return 2;
}
"""


def block(language):
    """Returns the guide's only code block of a language."""
    return re.search(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.MULTILINE | re.DOTALL)[1]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")


def build_and_drive(files):
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            shutil.copy(tools.ROOT / file, folder)
        shutil.copy(tools.ROOT / "rtl" / "common" / "common.vlt", folder)
        Path(folder, "core_tracking.sv").write_text(block("systemverilog"))
        Path(folder, "main.cpp").write_text(MAIN)
        # Waivers apply to files in a folder rtl, which does not exist here.
        names = [Path(file).name for file in files if file.endswith(".sv")] + ["core_tracking.sv"]
        common = ["verilator", "-Wall", "-Wno-SYNCASYNCNET", "--assert", "--top-module", "core_tracking"]
        run([*common, "--lint-only", *names], folder)
        run([*common, "--cc", "--exe", "--build", "-O0", "-CFLAGS", "-O0", "--x-initial", "fast",
             *names, "main.cpp"], folder)
        run(["obj_dir/Vcore_tracking"], folder)


def files_of_cores():
    for core in sorted((tools.ROOT / "rtl").rglob("*.core")):
        for file in re.findall(r"\b\w+\.svh?\b", core.read_text()):
            yield str((core.parent / file).relative_to(tools.ROOT))


def main():
    files = block("text").split()
    if sorted(files_of_cores()) != sorted(files):
        sys.exit(f"the cores name {sorted(files_of_cores())}, the guide {sorted(files)}")
    build_and_drive(files)


if __name__ == "__main__":
    main()
