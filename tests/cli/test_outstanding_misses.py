#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Misses of a core: at most as many as it has MSHRs are outstanding; others wait and are counted as waiting.

Immediate delivery books MSHRs in program order, so loads that are issued out of order may exceed the
limit. The limit is tested in queued delivery.
"""

import csv
import unittest

from cli import DELIVERIES, CliTest, stats

# Programs with more independent misses than registers: random updates, and the published core.
LOADED = (("starnuma16", "gups:scale=12,updates=20000"), ("published16", "gups:scale=12,updates=20000"),
          ("two_socket", "stream:scale=12"))


class OutstandingMisses(CliTest):
    def values(self, machine, workload, mshrs):
        name = f"{machine}-{workload.split(':')[0]}-{mshrs}"
        folder = self.run_to(name, machine, workload, "--interval", "1us",
                             "--set", f"socket.private_caches.mshrs={mshrs}",
                             "--set", "simulation.delivery=queued")
        with open(folder / "intervals.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return stats(folder), rows

    def test_they_are_no_more_than_the_core_has_mshrs(self):
        for machine, workload in LOADED:
            for mshrs in (1, 4, 64):
                with self.subTest(machine=machine, mshrs=mshrs):
                    run, rows = self.values(machine, workload, mshrs)
                    outstanding = run["run.outstanding_misses_per_core"]
                    self.assertGreater(outstanding, 0)
                    self.assertLessEqual(outstanding, mshrs)
                    self.assertLessEqual(run["run.outstanding_misses_by_miss"], mshrs)
                    self.assertGreaterEqual(
                        run["run.pending_misses_per_core"] + 1e-9,
                        outstanding + run["run.misses_waiting_for_mshr_per_core"])
                    for row in rows:
                        self.assertLessEqual(float(row["outstanding_misses_per_core"]),
                                             mshrs + 1e-9)

    def test_one_mshr_makes_the_others_wait(self):
        run, _ = self.values("starnuma16", "gups:scale=12,updates=20000", 1)
        self.assertEqual(run["run.outstanding_misses_by_miss"], 1)
        self.assertGreater(run["run.misses_waiting_for_mshr_per_core"], 1)

    def test_a_chain_of_loads_never_waits_for_an_mshr(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery=delivery):
                folder = self.run_to(f"chain-{delivery}", "starnuma16", "pointer_chase:home=pool,lines=100",
                                     "--set", f"simulation.delivery={delivery}")
                run = stats(folder)
                self.assertEqual(run["run.misses_waiting_for_mshr_per_core"], 0)
                self.assertEqual(run["run.outstanding_misses_by_miss"], 1)


if __name__ == "__main__":
    unittest.main()
