#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A result folder: its files, stable paths of statistics, and sums of its numbers."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli import CLI, CliTest, entries, needs_engine, stats

FILES = ["effective.yaml", "host.json", "report.html", "stats.json", "summary.txt", "worst.json"]
CLASSES = ["local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool"]
PERCENTILES = ["p50", "p90", "p99", "p99_9", "max"]
STABLE = [
    "run.amat_ns", "run.amat_unloaded_ns", "run.amat_contention_ns", "run.ipc",
    "run.instructions", "run.llc_mpki", "run.pending_misses_per_core",
    "run.sharing.misses_over_8_sharers", *(f"run.access_mix.{name}" for name in CLASSES),
    "run.placement.local", "run.placement.one_hop", "run.placement.two_hop",
]
HOST = ["instructions_per_second", "cpu_seconds", "peak_memory_bytes", "version"]


class Results(unittest.TestCase):
    """Tests that share one run."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        subprocess.run([CLI, "run", "starnuma16", "bfs:scale=10", "-o", "result"], check=True,
                       cwd=cls.folder, stdout=subprocess.DEVNULL)
        cls.result = cls.folder / "result"
        cls.stats = stats(cls.result)

    def test_the_folder_holds_its_files_and_nothing_else(self):
        self.assertEqual(sorted(path.name for path in self.result.iterdir()), FILES)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["result"])

    def test_every_statistic_has_path_value_unit_and_a_sentence(self):
        seen = set()
        for stat in entries(self.result):
            self.assertEqual(list(stat), ["path", "value", "unit", "description"])
            self.assertIsInstance(stat["value"], (int, float))
            self.assertGreater(len(stat["description"]), 3, stat["path"])
            self.assertNotIn(stat["path"], seen)
            seen.add(stat["path"])

    def test_the_stable_paths_are_there(self):
        for path in STABLE:
            self.assertIn(path, self.stats)
        host = json.loads((self.result / "host.json").read_text(encoding="utf-8"))
        for name in HOST:
            self.assertIn(name, host)

    def test_boxes_report_under_their_own_paths(self):
        for path in ("machine.socket3.core1.instructions", "machine.socket0.home.requests",
                     "machine.upi.socket0_socket1.forward.messages", "machine.pool.device.requests",
                     "machine.cxl.socket3_pool.forward.messages", "machine.pool.head3.sent"):
            self.assertIn(path, self.stats)

    def test_the_mean_latency_is_the_sum_of_its_parts(self):
        parts = [value for path, value in self.stats.items()
                 if re.fullmatch(r"run\.latency\.\w+_ns", path)]
        amat = self.stats["run.amat_ns"]
        self.assertAlmostEqual(sum(parts), amat, places=6)
        self.assertAlmostEqual(self.stats["run.amat_unloaded_ns"]
                               + self.stats["run.amat_contention_ns"], amat, places=6)

    def test_the_access_mix_adds_up_and_explains_the_mean(self):
        shares = [self.stats[f"run.access_mix.{name}"] for name in CLASSES]
        self.assertAlmostEqual(sum(shares), 1, places=9)
        means = [self.stats[f"run.class.{name}.amat_ns"] for name in CLASSES]
        self.assertAlmostEqual(sum(s * m for s, m in zip(shares, means)),
                               self.stats["run.amat_ns"], places=6)

    def test_percentiles_of_each_class_rise_and_enclose_its_mean(self):
        for name in CLASSES:
            path = f"run.class.{name}"
            spread = [self.stats[f"{path}.latency.{percentile}"] for percentile in PERCENTILES]
            self.assertEqual(spread, sorted(spread), name)
            mean = self.stats[f"{path}.latency.mean"]
            self.assertAlmostEqual(mean, self.stats[f"{path}.amat_ns"], places=6)
            self.assertLessEqual(mean, spread[-1])
            self.assertEqual(spread[-1] > 0, self.stats[f"{path}.count"] > 0)

    def test_sums_over_boxes_are_the_sums_of_the_run(self):
        cores = sum(value for path, value in self.stats.items()
                    if re.fullmatch(r"machine\.socket\d+\.core\d+\.instructions", path))
        self.assertEqual(cores, self.stats["run.instructions"])
        misses = sum(value for path, value in self.stats.items()
                     if re.fullmatch(r"machine\.socket\d+\.caching_agent\.misses\.\w+", path))
        self.assertEqual(misses, self.stats["run.llc_misses"])

    def test_the_report_is_complete_in_itself(self):
        page = (self.result / "report.html").read_text(encoding="utf-8")
        self.assertTrue(page.lower().startswith("<!doctype html>"))
        self.assertTrue("<svg" in page or "data:image/" in page)
        self.assertNotRegex(page, r"<link\b|<script[^>]+src=|@import")
        for reference in re.findall(r"""(?:src|href)\s*=\s*["']([^"']+)""", page):
            self.assertRegex(reference, r"^(data:|#)")

    def test_the_summary_names_machine_workload_and_mean_latency(self):
        text = (self.result / "summary.txt").read_text(encoding="utf-8")
        for word in ("starnuma16", "bfs:scale=10", "AMAT", "p99.9"):
            self.assertIn(word, text)
        self.assertIn(f"{self.stats['run.amat_ns']:.1f}", text)


@needs_engine
class Comparison(CliTest):
    def test_two_machines_are_compared_side_by_side(self):
        out = self.good("compare", "baseline16", "starnuma16", "bfs:scale=10", "--no-report", "-o", "both")
        both = self.folder / "both"
        self.assertEqual(sorted(path.name for path in both.iterdir()),
                         ["baseline16", "compare.json", "report.html", "starnuma16",
                          "summary.txt"])
        self.assertFalse((both / "starnuma16" / "report.html").exists())
        first, second = stats(both / "baseline16"), stats(both / "starnuma16")
        compared = json.loads((both / "compare.json").read_text(encoding="utf-8"))
        self.assertEqual(compared["machines"], ["baseline16", "starnuma16"])
        self.assertAlmostEqual(compared["speedup"], first["run.time_ns"] / second["run.time_ns"],
                               places=12)
        for path in STABLE:
            self.assertEqual(compared["stats"][path], [first[path], second[path]])
        self.assertIn(f"{compared['speedup']:.2f}", out)
        # Each side equals a single run.
        single = self.run_to("single", "starnuma16", "bfs:scale=10")
        self.assertEqual((both / "starnuma16" / "stats.json").read_bytes(),
                         (single / "stats.json").read_bytes())

    def test_a_machine_compared_with_itself_is_no_faster(self):
        self.good("compare", "baseline16", "baseline16", "bfs:scale=8", "--no-report", "-o", "both")
        compared = json.loads((self.folder / "both" / "compare.json").read_text(encoding="utf-8"))
        self.assertEqual(compared["speedup"], 1)


class Help(CliTest):
    def test_every_command_explains_itself(self):
        text = self.good("--help")
        for command in ("demo", "run", "compare", "diff", "describe", "list"):
            self.assertIn(f"  {command} ", text)
            self.assertIn("Options", self.good(command, "--help"))
        self.assertEqual(self.written(), [])

    def test_list_names_machines_and_workloads(self):
        text = self.good("list")
        for name in ("baseline16", "baseline16_full", "starnuma16", "starnuma16_full", "bfs",
                     "pointer_chase", "block_transfer", "stream", "gups", "loaded_latency"):
            self.assertRegex(text, rf"(?m)^  {name} ")


if __name__ == "__main__":
    unittest.main()
