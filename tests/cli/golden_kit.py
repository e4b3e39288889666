# SPDX-License-Identifier: Apache-2.0
"""Tests in an exported golden kit, which is built once for all tests of a class."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli import CLI


@unittest.skipUnless(shutil.which("verilator"), "there is no Verilator")
class KitTest(unittest.TestCase):
    kit = sources = None  # set by setUpClass

    @classmethod
    def setUpClass(cls):
        cls.kit = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "kit"
        cls.sources = cls.kit / "testbenches" / "golden_kit"
        subprocess.run([CLI, "export", "golden", cls.kit], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["make", "-s"], cwd=cls.kit, check=True)

    def run_in_kit(self, *words, code=0, **options):
        """Returns the output of a command in the kit's folder."""
        done = subprocess.run(words, cwd=self.kit, text=True, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, **options)
        self.assertEqual(done.returncode, code, done.stdout[-4000:])
        return done.stdout


class GoldenTest(KitTest):
    golden = None  # the kit's Python module

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sys.path.insert(0, str(cls.sources))
        import sn_cxl_golden  # pylint: disable=import-outside-toplevel
        cls.golden = sn_cxl_golden
