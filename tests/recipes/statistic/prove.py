# SPDX-License-Identifier: Apache-2.0
"""The statistic is in results, with unit and sentence, and writing it declares it."""

import unittest

from cli import CliTest, entries


class Statistic(CliTest):
    def test_results_have_it(self):
        stats = {stat["path"]: stat for stat in entries(
            self.run_to("run", "two_socket", "gups:scale=8"))}
        link = "machine.upi.socket0_socket1.forward."
        longest = stats[link + "longest_wait"]
        self.assertEqual((longest["unit"], longest["description"]),
                         ("ns", "longest wait of a message"))
        self.assertGreaterEqual(longest["value"], stats[link + "mean_wait"]["value"])

    def test_it_is_on_the_page_of_statistics(self):
        self.assertIn("| `machine.<links>.<link>.forward.longest_wait` | ns | longest wait of a "
                      "message |\n", self.good("schema", "--statistics"))


if __name__ == "__main__":
    unittest.main()
