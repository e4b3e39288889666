#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""--profile: use of pages by programs, which adds up to the run's totals and does not change the run."""

import csv
import json
import unittest

from cli import CliTest, stats

RUN = ("starnuma16", "bfs:scale=10")


def rows(folder):
    with open(folder / "profile.csv", encoding="utf-8", newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def without_profile(folder):
    listed = json.loads((folder / "stats.json").read_text(encoding="utf-8"))
    return [stat for stat in listed if ".profile." not in stat["path"]]


class Profile(CliTest):
    def test_it_adds_up_to_the_run_and_leaves_the_rest_alone(self):
        plain = self.run_to("plain", *RUN)
        result = self.run_to("profiled", *RUN, "--profile", "7us", report=True)
        self.assertEqual(without_profile(plain), without_profile(result))
        self.assertEqual((plain / "effective.yaml").read_bytes(),
                         (result / "effective.yaml").read_bytes())
        self.assertFalse((plain / "profile.csv").exists())
        run, profile = stats(result), rows(result)
        self.assertEqual(profile[0]["begin_ns"], 0)
        self.assertAlmostEqual(profile[-1]["end_ns"], run["run.time_ns"], places=3)
        self.assertEqual(sum(row["llc_misses"] for row in profile), run["run.llc_misses"])
        self.assertEqual(sum(row["pool_bytes"] for row in profile), 64 * run["run.class.pool.count"])
        self.assertEqual(sum(row["new_pages"] for row in profile),
                         run["run.profile.touched_pages"])
        self.assertEqual(run["run.profile.touched_pages"] + run["run.profile.cold_pages"],
                         run["run.profile.pages"])
        for row in profile:
            self.assertLessEqual(row["new_pages"], row["touched_pages"])
            self.assertLessEqual(row["touched_pages"], row["resident_pages"])
        self.assertIn("<h2>Profile", (result / "report.html").read_text(encoding="utf-8"))
        again = self.run_to("again", *RUN, "--profile", "7us", "--interval", "3us")
        self.assertEqual((result / "profile.csv").read_bytes(),
                         (again / "profile.csv").read_bytes())

    def test_pages_on_demand_become_resident_and_a_program_has_rows_of_its_own(self):
        result = self.run_to("result", "starnuma16",
                             "bfs:scale=9@socket0-7 + gups:scale=9,updates=20000@socket8-9",
                             "--profile", "10us",
                             "--set", "placement.policy=first_touch",
                             "--set", "placement.allocation=demand")
        run, profile = stats(result), rows(result)
        for number, name in enumerate(("bfs", "gups")):
            own = [row for row in profile if row["program"] == number]
            self.assertEqual(sum(row["llc_misses"] for row in own),
                             run[f"program.{name}.llc_misses"])
            self.assertEqual(own[-1]["resident_pages"], run[f"program.{name}.pages.allocated"])
            self.assertLessEqual(own[0]["resident_pages"], own[-1]["resident_pages"])

    def test_a_run_without_a_profile_takes_an_older_one_away(self):
        self.run_to("result", "baseline16", "bfs:scale=8", "--profile", "1us")
        self.assertIn("result/profile.csv", self.written())
        self.run_to("result", "baseline16", "bfs:scale=8")
        self.assertNotIn("result/profile.csv", self.written())


if __name__ == "__main__":
    unittest.main()
