#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bench: every row has a verdict, and the queueing contract is met."""

import unittest

from cli import CliTest
from junit_cases import cases


class Bench(CliTest):
    def test_waits_are_those_of_queueing_theory_and_of_first_come_first_served(self):
        code, out, err = self.call("bench", "queueing", "--messages", "2000000", "--junit", "v.xml")
        self.assertEqual((code, err), (0, ""), out)
        self.assertEqual(out.count("pass"), 26, out)
        verdicts = cases(self.folder / "v.xml")
        self.assertEqual((len(verdicts), set(verdicts.values())), (26, {None}))
        self.assertNotIn("short", out)

    def test_speed_is_stated_in_plain_calls_of_the_same_run_next_to_what_is_accepted(self):
        code, out, err = self.call("bench", "speed", "--scale", "8", "--loads", "4000")
        self.assertIn(code, (0, 1), err)
        self.assertEqual(code, 1 if "short" in out else 0)
        bounds = [line for line in out.splitlines() if "<=" in line or ">=" in line]
        self.assertEqual(len(bounds), 4, out)
        self.assertTrue(all(line.endswith(("pass", "short")) for line in bounds), out)
        accepted = [line for line in out.splitlines() if "accepted: " in line]
        self.assertEqual(len(accepted), 2, out)
        self.assertTrue(all("M/s" in line and "starnuma16" in line for line in accepted), out)
        for what in ("host time per LLC miss", "the same without L1 hits"):
            self.assertEqual(sum(line.strip().startswith(what) for line in out.splitlines()), 2, out)
        costs = out[out.index("Costs in ") :].splitlines()[1:]
        for what in ("statistics", "time series", "waves", "quantum of 20 ns", "quantum of 1 us"):
            self.assertEqual(sum(line.strip().startswith(what) for line in costs), 1, out)

    def test_an_unknown_bench_is_one_line_with_the_nearest_name(self):
        code, out, err = self.call("bench", "sped")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, 'bench: unknown bench "sped", did you mean "speed"?\n')


if __name__ == "__main__":
    unittest.main()
