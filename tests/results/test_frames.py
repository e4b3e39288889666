#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Result folders as frames: their contents, by PYTHONPATH and after pip install from the tree."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import sample
import starnuma
from sample import statistics, write_run

ROOT = sample.PACKAGE.parents[1]


class Frames(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.demo = self.folder / "demo"
        for name, pool, policy in (("baseline16", False, "none"), ("starnuma16", True, "oracle")):
            run = write_run(self.demo / name, name, statistics(pool),
                            f", placement: {{policy: {policy}, region: 4 KiB}}")
            sample.write_intervals(run, 5)
            sample.write_phases(run)
            sample.write_profile(run)
            sample.write_worst(run)

    def test_load_gives_every_statistic_with_the_settings_of_its_run(self):
        frame = starnuma.load(self.demo)
        self.assertEqual(list(frame.columns), ["run", "path", "value", "unit", "machine",
                                               "workload", "seed", "machine.placement.policy"])
        stats = len(statistics(False)) + len(statistics(True))
        self.assertEqual(len(frame[~frame.path.str.contains(".profile.", regex=False)]), stats)
        amat = frame[frame.path == "run.amat_ns"].set_index("run")
        self.assertEqual(amat.value.to_dict(), {"baseline16": 817.0, "starnuma16": 408.5})
        self.assertEqual(amat.unit["starnuma16"], "ns")
        self.assertEqual(amat.seed["starnuma16"], 7)
        self.assertEqual(amat["machine.placement.policy"]["starnuma16"], "oracle")

    def test_settings_may_be_all_or_named(self):
        self.assertIn("machine.placement.region", starnuma.load(self.demo, "all").columns)
        named = starnuma.load(self.demo, ["machine.socket.count"])
        self.assertEqual(list(named.columns)[-1], "machine.socket.count")
        self.assertEqual(starnuma.settings(self.demo)["machine.socket.cores"].tolist(), [4, 4])

    def test_series_latencies_and_slowest_accesses_are_frames(self):
        self.assertEqual(len(starnuma.intervals(self.demo)), 10)
        self.assertEqual(starnuma.phases(self.demo).groupby("run").phase.max().tolist(), [7, 7])
        self.assertEqual(starnuma.profile(self.demo).touched_pages.max(), 46)
        classes = starnuma.latencies(self.demo)
        self.assertEqual(classes[classes["class"] == "pool"].p99.tolist(), [0.0, 600 * .62 * 4])
        ledger = starnuma.ledger(self.demo)
        self.assertEqual(ledger[ledger.run == "baseline16"].ns.sum(), 858)
        self.assertEqual(ledger[ledger.contention & (ledger.run == "baseline16")].ns.sum(), 570)
        worst = starnuma.worst(self.demo)
        self.assertEqual(worst.loc[0, ["run", "core", "home", "upi_queue_ns"]].tolist(),
                         ["baseline16", "socket7.core1", "socket2", 170.0])
        self.assertEqual(starnuma.descriptions(self.demo)["run.ipc"], "What run.ipc <means>.")
        self.assertTrue(starnuma.loaded_latency(self.demo).empty)

    def test_load_reads_the_folder_of_a_plan(self):
        row = {"machine": "m", "policy": "", "setting": "s", "workload": "kv", "runs": ["aa", "bb"],
               "columns": {"run.ipc": {"mean": 1.5, "by_seed": [1, 2]}}}
        file = self.folder / "plan.json"
        file.write_text(json.dumps({"seeds": [1, 2], "rows": [row]}), encoding="utf-8")
        frame = starnuma.load(self.folder)
        self.assertEqual(frame.value.tolist(), [1, 2])
        self.assertEqual(frame.seed.tolist(), [1, 2])
        self.assertEqual(frame.loc[1, ["run", "path", "machine", "setting", "workload"]].tolist(),
                         ["bb", "run.ipc", "m", "s", "kv"])
        self.assertIn("run.amat_ns", set(starnuma.load([self.folder, self.demo]).path))
        for text in ("5", "[]", '{"seeds": [1], "rows": [5]}', '{"seeds": [1], "rows": [{"columns": 5}]}'):
            file.write_text(text, encoding="utf-8")
            with self.assertRaisesRegex(starnuma.BadInput, "plan.json"):
                starnuma.load(self.folder)

    def test_folders_of_one_name_are_told_apart_by_their_paths(self):
        shutil.copytree(self.demo, self.folder / "again")
        runs = starnuma.settings([self.demo, self.folder / "again"]).index
        self.assertEqual(len(set(runs)), 4)
        self.assertIn((self.demo / "baseline16").as_posix(), runs)

    def test_what_is_no_result_folder_is_said(self):
        with self.assertRaisesRegex(starnuma.BadInput, "nowhere: neither a result folder"):
            starnuma.load(self.folder / "nowhere")

    def test_the_example_of_the_guide_runs(self):
        page = (ROOT / "docs" / "guide" / "results-as-data.md").read_text()
        code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
        (self.folder / "results").mkdir()
        self.demo.rename(self.folder / "results" / "demo")
        self.run_python(code, PYTHONPATH=str(sample.PACKAGE))

    def test_a_report_loads_no_pandas(self):
        code = ("import sys, starnuma; from starnuma.report import run_page\n"
                "assert 'pandas' not in sys.modules")
        self.run_python(code, PYTHONPATH=str(sample.PACKAGE))

    def test_pip_installs_it_from_the_tree(self):
        for tool in ("pip", "setuptools", "wheel"):
            if importlib.util.find_spec(tool) is None:
                self.skipTest(f"no python3-{tool}")
        source = self.folder / "source"  # pip writes files into the source folder
        shutil.copytree(sample.PACKAGE, source, ignore=shutil.ignore_patterns("build", "*.egg-*"))
        target = self.folder / "installed"
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps",
                        "--no-build-isolation", "--no-index", "--target", target, source],
                       check=True, capture_output=True, text=True)
        page = self.folder / "page.html"
        self.run_python(f"import starnuma; print(starnuma.load({str(self.demo)!r}))",
                        PYTHONPATH=str(target))
        subprocess.run([sys.executable, "-m", "starnuma.report", self.demo / "baseline16", "-o",
                        page], check=True, env={"PYTHONPATH": str(target)}, cwd=self.folder)
        self.assertIn("Headline", page.read_text())

    def test_its_version_is_the_projects(self):
        project = re.search(r"project\(starnuma VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f'version = "{project}"', (sample.PACKAGE / "pyproject.toml").read_text())

    def run_python(self, code, **environment):
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True,
                              check=False, cwd=self.folder, env={**os.environ, **environment})
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
