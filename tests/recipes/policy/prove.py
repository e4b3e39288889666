# SPDX-License-Identifier: Apache-2.0
"""The new name is a legal value, and its pages are on the expected nodes."""

import json
import unittest

from cli import CliTest, needs_engine


class Policy(CliTest):
    def test_pages_are_on_the_other_socket(self):
        folder = self.run_to("other", "two_socket", "gups:scale=10,updates=4096",
                             "--set", "placement.policy=next_socket")
        stats = {stat["path"]: stat["value"]
                 for stat in json.loads((folder / "stats.json").read_text())}
        self.assertAlmostEqual(stats["run.placement.local"], 0.5, delta=0.1)
        self.assertIn("policy: next_socket", (folder / "effective.yaml").read_text())

    def test_schema_and_messages_know_the_name(self):
        self.assertIn('"next_socket"', self.good("schema"))
        refused = self.refused("run", "two_socket", "gups:scale=8",
                               "--set", "placement.policy=next_sockt")
        self.assertIn('did you mean "next_socket"?', "".join(refused))

    @needs_engine
    def test_the_bakeoff_has_it(self):
        table = self.good("bakeoff", "gups:scale=8,updates=512", "--machine", "two_socket",
                          "--policies", "next_socket", "-o", "bakeoff")
        self.assertIn("next_socket", table)


if __name__ == "__main__":
    unittest.main()
