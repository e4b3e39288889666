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
BENCH = "rtl/verify/core_tracking_bench.sv"
TOP = "core_tracking"


def block(language):
    """Returns the guide's only code block of a language."""
    return re.search(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.MULTILINE | re.DOTALL)[1]


def run(command, folder):
    """Runs a command that has to succeed; returns its output."""
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def copy_sources(folder):
    """Copies the guide's files, its module and the bench; returns their names in order of compilation,
    the bench last."""
    files = block("text").split()
    for file in [*files, "rtl/common/common.vlt", BENCH]:
        shutil.copy(tools.ROOT / file, folder)
    Path(folder, f"{TOP}.sv").write_text(block("systemverilog"))
    return [Path(file).name for file in files if file.endswith(".sv")] + [f"{TOP}.sv", Path(BENCH).name]


def must_carry_the_load(output):
    if f"{TOP}: ok" not in output:
        sys.exit(f"the bench reports no success:\n{output}")


def build_and_drive():
    with tempfile.TemporaryDirectory() as folder:
        names = copy_sources(folder)
        # Waivers apply to files in a folder rtl, which does not exist here.
        common = ["verilator", "--assert", "--top-module"]
        run([*common, TOP, "-Wall", "-Wno-SYNCASYNCNET", "--lint-only", *names[:-1]], folder)
        run([*common, f"{TOP}_bench", "--binary", "-O0", "-CFLAGS", "-O0", "--x-initial", "fast", *names],
            folder)
        must_carry_the_load(run([f"obj_dir/V{TOP}_bench"], folder))


def files_of_cores():
    for core in sorted((tools.ROOT / "rtl").rglob("*.core")):
        for file in re.findall(r"\b\w+\.svh?\b", core.read_text()):
            yield str((core.parent / file).relative_to(tools.ROOT))


def main():
    files = block("text").split()
    if sorted(files_of_cores()) != sorted(files):
        sys.exit(f"the cores name {sorted(files_of_cores())}, the guide {sorted(files)}")
    build_and_drive()


if __name__ == "__main__":
    main()
