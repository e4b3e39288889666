#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""verify protocol --short: the proofs of every test run, with its verdicts as a file."""

import os
import re
import unittest
from pathlib import Path

from cli import CliTest
from junit_cases import cases

PROOFS = 16
STATES = re.compile(r"^  (.+?)  +(\d+) +\d+ +[\d.]+  holds$", re.M)
CAUGHT = re.compile(r"^  (\w+) +caught in +\d+ +steps: ([\w -]+):", re.M)
VERDICTS = Path(os.environ.get("STARNUMA_BUILD", ".")) / "verify_protocol.xml"


class ProtocolShort(CliTest):
    def assert_product(self, one, two):
        """Checks the state counts of independent lines.

        One line has n states, f of them symmetric in the two hosts, thus (n + f) / 2 modulo symmetry. Two
        such lines have (n^2 + f^2) / 2."""
        self.assertTrue(any(n ** 2 + (2 * one - n) ** 2 == 2 * two for n in range(one, 2 * one)),
                        (one, two))

    def test_all_interleavings_hold_every_mutant_falls_and_the_murphi_models_agree(self):
        out = self.good("verify", "protocol", "--short", "--junit", str(VERDICTS))
        self.assertEqual(out.count("  holds\n"), PROOFS, out)
        self.assertNotIn("never:", out)
        states = {name: int(count) for name, count in STATES.findall(out)}
        for agent in ("device", "socket home"):
            self.assert_product(states[f"{agent}, 2 hosts"], states[f"{agent}, 2 hosts x 2 lines"])
        mutants = self.good("verify", "protocol", "--mutants").splitlines()
        caught = CAUGHT.findall(out)
        self.assertEqual([name for name, _ in caught], [line.split()[0] for line in mutants])
        self.assertGreaterEqual(len(mutants), 40)
        self.assertTrue(out.endswith("all holds\n"), out)
        verdicts = cases(VERDICTS)
        self.assertEqual(set(verdicts.values()), {None})
        without_murphi = [name for name in verdicts if not name.startswith("Murphi: ")]
        self.assertEqual(len(without_murphi), PROOFS + 2 + len(mutants))


if __name__ == "__main__":
    unittest.main()
