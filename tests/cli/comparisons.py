# SPDX-License-Identifier: Apache-2.0
"""Helpers of the tests of `compare` and `demo`."""

import json
import os
import shutil
from pathlib import Path

from cli import CliTest


class ComparisonTest(CliTest):
    def comparison(self, name):
        return json.loads((self.folder / name / "compare.json").read_text(encoding="utf-8"))

    def with_published_values(self, name):
        """Returns the machines of a comparison that have a published.json."""
        return sorted(path.parent.name for path in (self.folder / name).glob("*/published.json"))

    def platforms(self, engine=True):
        """Copies the platforms for all further calls of the test, with or without the engine of this tree."""
        home = os.environ["STARNUMA_HOME"]
        self.addCleanup(os.environ.__setitem__, "STARNUMA_HOME", home)
        copy = self.folder / "home"
        shutil.copytree(Path(home) / "platforms", copy / "platforms")
        (copy / "CMakeLists.txt").touch()
        if engine:
            (copy / "build").symlink_to(Path(home) / "build")
        else:
            (copy / "build").mkdir()
        os.environ["STARNUMA_HOME"] = str(copy)
        return copy / "platforms"
