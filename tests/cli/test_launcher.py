#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The launcher where the build folder cannot be written, and the Python it chooses."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

LAUNCHER = Path(os.environ["STARNUMA_HOME"]) / "starnuma"
CLI = "#!/bin/sh\necho \"cli $STARNUMA_PYTHON $*\"\n"


class Launcher(unittest.TestCase):
    """Its project is a folder with a CLI that only says how it was called."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        shutil.copy(LAUNCHER, self.folder)
        self.build = self.folder / "build" / "release"
        self.build.mkdir(parents=True)
        # Neither can make its logs there, not even root.
        (self.folder / "build" / "log").write_text("no folder", encoding="utf-8")

    def call(self, *words, **environment):
        known = {name: value for name, value in os.environ.items() if name != "STARNUMA_PYTHON"}
        done = subprocess.run([self.folder / "starnuma", *words], capture_output=True, text=True,
                              check=False, env={**known, **environment})
        return done.returncode, done.stdout, done.stderr

    def put_cli(self):
        cli = self.build / "platforms" / "app" / "starnuma"
        cli.parent.mkdir(parents=True)
        cli.write_text(CLI, encoding="utf-8")
        cli.chmod(0o755)
        for name in ("CMakeLists.txt", "CMakePresets.json"):
            (self.folder / name).write_text("", encoding="utf-8")
            os.utime(self.folder / name, (1, 1))
        (self.build / ".stamp").write_text("", encoding="utf-8")

    def refusal(self, *words):
        code, out, err = self.call(*words)
        self.assertEqual((code, out, err.count("\n")), (1, "", 1))
        self.assertTrue(err.startswith(f"starnuma: cannot write to {self.folder}/build: "), err)
        return err

    def test_a_fresh_cli_runs_where_nothing_could_be_built(self):
        self.put_cli()
        code, out, err = self.call("list", "machines")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, "^cli .*python3 list machines\n$")

    def test_a_cli_that_is_not_there_is_named_as_the_problem(self):
        self.assertIn("the CLI is not built and cannot be built there", self.refusal("list"))

    def test_completion_builds_nothing(self):
        self.assertEqual(self.call("completion", "words", "--", "ru"), (0, "", ""))
        self.put_cli()
        os.utime(self.build / ".stamp", (0, 0))
        code, out, err = self.call("completion", "words", "--", "ru")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, "completion words -- ru\n$")

    def test_a_cli_older_than_its_sources_is_named_as_the_problem(self):
        self.put_cli()
        os.utime(self.build / ".stamp", (0, 0))
        self.assertIn("older than its sources and cannot be rebuilt", self.refusal("list"))

    def test_tests_that_cannot_be_built_are_named_as_the_problem(self):
        self.put_cli()
        self.assertIn("the tests cannot be built there", self.refusal("test"))

    def test_the_python_of_the_environment_is_kept(self):
        self.put_cli()
        self.assertEqual(self.call("list", STARNUMA_PYTHON="/my/python"),
                         (0, "cli /my/python list\n", ""))


if __name__ == "__main__":
    unittest.main()
