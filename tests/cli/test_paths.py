#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Paths inside files are relative to the file's folder; results can be repeated from any folder."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from cli import CLI, CliTest, stats

SHIPPED = Path(os.environ["STARNUMA_HOME"]) / "stimulus/trace/example/bfs10.snt"
FILES = {
    "experiment.yaml": "kind: experiment\nmachine: ../machines/own.yaml\n"
                       "workload: \"trace:../traces/one\"\n",
    "programs.yaml": "kind: experiment\nmachine: ../machines/own.yaml\n"
                     "workload: \"trace:../traces/one@socket0 + stream:scale=8@socket1\"\n",
    "scenario.yaml": "kind: scenario\nmachine: ../machines/own.yaml\nprograms:\n"
                     "  - {workload: \"trace:../traces/one\", cores: socket0}\n",
    "same_folder.yaml": "kind: experiment\nmachine: two_socket\nworkload: \"trace:two\"\n",
}
PLAN = """kind: plan
machines: [../machines/own.yaml]
workloads: ["trace:../traces/one"]
"""


class Paths(CliTest):
    def setUp(self):
        super().setUp()
        for folder in ("files", "machines", "traces", "elsewhere"):
            (self.folder / folder).mkdir()
        shutil.copytree(SHIPPED, self.folder / "traces/one")
        shutil.copytree(SHIPPED, self.folder / "files/two")
        (self.folder / "machines/own.yaml").write_text("kind: machine\nextends: two_socket\n")
        for name, text in {**FILES, "plan.yaml": PLAN}.items():
            (self.folder / "files" / name).write_text(text)

    def elsewhere(self, *words):
        done = subprocess.run([CLI, *words], cwd=self.folder / "elsewhere", capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def ran(self, *words):
        code, out, err = self.elsewhere("run", *words, "--no-report")
        self.assertEqual((code, err), (0, ""), out)

    def test_files_are_read_from_their_own_folder(self):
        for name in [*FILES, "plan.yaml"]:
            for place in ("..", str(self.folder)):
                with self.subTest(name, place=place):
                    code, _, err = self.elsewhere("check", f"{place}/files/{name}")
                    self.assertEqual((code, err), (0, ""))

    def test_results_are_repeated_and_explained_from_another_folder(self):
        for name in FILES:
            with self.subTest(name):
                self.ran(f"../files/{name}", "-o", "first")
                first = self.folder / "elsewhere/first"
                self.good("run", str(first / "effective.yaml"), "-o", "second", "--no-report")
                self.assertEqual(stats(first), stats(self.folder / "second"))
                self.assertEqual((first / "effective.yaml").read_text(),
                                 (self.folder / "second/effective.yaml").read_text())
                if os.environ["STARNUMA_WAVES"] == "ON":
                    self.good("explain", str(first), "--worst", "1")

    def test_paths_on_the_command_line_are_from_the_current_folder(self):
        self.ran("two_socket", "trace:../traces/one", "-o", "first")
        self.good("run", "elsewhere/first/effective.yaml", "-o", "second", "--no-report")
        code, _, err = self.elsewhere("run", "two_socket", "trace:traces/one")
        self.assertEqual(code, 2)
        self.assertIn("traces/one", err)

    def test_a_trace_that_has_changed_is_said_in_one_line(self):
        self.ran("../files/experiment.yaml", "-o", "first")
        with (self.folder / "traces/one/trace.json").open("a") as summary:
            summary.write(" ")
        for words in (("run", "elsewhere/first/effective.yaml"), ("explain", "elsewhere/first")):
            code, out, err = self.call(*words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertRegex(err, r"effective\.yaml:\d+:\d+: inputs: .*traces/one.* has changed")

    def test_the_name_of_a_shipped_trace_stays_a_name(self):
        self.ran("two_socket", "trace:bfs10", "-o", "first")
        text = (self.folder / "elsewhere/first/effective.yaml").read_text()
        self.assertIn('workload: "trace:bfs10,', text)
        self.assertNotIn(str(SHIPPED), text)


if __name__ == "__main__":
    unittest.main()
