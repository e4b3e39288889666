# SPDX-License-Identifier: Apache-2.0
"""The new program is listed, runs on both machines, and its result is checked (exit code 1 if wrong)."""

import unittest

from cli import CliTest, stats


class Kernel(CliTest):
    def test_it_runs_like_any_other_workload(self):
        self.assertIn("prefix sums by blocks", self.good("list"))
        for machine in ("baseline16", "starnuma16"):
            with self.subTest(machine):
                values = stats(self.run_to("run", machine, "scan:scale=12"))
                self.assertEqual(values["workload.scan.numbers"], 12 << 12)
                self.assertEqual(values["run.work_units"], 12 << 12)
                self.assertGreater(values["run.llc_misses"], 0)

    def test_its_options_are_checked(self):
        self.assertIn("legal: 8..28", "\n".join(self.refused("run", "starnuma16", "scan:scale=7")))


if __name__ == "__main__":
    unittest.main()
