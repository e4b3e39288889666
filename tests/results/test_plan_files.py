#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Plans are checked before anything runs: columns, names, what they extend, the size of the grid."""

import os
import tempfile
import time
import unittest
from pathlib import Path

from starnuma.campaign.checks import MOST_RUNS
from starnuma.campaign.plan import read_plan
from starnuma.files import BadInput

PLATFORMS = Path(__file__).resolve().parents[2] / "platforms"
HEAD = "kind: plan\nmachines: [starnuma16]\nworkloads: [kv]\n"


class PlanFiles(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def write(self, text, name="plan.yaml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def refusal(self, text):
        """The message for a plan that must be refused."""
        with self.assertRaises(BadInput) as refused:
            read_plan(self.write(text), PLATFORMS)
        return str(refused.exception)

    def test_a_misspelt_column_is_refused_with_the_nearest_statistic(self):
        for column, near in {"run.amat_n": "run.amat_ns", "sped-up": "speedup",
                             "run.latncy.dram_queue_ns": "run.latency.dram_queue_ns",
                             "program.kv.amat": "program."}.items():
            with self.subTest(column):
                said = self.refusal(f"{HEAD}columns: [run.ipc, {column}]\n")
                self.assertRegex(said, r"plan\.yaml:4:20: plan\.columns\.1: expected a statistic")
                self.assertIn(near, said)

    def test_declared_statistics_of_runs_programs_and_hosts_are_columns(self):
        read_plan(self.write(HEAD + "columns: [run.time_ns, program.kv0.amat_ns, run.class.pool.latency.p99, "
                             "machine.pool.device.dev_load.severe, program.kv.migration.completed]\n"), PLATFORMS)

    def test_a_machine_next_to_the_plan_is_found_by_its_name(self):
        self.write("kind: machine\nextends: starnuma16\n", "mine.yaml")
        plan = read_plan(self.write(HEAD.replace("starnuma16", "mine, starnuma16")), PLATFORMS)
        self.assertEqual([machine.target for machine in plan.machines],
                         [str(self.folder / "mine.yaml"), "starnuma16"])

    def test_a_plan_does_not_take_itself_for_a_machine(self):
        plan = read_plan(self.write(HEAD, "starnuma16.yaml"), PLATFORMS)
        self.assertEqual(plan.machines[0].target, "starnuma16")

    def test_a_plan_next_to_it_is_extended_by_name(self):
        self.write("kind: plan\nseeds: 3\n", "other.yaml")
        self.assertEqual(read_plan(self.write(HEAD + "extends: other\n"), PLATFORMS).seeds, (1, 2, 3))

    def test_what_is_no_file_is_not_extended(self):
        os.mkfifo(self.folder / "pipe")
        for other, what in {"/dev/zero": "a device", "pipe": "a pipe", ".": "a folder", '""': "a folder",
                            "plan": "extends this file"}.items():
            with self.subTest(other):
                said = self.refusal(f"{HEAD}extends: {other}\n")
                self.assertRegex(said, r"plan\.yaml:4:1: plan\.extends: ")
                self.assertIn(what, said)

    def test_a_chain_of_files_has_an_end(self):
        for i in range(40):
            self.write(f"kind: plan\nextends: f{i + 1}\n", f"f{i}.yaml")
        self.assertIn("more than 16 files", self.refusal(HEAD + "extends: f0\n"))

    def test_a_large_grid_is_refused_soon_with_its_count(self):
        settings = ", ".join(f"{{upi.bandwidth: {i} GB/s}}" for i in range(1, MOST_RUNS // 100 + 2))
        start = time.process_time()
        self.assertIn("10,100 runs, expected 10,000 at most",
                      self.refusal(f"{HEAD}seeds: 100\nsettings: [{settings}]\n"))
        self.assertLess(time.process_time() - start, 5)

    def test_a_grid_at_the_limit_passes(self):
        settings = ", ".join(f"{{upi.bandwidth: {i} GB/s}}" for i in range(1, MOST_RUNS // 100 + 1))
        plan = read_plan(self.write(f"{HEAD}seeds: 100\nsettings: [{settings}]\n"), PLATFORMS)
        self.assertEqual(plan.number_of_runs(), MOST_RUNS)

    def test_sweeps_and_seeds_of_experiments_are_checked(self):
        head = "kind: experiment\nmachine: starnuma16\nworkload: kv\n"
        for text, part in {"sweep: 5": "expected a mapping", "sweep: {}": "which is missing",
                           "seed: -1": "whole number", "summary: []": "expected a text",
                           "sweep: {field: a, values: [1, 1]}": "each value once",
                           "sweep: {fields: a, values: [1, 2]}": 'did you mean "field"'}.items():
            with self.subTest(text):
                self.assertIn(part, self.refusal(head + text + "\n"))


if __name__ == "__main__":
    unittest.main()
