#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Observers on machines of other publications: time series, profile, waves, explain, report."""

import csv
import json
import os
import unittest

from cli import CliTest, stats

PROGRAM = "xs:scale=10,lookups=500"
ON_FIRST = PROGRAM + "@socket0"  # program of servers with separate operating systems
MACHINES = (("hpc_amd", PROGRAM), ("hpc_mixed", PROGRAM), ("hpc_intel_hosts", ON_FIRST),
            ("lmp_logical", ON_FIRST), ("lmp_physical", ON_FIRST), ("lmp_physical_cache", ON_FIRST))
WAVES = os.environ.get("STARNUMA_WAVES") == "ON"


def rows(file):
    with open(file, encoding="utf-8", newline="") as lines:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(lines)]


def without_profile(folder):
    listed = json.loads((folder / "stats.json").read_text(encoding="utf-8"))
    return [stat for stat in listed if ".profile." not in stat["path"]]


class Observers(CliTest):
    def test_each_watches_every_machine_and_changes_nothing(self):
        for machine, program in MACHINES:
            with self.subTest(machine):
                self.watch(machine, program)

    def watch(self, machine, program):
        plain = self.run_to(f"plain_{machine}", machine, program)
        waves = ("--waves", f"{machine}.fst", "--wave-window", "15us:60us") if WAVES else ()
        watched = self.run_to(machine, machine, program, "--interval", "5us", "--profile", "5us", *waves,
                              report=True)
        self.assertEqual(without_profile(plain), without_profile(watched))
        run = stats(watched)
        misses = run["run.llc_misses"]
        self.assertGreater(misses, 100)
        for name in ("intervals.csv", "profile.csv"):
            self.assertEqual(sum(row["llc_misses"] for row in rows(watched / name)), misses, name)
        pool = run.get("run.class.pool.count", 0)
        self.assertEqual(sum(row["pool_bytes"] for row in rows(watched / "profile.csv")), 64 * pool)
        page = (watched / "report.html").read_text(encoding="utf-8")
        for section in ("Latency breakdown", "Slowest accesses", "Time line", "Profile",
                        "Machine", "Utilisation"):
            self.assertIn(f"<h2>{section}", page)
        worst = json.loads((watched / "worst.json").read_text(encoding="utf-8"))
        said = self.good("explain", machine)
        self.assertRegex(said, r"\n#\d+ +[0-9.]+ ns \(contention [0-9.]+\)")
        self.assertIn("ledger, ns: ", said)
        self.assertTrue(worst)
        if not WAVES:
            return
        self.assertGreater((self.folder / f"{machine}.fst").stat().st_size, 2000)
        self.assertIn("core", (self.folder / f"{machine}.gtkw").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
