#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Recipes: one command makes the trace of a real program, whose own check passes while it is traced."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from capture import MOST_EPOCHS, THREADS, CaptureTest, main
from cli import CLI

RECIPES = Path(os.environ["STARNUMA_HOME"]) / "stimulus/trace/capture/recipes"


class Recipes(CaptureTest):
    def recipe(self, *words, **environment):
        return subprocess.run([RECIPES / "record.py", *words], cwd=self.folder, text=True,
                              capture_output=True, check=False,
                              env={**os.environ, "STARNUMA": CLI, **environment})

    def made(self, name):
        """Returns the output of a recipe; checks its trace and that it contains no path of this computer."""
        done = self.recipe(name, f"{name}.snt")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("note: the program ended with code", done.stdout)
        used, needed = map(int, re.search(r"epochs +(\d+) used, (\d+) needed", done.stdout).groups())
        self.assertLessEqual(used, MOST_EPOCHS * needed)
        self.assertRegex(done.stdout, rf"threads +\d+, {THREADS} of them with more")
        self.good("trace", "check", f"{name}.snt")
        summary = (self.folder / f"{name}.snt" / "trace.json").read_text(encoding="utf-8")
        self.assertNotIn(str(RECIPES.parents[3]), summary)
        self.assertIn(f'"program": "./{name}"', summary)
        return done.stdout

    def test_look_ups_agree_with_plain_ones(self):
        result, plain = re.search(r"result (\d+), plain (\d+)", self.made("xsbench")).groups()
        self.assertEqual(result, plain)

    def test_conjugate_gradients_come_nearer(self):
        self.assertIn("residual ", self.made("cg"))

    @unittest.skipUnless(Path("/usr/include/spoa/spoa.hpp").exists(), "there is no libspoa-dev")
    def test_consensus_is_near_the_truth(self):
        self.assertIn("64 threads, 6144 bases", self.made("poa"))

    def test_what_is_missing_is_said(self):
        nothing = self.folder / "empty"
        nothing.mkdir()
        for name, said in (("fmi", "there is no bwa: apt-get install bwa"),
                           ("cg", "there is no g++: apt-get install g++")):
            done = subprocess.run([sys.executable, RECIPES / "record.py", name, "x.snt"],
                                  cwd=self.folder, text=True, capture_output=True, check=False,
                                  env={**os.environ, "PATH": str(nothing)})
            self.assertEqual((done.returncode, done.stderr), (1, f"record.py: {said}\n"))


if __name__ == "__main__":
    main("g++")
