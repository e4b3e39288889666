#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The documented installation in a temporary clean clone, with all tests of test_install."""

import shutil
import subprocess
import unittest
from pathlib import Path

import test_install
from test_install import TREE, call


class CleanClone(test_install.Install):
    settings = ["CMAKE_BUILD_TYPE=Release"]  # settings of the launcher's preset

    @classmethod
    def install(cls, prefix):
        cls.source = cls.folder / "clean clone"
        cls.build = cls.source / "build" / "release"
        call("git", "clone", "--quiet", TREE, cls.source)
        call("./starnuma", "list", cwd=cls.source, env=cls.environment)
        libraries = [*Path(cls.build).rglob("libsn_retimer_shell.a")]
        if libraries:
            raise AssertionError(f"`list` needs nothing of it and built {libraries}")
        call("./starnuma", "install", prefix, cwd=cls.source, env=cls.environment)
        shutil.rmtree(cls.source)


def load_tests(loader, _tests, _pattern):
    """Excludes the imported tests of test_install."""
    return loader.loadTestsFromTestCase(CleanClone)


if __name__ == "__main__":
    inside = subprocess.run(["git", "-C", TREE, "rev-parse", "HEAD"], capture_output=True, check=False)
    if inside.returncode != 0:
        print("this tree is not a clone")
        raise SystemExit(77)
    unittest.main()
