#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Host instructions per LLC miss of a simulation: its speed without a clock.

Valgrind counts them in simulate() on BFS at scale 12. The value is the slope between two numbers of
trials, which excludes the construction of the machine. Equal builds give exactly equal counts.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import goldens

MACHINES = ("baseline16_first_touch", "starnuma16")
TRIALS = (1, 5)
# Disables the C library's choices by the host's processor, and its lazy symbol resolution.
NO_CHOICE = ("AVX512VL AVX2 AVX BMI2 ERMS FSRM FMA MOVBE SSE4_2 SSE4_1 SSSE3 "
             "AVX_Fast_Unaligned_Load").split()


def environment():
    """Returns an environment that is independent of the caller."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "STARNUMA_HOME")
            if name in os.environ}
    tunables = "glibc.cpu.hwcaps=" + ",".join("-" + feature for feature in NO_CHOICE)
    return {**kept, "LD_BIND_NOW": "1", "GLIBC_TUNABLES": tunables}


def run(command, folder):
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True,
                          check=False)


def instructions_in(folder):
    """Returns the count of the process that wrote the results: the last of the simulating processes to end."""
    counts = []
    for file in sorted(folder.glob("count.*"), key=lambda file: file.stat().st_mtime_ns):
        text = file.read_text(encoding="utf-8", errors="replace")
        counts += [int(line.split()[1]) for line in text.splitlines()
                   if line.startswith("totals:")]
    return [count for count in counts if count > 0][-1]


def measure(cli, machine, trials):
    """Returns the host instructions and LLC misses of one run."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        done = run(["valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=count.%p",
                    "--toggle-collect=starnuma::run::simulate(*", cli, "run", machine,
                    f"bfs:scale=12,trials={trials}", "-o", "run"], folder)
        if done.returncode != 0:
            sys.exit(f"{machine}: exit code {done.returncode}\n{done.stderr}")
        stats = json.loads((folder / "run" / "stats.json").read_text(encoding="utf-8"))
        misses = next(stat["value"] for stat in stats if stat["path"] == "run.llc_misses")
        return instructions_in(folder), misses


def per_miss(cli, machine):
    (few, few_misses), (many, many_misses) = (measure(cli, machine, trials) for trials in TRIALS)
    return (many - few) / (many_misses - few_misses)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bless", action="store_true", help="renew the golden numbers")
    options = parser.parse_args()
    build = os.environ.get("STARNUMA_BUILD_TYPE", "Release")
    if build != "Release":
        print(f"skipped: instructions of a {build} build say nothing")
        sys.exit(goldens.SKIPPED)
    if not shutil.which("valgrind"):
        goldens.skip("valgrind is not installed")
    if run(["valgrind", "-q", "--tool=none", "true"], None).returncode != 0:
        goldens.skip("valgrind does not start here")
    cli = os.environ["STARNUMA_CLI"]
    measured = {f"host_instructions_per_llc_miss.{machine}": round(per_miss(cli, machine), 1)
                for machine in MACHINES}
    sys.exit(goldens.judge(measured, options.bless))


if __name__ == "__main__":
    main()
