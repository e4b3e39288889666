#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""FuseSoC finds the core of the kit's SVA checker and lints it with Verilator, with each parameter."""

import os
import re
import sys
import unittest
from pathlib import Path

from golden_kit import KitTest

from starnuma.files import BadInput
from starnuma.packages import PackageEnvironment

REQUIREMENTS = Path(__file__).with_name("fusesoc_requirements.txt")
CORE = "starnuma:verification:cxl_mem_bi_checker"
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


class FuseSoc(KitTest):
    programs = None  # folder of fusesoc, set by main

    def lint(self, *parameters, code=0):
        environment = {**os.environ, "HOME": str(self.kit), "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}"}
        return self.run_in_kit("fusesoc", "--cores-root", self.sources, "run", "--target", "lint", CORE, *parameters,
                               code=code, env=environment)

    def test_it_lints_the_checker_and_sets_its_parameters(self):
        self.lint()
        self.lint("--Messages", "3", "--AddressWidth", "46")
        # Without a message the vectors have no width.
        self.assertIn("sn_cxl_mem_bi_checker", self.lint("--Messages", "-1", code=1))

    def test_it_fails_on_a_wrong_source(self):
        rules = self.sources / "sn_cxl_mem_bi_rules.sv"
        text = rules.read_text()
        wrong = re.sub(r"output logic \[\d+:0\] state_o", "output logic [98:0] state_o", text)
        self.assertNotEqual(wrong, text)
        rules.write_text(wrong)
        try:
            self.assertIn("state_o", self.lint(code=1))
        finally:
            rules.write_text(text)


if __name__ == "__main__":
    try:
        FuseSoc.programs = PackageEnvironment("fusesoc", "FuseSoC", REQUIREMENTS).python().parent
    except BadInput as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)
    unittest.main()
