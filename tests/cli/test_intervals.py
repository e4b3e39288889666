#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""--interval: a time series that adds up to the run's totals and does not change the run."""

import csv
import re
import unittest

from cli import CliTest, stats

RUN = ("starnuma16", "bfs:scale=10")


def rows(folder):
    with open(folder / "intervals.csv", encoding="utf-8", newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


class Intervals(CliTest):
    def test_the_series_adds_up_to_the_run_and_leaves_its_statistics_alone(self):
        plain = self.run_to("plain", *RUN)
        result = self.run_to("series", *RUN, "--interval", "7us", report=True)
        for name in ("stats.json", "effective.yaml"):
            self.assertEqual((plain / name).read_bytes(), (result / name).read_bytes())
        self.assertFalse((plain / "intervals.csv").exists())
        run, series = stats(result), rows(result)

        def total(column):
            return sum(row[column] for row in series)

        self.assertEqual(series[0]["begin_ns"], 0)
        self.assertAlmostEqual(series[-1]["end_ns"], run["run.time_ns"], places=3)
        for before, after in zip(series, series[1:]):
            self.assertEqual(before["end_ns"], after["begin_ns"])
            self.assertEqual(before["end_ns"] - before["begin_ns"], 7000)
        self.assertEqual(total("instructions"), run["run.instructions"])
        self.assertEqual(total("llc_misses"), run["run.llc_misses"])
        for name in ("local", "two_hop", "pool", "block_transfer_pool"):
            self.assertEqual(total(f"misses_{name}"), run[f"run.class.{name}.count"])
        latency = sum(row["amat_ns"] * row["llc_misses"] for row in series)
        self.assertAlmostEqual(latency / total("llc_misses"), run["run.amat_ns"], places=6)
        for kind in ("upi", "numalink", "cxl"):
            self.assertEqual(total(f"{kind}_bytes"), self.sum_of(run, rf"{kind}\..*\.bytes\.\w+"))
        self.assertEqual(total("pool_dram_reads"), self.sum_of(run, r"pool\.memory\d+\.reads"))
        self.assertEqual(total("socket_dram_writes"),
                         self.sum_of(run, r"socket\d+\.memory\d+\.writes"))
        for node in ("socket5", "pool"):
            carried = self.sum_of(run, node + r"\.memory\d+\.(reads|writes)")
            self.assertEqual(total(f"{node}_dram_bytes"), 64 * carried)
        self.assertIn("Time line", (result / "report.html").read_text(encoding="utf-8"))
        again = self.run_to("again", *RUN, "--interval", "7us")
        self.assertEqual((result / "intervals.csv").read_bytes(),
                         (again / "intervals.csv").read_bytes())

    def test_a_series_after_a_warm_up_adds_up_to_the_window(self):
        for delivery in ("immediate", "queued"):
            result = self.run_to("result", "starnuma16", "bfs:scale=8,trials=1,warmup=2", "--interval", "3us",
                                 "--set", f"simulation.delivery={delivery}")
            run, series = stats(result), rows(result)
            self.assertEqual(series[0]["begin_ns"], 0)
            self.assertAlmostEqual(series[-1]["end_ns"], run["run.time_ns"], places=3)
            for column, path in (("instructions", "run.instructions"), ("llc_misses", "run.llc_misses")):
                self.assertEqual(sum(row[column] for row in series), run[path], (delivery, column))
            for kind in ("upi", "numalink", "cxl"):
                self.assertEqual(sum(row[f"{kind}_bytes"] for row in series),
                                 self.sum_of(run, rf"{kind}\..*\.bytes\.\w+"))

    def test_use_of_links_is_the_mean_and_the_maximum_over_their_directions(self):
        result = self.run_to("result", *RUN, "--interval", "1s")
        run, series = stats(result), rows(result)
        self.assertEqual(len(series), 1)
        for kind in ("upi", "numalink", "cxl"):
            uses = [value for path, value in run.items()
                    if re.fullmatch(rf"machine\.{kind}\..*\.(forward|backward)\.utilisation", path)]
            self.assertAlmostEqual(series[0][f"{kind}_utilisation"], sum(uses) / len(uses), places=9)
            self.assertAlmostEqual(series[0][f"{kind}_busiest"], max(uses), places=9)

    def sum_of(self, run, pattern):
        return sum(v for path, v in run.items() if re.fullmatch(rf"machine\.{pattern}", path))

    def test_misses_of_a_chase_are_in_flight_one_at_a_time(self):
        result = self.run_to("result", "baseline16", "pointer_chase:home=13", "--interval", "1us",
                             "--set", "socket.cores=1",
                             "--set", "socket.memory.channel.refresh=disabled")
        whole = [row for row in rows(result) if row["llc_misses"]][1:-1]
        for row in whole:
            self.assertAlmostEqual(row["pending_misses_per_core"], 1 / 16, places=3)
            self.assertEqual(row["amat_ns"], row["amat_unloaded_ns"])

    def test_a_run_without_a_series_takes_an_older_one_away(self):
        self.run_to("result", "baseline16", "bfs:scale=8", "--interval", "1us")
        self.assertIn("result/intervals.csv", self.written())
        self.run_to("result", "baseline16", "bfs:scale=8")
        self.assertNotIn("result/intervals.csv", self.written())


if __name__ == "__main__":
    unittest.main()
