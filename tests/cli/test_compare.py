#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Machines side by side: published values for matching runs only, and means over seeds."""

import re
import statistics
import unittest

from cli import needs_engine, stats
from comparisons import ComparisonTest

BFS = "bfs:scale=9,trials=2"


def row(text, label):
    """Returns the cells of a row of the first table that has it."""
    return re.search(rf"(?m)^ *{re.escape(label)}  +(.*)$", text)[1].split()


@needs_engine
class Published(ComparisonTest):
    def test_columns_stand_next_to_the_published_machines_only(self):
        out = self.good("compare", "published16", "published16_t16", "baseline16_first_touch", BFS,
                        "--no-report", "-o", "three")
        self.assertEqual(self.with_published_values("three"), ["published16", "published16_t16"])
        head = next(line for line in out.splitlines() if line.startswith(" ")).split()
        self.assertEqual(head, ["published16", "published", "published16_t16", "published",
                                "baseline16_first_touch"])
        self.assertEqual(row(out, "AMAT, ns")[1::2], ["1076.0", "394.0"])
        self.assertEqual(row(out, "2-hop, %")[1::2], ["67.7", "15.0"])
        self.assertEqual(row(out, "pending misses per core")[1], "8.12")
        compared = self.comparison("three")
        gains = [f"{gain['mean']:.2f}" for gain in compared["speedups"]]
        self.assertEqual(row(out, "speed-up"), ["1.00", gains[1], "1.77", gains[2]])
        page = (self.folder / "three" / "report.html").read_text(encoding="utf-8")
        self.assertIn('<th scope="colgroup" colspan="3">published16_t16</th>'
                      '<th scope="colgroup" colspan="1">baseline16_first_touch</th>', page)
        self.assertIn('<td class="soft">1.77<sup', page)

    def test_the_published_speed_up_is_over_the_published_baseline_only(self):
        out = self.good("compare", "baseline16_first_touch", "published16_t16", BFS, "--no-report",
                        "-o", "two")
        self.assertEqual(len(row(out, "speed-up")), 2)
        self.assertNotIn("1.77", " ".join(row(out, "speed-up")))

    def test_what_an_earlier_run_left_goes(self):
        self.assertTrue((self.run_to("a", "published16", BFS) / "published.json").exists())
        folder = self.run_to("a", "published16", BFS, "--set", "socket.cores=2")
        self.assertFalse((folder / "published.json").exists())
        self.assertNotIn("published ", (folder / "summary.txt").read_text(encoding="utf-8"))

    def test_a_field_that_no_machine_has_is_refused(self):
        reference = self.platforms() / "reference" / "starnuma.yaml"
        text = reference.read_text(encoding="utf-8")
        reference.write_text(text.replace("    numalink: {latency", "    numalink: {latncy"),
                             encoding="utf-8")
        code, _, err = self.call("run", "published16", BFS, "-o", "a")
        self.assertEqual(code, 2)
        self.assertRegex(err, r"\A\S+starnuma\.yaml:\d+:\d+: a machine has no field "
                              r"numalink\.latncy\n\Z")


@needs_engine
class Seeds(ComparisonTest):
    def test_means_and_ratios_are_those_of_the_runs_with_each_seed(self):
        machines = ["baseline16_first_touch", "starnuma16"]
        out = self.good("compare", *machines, BFS, "--seeds", "2", "-o", "both")
        compared = self.comparison("both")
        self.assertEqual(compared["machines"], machines)
        self.assertEqual(compared["seeds"], [1, 2])
        runs = [[stats(self.run_to(f"{name}{seed}", name, BFS, "--seed", str(seed)))
                 for seed in (1, 2)] for name in machines]
        for place, by_seed in enumerate(runs):
            for path in ("run.amat_ns", "run.ipc", "run.access_mix.pool"):
                values = [run[path] for run in by_seed]
                interval = compared["intervals"][path][place]
                self.assertEqual(interval["by_seed"], values)
                self.assertAlmostEqual(interval["mean"], statistics.mean(values), places=9)
                self.assertEqual(compared["stats"][path][place], interval["mean"])
                # Student's t with one degree of freedom.
                self.assertAlmostEqual(interval["half_width_95"],
                                       12.7062 * statistics.stdev(values) / 2 ** 0.5, places=3)
        gains = [a["run.time_ns"] / b["run.time_ns"] for a, b in zip(*runs)]
        self.assertEqual(compared["speedups"][1]["by_seed"], gains)
        self.assertAlmostEqual(compared["speedup"], statistics.mean(gains), places=12)
        mean = compared["speedups"][1]
        digits = 1 if mean["half_width_95"] >= 1 else 2  # two of the interval
        self.assertEqual(row(out, "speed-up")[-3:],
                         [f"{mean['mean']:.{digits}f}", "+-", f"{mean['half_width_95']:.{digits}f}"])
        self.assertIn("seeds 1 to 2", out)
        self.assertIn("2 searches", out)

    def test_seeds_and_a_seed_exclude_each_other(self):
        code, _, err = self.call("compare", "baseline16", "starnuma16", BFS, "--seeds", "2",
                                 "--seed", "7")
        self.assertEqual(code, 2)
        self.assertRegex(err, r"\Acompare: [^\n]+\n\Z")
        self.assertEqual(self.written(), [])

    def test_a_machine_named_three_times_gets_three_names(self):
        self.good("compare", *["baseline16_first_touch"] * 3, "bfs:scale=8", "--no-report", "-o", "a")
        compared = self.comparison("a")
        self.assertEqual(compared["machines"], [f"baseline16_first_touch{suffix}"
                                                for suffix in ("", "_b", "_c")])
        self.assertEqual([gain["mean"] for gain in compared["speedups"]], [1, 1, 1])


if __name__ == "__main__":
    unittest.main()
