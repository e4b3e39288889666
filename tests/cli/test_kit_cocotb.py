#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The cocotb agents of the golden kit with Verilator: the examples pass and find the planted faults."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from golden_kit import KitTest

from starnuma.files import BadInput
from starnuma.packages import PackageEnvironment

REQUIREMENTS = Path(os.environ["STARNUMA_HOME"], "testbenches", "golden_kit", "requirements.txt")
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
MAKE_FAILS = 2  # exit code of make after a failed command
MOST_LINES = 60  # lines per example


class Cocotb(KitTest):
    programs = None  # folder of cocotb-config, set by main

    def simulate(self, module, top, *settings, code=0):
        """Returns the output of a cocotb test."""
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        return self.run_in_kit("make", "-s", "-f", "testbenches/golden_kit/cocotb.mk", f"MODULE={module}",
                               f"TOPLEVEL={top}", *settings, code=code,
                               env={**os.environ, "PATH": path})

    def test_hosts_find_the_planted_faults_of_a_device_and_of_the_directory_rtl(self):
        for device in ("clocked_device", "clocked_directory"):
            said = self.simulate("example_cocotb", device)
            self.assertRegex(said, r"\d{5} messages, no violation\n")
            self.assertIn("TESTS=1 PASS=1 FAIL=0", said)
            for fault, rule in ((1, "grant_of_directory"), (2, "latest_data"), (3, "grant_of_directory")):
                said = self.simulate("example_cocotb", device, f"PLUSARGS=+fault={fault}", code=MAKE_FAILS)
                self.assertRegex(said, rf"Violation: \w+ of host \d, line 0x\w+, violates {rule}: ")
                self.assertIn("TESTS=1 PASS=0 FAIL=1", said)

    def test_a_device_serves_hosts(self):
        said = self.simulate("example_cocotb_hosts", "clocked_hosts")
        self.assertIn("TESTS=1 PASS=1 FAIL=0", said)

    def test_counts_of_the_tracking_blocks_reach_another_host(self):
        said = self.simulate("example_cocotb_tracking", "tracked_pool")
        self.assertIn("TESTS=1 PASS=1 FAIL=0", said)

    def test_examples_are_short(self):
        for file in self.sources.glob("example_cocotb*.py"):
            self.assertLess(len(file.read_text().splitlines()), MOST_LINES, file)


if __name__ == "__main__":
    try:
        python = PackageEnvironment("cocotb", "cocotb", REQUIREMENTS).python()
        if not subprocess.run([python, "-m", "find_libpython"], check=True, stdout=subprocess.PIPE).stdout.strip():
            raise BadInput("there is no shared library of Python")
    except BadInput as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)
    Cocotb.programs = python.parent
    unittest.main()
