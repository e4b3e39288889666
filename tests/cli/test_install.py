#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An installed prefix, moved and read-only: its program runs, and external examples build against it. Their
own initiator measures the latencies that describe prints."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from described import latency_rows

BUILD = Path(os.environ["STARNUMA_BUILD"]).resolve()
TREE = Path(__file__).resolve().parents[2]
CMAKE = os.environ["STARNUMA_CMAKE"]
# The example must be compiled like the libraries (sanitizers, coverage).
SETTINGS = os.environ["STARNUMA_CMAKE_SETTINGS"].split("|")

HOMES = {"local": ("s0", 80), "one_hop": ("s1", 130), "two_hop": ("s4", 360), "pool": ("pool", 180)}


LOAD = """
import sys, starnuma
frame = starnuma.load(sys.argv[1])
print(frame[frame.path == "run.amat_unloaded_ns"].value.iloc[0])
"""


def call(*words, **options):
    """Returns stdout of a command that must succeed."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {done.returncode}\n"
                             f"{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    source, build, settings = TREE, BUILD, SETTINGS

    @classmethod
    def install(cls, prefix):
        call(CMAKE, "--install", cls.build, "--prefix", prefix)

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        cls.environment = {name: value for name, value in os.environ.items()
                           if not name.startswith(("STARNUMA", "PYTHON"))}
        cls.environment["XDG_CACHE_HOME"] = str(cls.folder / "cache")
        first = cls.folder / "first place"
        cls.install(first)
        cls.prefix = cls.folder / "moved to here"
        first.rename(cls.prefix)
        # It is read-only even for root, because nothing in it may change.
        cls.set_mode(lambda mode: mode & ~0o222)
        cls.addClassCleanup(cls.set_mode, lambda mode: mode | 0o200)
        cls.installed = cls.state()

    @classmethod
    def tearDownClass(cls):
        written = sorted(str(path) for path, _ in cls.state().items() ^ cls.installed.items())
        if written:
            raise AssertionError(f"the installed folder was written to: {written}")

    @classmethod
    def state(cls):
        return {path: path.lstat().st_mtime_ns for path in [cls.prefix, *cls.prefix.rglob("*")]}

    @classmethod
    def set_mode(cls, change):
        for path in [cls.prefix, *cls.prefix.rglob("*")]:
            path.chmod(change(path.stat().st_mode))

    def program(self, *words):
        return call(self.prefix / "bin" / "starnuma", *words, env=self.environment,
                    cwd=self.folder)

    def row(self):
        """Returns {home: ns} of socket 0 from the installed program's describe."""
        return latency_rows(self.program("describe", "starnuma16"))["s0"]

    def test_the_program_finds_its_machines(self):
        self.assertIn("starnuma16", self.program("list", "machines"))
        row = self.row()
        for home, ns in HOMES.values():
            self.assertEqual(row[home], ns)

    def test_the_program_writes_whole_result_folders(self):
        self.program("run", "starnuma16", "pointer_chase:home=pool,lines=10", "-o", "result")
        self.assertTrue((self.folder / "result" / "report.html").exists())

    def test_rtl_in_the_loop_runs_and_shows_its_signals(self):
        self.program("run", "starnuma16_t16", "bfs:scale=8", "--set", "tracking.impl=rtl",
                     "--rtl-assertions", "--waves", "rtl.fst", "-o", "rtl", "--no-report")
        self.assertTrue((self.folder / "rtl.fst").exists())

    def test_every_shipped_machine_is_described(self):
        machines = re.findall(r"^  (\w+)", self.program("list", "machines"), re.MULTILINE)
        self.assertGreater(len(machines), 20)
        for machine in machines:
            self.program("describe", machine)

    def test_its_schema_and_its_python_package_are_there(self):
        self.assertEqual(json.loads(self.program("schema")),
                         json.loads((self.prefix / "share/starnuma/platforms/schema/"
                                     "starnuma.schema.json").read_text(encoding="utf-8")))
        self.program("run", "starnuma16", "pointer_chase:home=pool,lines=10", "-o", "loaded")
        text = call("/usr/bin/python3", "-B", "-c", LOAD, self.folder / "loaded",
                    env={**self.environment,
                         "PYTHONPATH": str(self.prefix / "share/starnuma/platforms/results")})
        self.assertEqual(text, "180.0\n")

    def test_machines_are_compared_by_the_engine_of_plans(self):
        made = [*(TREE / "build").glob("engine-*/complete")]
        if not made:
            self.skipTest("there is no Snakemake")
        cache = self.folder / "cache" / "starnuma"
        cache.mkdir(parents=True, exist_ok=True)
        for folder in made:
            (cache / folder.parent.name).symlink_to(folder.parent)
        self.program("compare", "baseline16", "starnuma16", "bfs:scale=8", "-o", "compared")
        self.assertTrue((self.folder / "compared" / "report.html").exists())

    def test_what_needs_the_source_tree_says_so_in_one_line(self):
        for words in (("verify", "rtl"), ("verify", "formal"), ("test",), ("install", "x")):
            done = subprocess.run([self.prefix / "bin" / "starnuma", *words], check=False, text=True,
                                  env=self.environment, cwd=self.folder, capture_output=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("source tree", done.stderr)

    def test_the_shipped_traces_are_there_and_run_by_name(self):
        listed = self.program("list", "workloads")
        for name in ("bfs10", "fmi", "poa"):
            self.assertIn(f"\n  trace:{name} ", listed)
            self.program("trace", "check", name)
            self.program("run", "starnuma16", f"trace:{name}", "-o", name, "--no-report")

    def test_the_probe_finds_the_c_program_that_it_builds(self):
        self.program("probe", "--seconds", "1", "--memory", "32", "-o", "box.yaml")
        self.assertTrue((self.folder / "box.yaml").exists())

    def test_a_program_is_traced_and_its_trace_runs(self):
        if not (self.prefix / "lib" / "starnuma" / "starnuma-capture.so").exists():
            self.skipTest("no capture plugin was built")
        self.assertTrue((self.prefix / "include" / "starnuma_roi.h").exists())
        copying = self.prefix / "share" / "doc" / "starnuma" / "COPYING.starnuma-capture"
        self.assertIn("GNU GENERAL PUBLIC LICENSE", copying.read_text(encoding="utf-8"))
        if not shutil.which("qemu-x86_64"):
            self.skipTest("there is no qemu-x86_64")
        self.program("trace", "record", "-o", "true.snt", "--", "/bin/true")
        self.program("run", "starnuma16", "trace:true.snt", "-o", "traced")

    def test_shells_and_man_find_what_is_theirs(self):
        share = self.prefix / "share"
        for shell, path in (("bash", "bash-completion/completions/starnuma"),
                            ("zsh", "zsh/site-functions/_starnuma")):
            self.assertEqual((share / path).read_text(encoding="utf-8"),
                             self.program("completion", shell))
        self.assertEqual((share / "man" / "man1" / "starnuma.1").read_text(encoding="utf-8"),
                         self.program("manual"))

    def test_no_source_and_no_build_folder_is_named_in_the_package(self):
        files = [*(self.prefix / "lib").rglob("*.cmake")]
        self.assertGreaterEqual(len(files), 4)
        for file in files:
            text = file.read_text(encoding="utf-8")
            self.assertNotIn(str(self.build), text, file)
            self.assertNotIn(str(self.source), text, file)

    def test_every_installed_header_finds_what_it_includes(self):
        include = self.prefix / "include" / "starnuma"
        headers = [*include.rglob("*.h")]
        self.assertGreater(len(headers), 50)
        for header in headers:
            for name in re.findall(r'^#include "([^"]+)"', header.read_text(encoding="utf-8"),
                                   re.MULTILINE):
                self.assertTrue((include / name).exists(), f"{header}: {name}")

    def build_example(self, name):
        """Builds a copy in its own folder, out of reach of the tree."""
        source = self.folder / name
        shutil.copytree(self.prefix / "share" / "starnuma" / "examples" / name, source)
        build = self.folder / f"{name}_build"
        call(CMAKE, "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
             *(f"-D{setting}" for setting in self.settings), env=self.environment)
        call(CMAKE, "--build", build, env=self.environment)
        return build

    def test_a_workload_from_outside_runs_and_its_result_repeats_it(self):
        workload = self.build_example("own_workload") / "libhistogram.so"
        self.program("run", "starnuma16", f"{workload}:scale=8,bins=64", "-o", "own")
        settings = (self.folder / "own" / "effective.yaml").read_text(encoding="utf-8")
        self.assertIn(f'workload: "{workload}:scale=8,bins=64"\n', settings)
        self.program("run", "own/effective.yaml", "-o", "again")
        stats = [(self.folder / name / "stats.json").read_bytes() for name in ("own", "again")]
        self.assertEqual(*stats)
        self.assertIn(b"workload.histogram.numbers", stats[0])

    def test_the_example_measures_what_describe_prints(self):
        build = self.build_example("tlm_initiator")
        text = call(build / "chase", "starnuma16", env=self.environment)
        measured = {kind: float(ns) for kind, ns in
                    re.findall(r"^(\w+) node \d+ measured ([0-9.]+) ns", text, re.MULTILINE)}
        row = self.row()
        self.assertEqual(measured, {kind: row[home] for kind, (home, _) in HOMES.items()})


if __name__ == "__main__":
    unittest.main()
