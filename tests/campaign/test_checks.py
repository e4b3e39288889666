#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes in an experiment that a plan reads: each has one line with file, line, key and expectation."""

import tempfile
import unittest
from pathlib import Path

from starnuma.campaign.plan import read_plan
from starnuma.files import BadInput

PLATFORMS = Path(__file__).resolve().parents[2] / "platforms"
HEAD = "kind: experiment\nmachine: starnuma16\nworkload: bfs\n"


class Experiment(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "e.yaml"
            path.write_text(text, encoding="utf-8")
            try:
                return read_plan(path, PLATFORMS)
            except BadInput as error:
                return [line.removeprefix(f"{folder}/") for line in str(error).split("\n")]

    def test_a_valid_one_has_a_setting_for_each_value(self):
        plan = self.read(f"{HEAD}sweep: {{field: socket.cores, also: rob, values: [2, [1, 2]]}}\nseed: 3\n")
        self.assertEqual([entry.sets for entry in plan.settings],
                         [{"socket.cores": "2", "rob": "2"}, {"socket.cores": "[1, 2]", "rob": "[1, 2]"}])
        self.assertEqual(plan.seeds, (3,))

    def test_each_violation_of_the_schema_is_named_at_its_place(self):
        self.assertEqual(self.read(f"{HEAD}summary: [a]\nseed: -1\nsweep: {{feild: x, also: [y], values: 3}}\n"), [
            "e.yaml:4:1: experiment.summary: expected a text: one line, printed by starnuma list, found a list",
            'e.yaml:5:1: experiment.seed: expected a whole number: seed of the workload, found "-1"',
            "e.yaml:6:1: experiment.sweep: expected field, which is missing",
            'e.yaml:6:9: experiment.sweep.feild: unknown key, did you mean "field"?',
            "e.yaml:6:19: experiment.sweep.also: expected a text: path of another field that is set to the same, "
            "found a list",
            'e.yaml:6:30: experiment.sweep.values: expected a list: values of the field, one run each, found "3"'])

    def test_plans_refuse_more_than_the_schema_does(self):
        self.assertEqual(self.read(
            f"kind: experiment\nmachine: {{extends: starnuma16}}\nseed: {2**64}\n"
            "sweep: {field: x, values: [{a: 1}, 1, '1']}\n"), [
                "e.yaml:1:1: experiment.workload: expected a name, which plans need",
                "e.yaml:2:1: experiment.machine: expected a name, which plans need, found a mapping",
                f'e.yaml:3:1: experiment.seed: expected a whole number of 0 to {2**64 - 1}, found "{2**64}"',
                "e.yaml:4:19: experiment.sweep.values: expected values, found a mapping",
                "e.yaml:4:19: experiment.sweep.values: expected each value once"])


if __name__ == "__main__":
    unittest.main()
