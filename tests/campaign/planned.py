# SPDX-License-Identifier: Apache-2.0
"""A small plan in a folder of the test, and programs that replace the real one."""

import json
import os
import stat
import sys
import unittest
from pathlib import Path

from cli import CLI, CliTest
from starnuma.campaign.environment import ENGINE

PLAN = """kind: plan
summary: Links of two speeds on two machines
machines:
  - {name: near, machine: starnuma16}
  - {name: far, machine: starnuma16_switched}
  - {machine: baseline16_first_touch, settings: none}
workloads: ["bfs:scale=8,trials=1"]
settings:
  - {upi.bandwidth: 3 GB/s}
  - {name: fast, upi.bandwidth: 6 GB/s}
seeds: 2
baseline: {machine: baseline16_first_touch}
figures:
  - {value: speedup, rows: setting, marks: machine}
"""
RUNS = 10  # runs of the plan


def need_engine():
    """Skips the test if Snakemake is missing, which install_engine.py installs first."""
    if not ENGINE.is_installed():
        print(f"no Snakemake in {ENGINE.folder()}; the test platform.engine installs it")
        sys.exit(77)


def main():
    need_engine()
    unittest.main()


class PlanTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write("grid.yaml", PLAN)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def results(self):
        """Returns the folders of runs in the cache."""
        return sorted(file.parent for file in self.folder.glob("results/cache/??/*/checksums.json"))

    def report(self, folder="results/grid"):
        """Returns {name: content} of the files of the plan's result folder."""
        return {path.name: path.read_bytes() for path in sorted((self.folder / folder).iterdir())}

    def document(self, folder="results/grid"):
        return json.loads((self.folder / folder / "plan.json").read_text(encoding="utf-8"))

    def plan(self, *words):
        """Runs a plan that must succeed; returns its stderr."""
        code, _, err = self.call("plan", "grid.yaml", *words)
        self.assertEqual(code, 0, err)
        return err

    def stand_in(self, script):
        """Returns a program that executes `script` before each run that is not dry; $REAL is the real
        program."""
        path = self.folder / "stand_in"
        path.write_text(f'#!/bin/sh\nREAL={CLI}\ncase "$*" in *--dry-run*) ;; *)\n{script}\n;; esac\n'
                        'exec "$REAL" "$@"\n', encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def module(self, cli, output="out"):
        """Returns the words that run the plan with another program."""
        (self.folder / output).mkdir(exist_ok=True)
        return [sys.executable, "-B", "-m", "starnuma.campaign", "--cli", str(cli), "--platforms",
                str(Path(os.environ["STARNUMA_HOME"]) / "platforms"), "--cache", "results/cache",
                "--jobs", "2", "--output", output, "grid.yaml"]
