#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile plans, boxes and result folders, drawn with a fixed seed: each is either accepted or refused
with one line per mistake, soon, and nothing is written. Code of the package is called in this process."""

import json
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))

import boxes  # noqa: E402
from hostile import SEED, texts  # noqa: E402
from starnuma.advise.model import job_of  # noqa: E402
from starnuma.campaign.plan import read_plan  # noqa: E402
from starnuma.files import BadInput, printable  # noqa: E402
from starnuma.fit.box import load as load_box  # noqa: E402
from starnuma.fit.machine import first_guess, text_of  # noqa: E402
from starnuma.result_folder import load_run  # noqa: E402

PLATFORMS = ROOT / "platforms"
OF_EACH, MOST_SECONDS = 120, 2
PLAN = {"kind": "plan", "summary": "s", "machines": ["starnuma16", {"name": "b", "machine": "baseline16",
        "set": {"upi.bandwidth": "3 GB/s"}}], "workloads": ["kv:scale=10"], "policies": ["first_touch"],
        "settings": [{"name": "slow", "upi.bandwidth": "3 GB/s"}], "seeds": 2, "baseline": {"machine": "b"},
        "columns": ["speedup", "run.ipc"], "figures": [{"value": "speedup", "rows": "machine"}],
        "sizes": {"ci": {"seeds": 1}}, "differences": {"within": 5}, "sampling": {"shares": [10], "warm_up": 5}}
STATS = [{"path": path, "value": value, "unit": "ns", "description": "d"} for path, value in {
    "run.time_ns": 100, "run.amat_ns": 200, "run.latency.dram_queue_ns": 10,
    "machine.pool.memory0.utilisation": 0.5}.items()]


class HostileInputs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.refused = 0

    def hold(self, text, read):
        """read() accepts the input or raises BadInput with printable lines, and writes nothing."""
        before = sorted(self.folder.rglob("*"))
        start = time.process_time()
        try:
            read()
        except BadInput as error:
            self.refused += 1
            lines = str(error).split("\n")
            self.assertEqual(lines, [printable(line) for line in lines], text[:500])
            self.assertTrue(all(line.strip() and len(line) < 1000 for line in lines), lines)
            self.assertEqual(error.code, 2)
        self.assertLess(time.process_time() - start, 5 * MOST_SECONDS, text[:500])
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def each(self, name, tree, read, least=OF_EACH // 2):
        """Reads mutants of a good file and texts of other kinds; at least `least` of them are refused."""
        file = self.folder / name
        for i, text in enumerate(texts(tree, OF_EACH)):
            with self.subTest(seed=SEED, input=i, text=text[:300]):
                file.write_text(text, encoding="utf-8")
                self.hold(text, lambda: read(file))
        self.assertGreaterEqual(self.refused, least)

    def test_plans(self):
        self.each("plan.yaml", PLAN, lambda file: read_plan(file, PLATFORMS))

    def test_boxes(self):
        self.each("box.yaml", boxes.TWO_SOCKETS_AND_EXPANDER,
                  lambda file: text_of(first_guess(load_box(file, PLATFORMS)), []))

    def test_result_folders(self):
        (self.folder / "effective.yaml").write_text("workload: kv\nmachine: {name: m}\n", encoding="utf-8")
        self.each("stats.json", STATS, lambda file: job_of(load_run(self.folder)))

    def test_settings_of_result_folders(self):
        (self.folder / "stats.json").write_text(json.dumps(STATS), encoding="utf-8")
        good = {"seed": 1, "workload": "kv", "machine": {"name": "m", "socket": {"count": 16}}}
        self.each("effective.yaml", good, lambda file: job_of(load_run(self.folder)), least=10)


if __name__ == "__main__":
    unittest.main()
