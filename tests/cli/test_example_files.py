#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The example machines, scenarios and traces run as they are, and the page describes each file."""

import shutil
import unittest

import examples
from cli import CliTest

KINDS = ("machines", "plans", "scenarios", "traces")


class ExampleFiles(CliTest):
    def test_the_page_has_a_sentence_for_each_file_and_no_other(self):
        found = {f"{kind}/{file.name}" for kind in KINDS for file in examples.files_of(kind)}
        self.assertEqual(set(examples.listed()), found)
        for name, link, _ in examples.ROW.findall(examples.PAGE.read_text(encoding="utf-8")):
            self.assertTrue((examples.EXAMPLES / link).is_file(), link)
            self.assertTrue(link.startswith(name), link)

    def test_each_file_passes_check(self):
        for kind in ("machines", "plans", "scenarios"):
            self.good("check", str(examples.EXAMPLES / kind))

    def test_each_machine_is_described_and_runs_a_program(self):
        for file in examples.files_of("machines"):
            with self.subTest(file.name):
                copy = shutil.copy(file, self.folder / "my_machine.yaml")
                self.assertIn("Unloaded latency", self.good("describe", str(copy)))
                self.run_to(file.stem, str(copy), "bfs:scale=8,trials=1")

    def test_each_scenario_runs(self):
        for file in examples.files_of("scenarios"):
            with self.subTest(file.name):
                self.run_to(file.stem, str(file))

    def test_each_trace_is_whole_and_runs(self):
        for trace in examples.files_of("traces"):
            with self.subTest(trace.name):
                self.good("trace", "check", str(trace))
                self.run_to(trace.stem, "starnuma8", f"trace:{trace}")


if __name__ == "__main__":
    unittest.main()
