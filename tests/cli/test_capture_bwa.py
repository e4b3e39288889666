#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Debian's own bwa mem with 64 threads is traced while all processors are kept busy."""

import os
import subprocess
from pathlib import Path

from capture import THREADS, CaptureTest, busy_processors, main

RECIPES = Path(os.environ["STARNUMA_HOME"]) / "stimulus/trace/capture/recipes"
BASES, READS = 1_000_000, 3200


class Bwa(CaptureTest):
    def test_an_unmodified_program_is_traced_on_a_busy_host(self):
        subprocess.run([RECIPES / "make_reads.py", str(BASES), str(READS)], cwd=self.folder,
                       check=True)
        subprocess.run(["bwa", "index", "ref.fa"], cwd=self.folder, check=True,
                       capture_output=True)
        with busy_processors():
            trace, out = self.record("fmi.snt", ("bwa", "mem", "-t", THREADS, "ref.fa", "reads.fq"),
                                     "--slowdown")
        self.assertRegex(out, r"slow-down +[\d.]+: ")
        print("\n".join(line for line in out.splitlines() if line.startswith(("epochs", "slow"))))
        work = [thread["instructions"] for thread in trace["threads"]]
        self.assertGreaterEqual(sum(one > 0.3 * max(work[1:]) for one in work), THREADS)
        self.good("trace", "check", "fmi.snt")


if __name__ == "__main__":
    main("bwa")
