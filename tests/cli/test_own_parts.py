#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""User parts and machines: searched next to the file that names them, then in STARNUMA_PATH, then among the
shipped ones."""

import os
import unittest
from unittest import mock

from cli import CliTest

PART = "kind: part\nof: upi\nlatency: {latency}\nsource: assumed\n"
MINE = "kind: machine\nextends: starnuma16\nupi: {part: my_link}\n"


class OwnParts(CliTest):
    def latency(self, machine):
        """Returns the latency of a UPI-like link of a machine from `describe`."""
        out = self.good("describe", machine, "--json")
        field = '"path":"upi.latency","value":"'
        self.assertIn(field, out)
        return out.split(field)[1].split('"')[0]

    def searching(self, *folders):
        return mock.patch.dict(os.environ, {"STARNUMA_PATH": ":".join(folders)})

    def test_a_part_next_to_the_file_is_used_and_check_says_where_it_is(self):
        self.write("mine/my_link.yaml", PART.format(latency="31 ns"))
        self.write("mine/mine.yaml", MINE)
        self.assertEqual(self.latency("mine/mine.yaml"), "31 ns")
        self.assertEqual(self.good("check", "mine/mine.yaml"),
                         'mine/mine.yaml:3:13: "my_link" is mine/my_link.yaml\n')

    def test_a_folder_of_the_search_path_is_looked_into_after_the_own_one(self):
        self.write("shelf/my_link.yaml", PART.format(latency="32 ns"))
        self.write("other/my_link.yaml", PART.format(latency="33 ns"))
        self.write("mine/mine.yaml", MINE)
        with self.searching("shelf", "other"):
            self.assertEqual(self.latency("mine/mine.yaml"), "32 ns")
            self.assertIn('"my_link" is shelf/my_link.yaml', self.good("check", "mine/mine.yaml"))
        with self.searching("other", "shelf"):
            self.assertEqual(self.latency("mine/mine.yaml"), "33 ns")
        self.write("mine/my_link.yaml", PART.format(latency="31 ns"))
        with self.searching("shelf"):
            self.assertEqual(self.latency("mine/mine.yaml"), "31 ns")

    def test_an_own_part_hides_a_shipped_one_from_own_files_alone(self):
        self.write("mine/upi.yaml", PART.format(latency="31 ns"))
        self.write("mine/mine.yaml", MINE.replace("my_link", "upi"))
        self.assertEqual(self.good("check", "mine/mine.yaml"),
                         'mine/mine.yaml:3:13: "upi" is mine/upi.yaml, not the shipped one\n')
        shipped = self.latency("starnuma16")
        with self.searching("mine"):
            self.assertEqual(self.latency("starnuma16"), shipped)
            self.assertEqual(self.latency("mine/mine.yaml"), "31 ns")

    def test_an_own_machine_may_extend_the_shipped_one_of_its_name(self):
        self.write("starnuma16.yaml", "kind: machine\nextends: starnuma16\nupi: {latency: 41 ns}\n")
        self.write("mine.yaml", "kind: machine\nextends: starnuma16\n")
        self.assertEqual(self.latency("starnuma16.yaml"), "41 ns")
        self.assertEqual(self.latency("mine.yaml"), "41 ns")

    def test_a_machine_of_the_search_path_has_a_name_on_the_command_line(self):
        self.write("shelf/mine.yaml", "kind: machine\nextends: starnuma16\nupi: {latency: 42 ns}\n")
        with self.searching("shelf"):
            self.assertEqual(self.latency("mine"), "42 ns")

    def test_a_part_that_nobody_has_is_compared_with_the_own_ones_too(self):
        self.write("my_lnik.yaml", PART.format(latency="31 ns"))
        self.write("mine.yaml", MINE)
        self.assertIn('unknown part "my_link", did you mean "my_lnik"?',
                      self.refused("check", "mine.yaml")[0])

    def test_a_result_needs_the_own_part_no_more(self):
        self.write("my_link.yaml", PART.format(latency="31 ns"))
        self.write("mine.yaml", MINE)
        self.run_to("first", "mine.yaml", "bfs:scale=8")
        (self.folder / "my_link.yaml").unlink()
        self.run_to("second", "first/effective.yaml")
        stats = [(self.folder / name / "stats.json").read_bytes() for name in ("first", "second")]
        self.assertEqual(stats[0], stats[1])


if __name__ == "__main__":
    unittest.main()
