#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""fit: machines from boxes, one measured here and some handwritten."""

import re
import unittest
from pathlib import Path

import boxes
import yaml
from cli import CliTest

SAMPLES = sorted((Path(__file__).parent / "measurements").iterdir())
ROW = re.compile(r"^(idle|100 % reads), (\d) to (\d) +([\d.]+) +([\d.]+) (?:ns|GB/s)", re.MULTILINE)
SHORT = ("--seconds", "4", "--memory", "64")


def rows(text):
    """Returns {(quantity, requesting node, memory node): (box, machine)} of the residual table."""
    return {(what, int(a), int(b)): (float(box), float(machine))
            for what, a, b, box, machine in ROW.findall(text)}


class Fit(CliTest):
    def fitted(self, box):
        """Fits a machine, checks it, and returns its residual table."""
        table = self.good("fit", box, "-o", "machine.yaml")
        self.assertEqual(self.call("check", "machine.yaml"), (0, "", ""))
        self.good("describe", "machine.yaml")
        found = rows(table)
        for line in table.splitlines():
            if ROW.match(line):
                self.assertIn(f"# {line}", (self.folder / "machine.yaml").read_text("utf-8"))
        return found

    def assert_near(self, found, rates):
        """Expects idle latencies within 2 %, and bandwidths of the nodes `rates` within 10 %."""
        for (what, asks, answers), (box, machine) in found.items():
            if what == "idle":
                self.assertAlmostEqual(machine, box, delta=0.02 * box)
            elif (asks, answers) in rates:
                self.assertAlmostEqual(machine, box, delta=0.10 * box)

    def probed_and_fitted(self):
        """Returns the residuals of this computer's machine, and the first node with cores."""
        self.good("probe", *SHORT, "-o", "box.yaml")
        self.assertEqual(self.call("check", "box.yaml"), (0, "", ""))
        box = yaml.safe_load((self.folder / "box.yaml").read_text(encoding="utf-8"))
        found = self.fitted("box.yaml")
        self.assertEqual({(a, b) for what, a, b in found if what == "idle"},
                         {(pair["cpus"], pair["memory"]) for pair in box["idle_latency"]})
        return found, box["idle_latency"][0]["cpus"]

    def test_the_computer_that_this_runs_on(self):
        # Other load during the probe differs between the figures of the box.
        for last in (False, False, True):
            found, first = self.probed_and_fitted()
            try:
                return self.assert_near(found, {(first, first)})
            except AssertionError:
                if last:
                    raise

    def test_one_socket(self):
        boxes.write(self.folder / "box.yaml", boxes.ONE_SOCKET)
        found = self.fitted("box.yaml")
        self.assertEqual(len(found), 2)
        self.assert_near(found, {(0, 0)})

    def test_a_last_level_cache_that_is_slow_next_to_memory(self):
        boxes.write(self.folder / "box.yaml", boxes.SLOW_LAST_LEVEL_CACHE)
        self.assert_near(self.fitted("box.yaml"), {(0, 0)})

    def test_two_sockets_and_a_node_without_cores(self):
        boxes.write(self.folder / "box.yaml", boxes.TWO_SOCKETS_AND_EXPANDER)
        found = self.fitted("box.yaml")
        self.assertEqual(sum(what == "idle" for what, _, _ in found), 6)
        self.assert_near(found, {(a, b) for a in (0, 1) for b in (0, 1, 2)})

    def test_a_box_from_texts_of_other_tools(self):
        self.good("fit", "--from", *map(str, SAMPLES))
        found = self.fitted("my_box.yaml")
        self.assertEqual(sum(what == "idle" for what, _, _ in found), 6)
        for box, machine in found.values():
            self.assertAlmostEqual(machine, box, delta=0.05 * box)

    def test_what_is_no_box_is_refused(self):
        (self.folder / "machine.yaml").write_text("kind: machine\n", encoding="utf-8")
        old = {**boxes.ONE_SOCKET, "version": 7}
        boxes.write(self.folder / "old.yaml", old)
        for file, part in (("machine.yaml", "expected box"), ("old.yaml", "expected 1"),
                           ("gone.yaml", "gone.yaml")):
            code, out, err = self.call("fit", file)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(part, err)
        self.assertFalse((self.folder / "my_machine.yaml").exists())


if __name__ == "__main__":
    unittest.main()
