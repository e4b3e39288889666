# SPDX-License-Identifier: Apache-2.0
"""Calls the program in an empty folder of the test's own and reads what it leaves there."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

CLI = os.environ["STARNUMA_CLI"]

# What a build with sanitizers says once of the stacks that SystemC makes for its threads.
STACK_NOTICE = re.compile(r"==\d+==WARNING: ASan is ignoring requested __asan_handle_no_return"
                          r"(.*\n)*?For details see .*/sanitizers/issues/189\n")


class CliTest(unittest.TestCase):
    """Each test works in an empty folder."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def call(self, *words):
        """Exit code, stdout and stderr of one call."""
        done = subprocess.run([CLI, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout, STACK_NOTICE.sub("", done.stderr)

    def good(self, *words):
        """stdout of a call that must succeed in silence on stderr."""
        code, out, err = self.call(*words)
        self.assertEqual((code, err), (0, ""), " ".join(words))
        return out

    def run_to(self, name, *words):
        """The result folder `name` of `run words`."""
        self.good("run", *words, "-o", name)
        return self.folder / name

    def written(self):
        """Everything in the test's folder, by path."""
        return sorted(path.relative_to(self.folder).as_posix()
                      for path in self.folder.rglob("*"))


def stats(folder):
    """Values of a result folder's stats.json by path."""
    return {stat["path"]: stat["value"] for stat in entries(folder)}


def entries(folder):
    return json.loads((folder / "stats.json").read_text(encoding="utf-8"))
