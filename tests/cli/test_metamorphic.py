#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Relations between runs of changed machines: faster parts, longer links, faults without events, longer programs."""

import math
import unittest

from cli import CliTest, stats

MACHINE = "starnuma16"
WORKLOAD = "gups:scale=10,updates=4000"
SEEDS = (1, 2)
MARGIN = 0.03  # share of the mean time over the seeds
CREDITS = ("request", "forward", "response")
QUEUED = ("--set", "simulation.delivery=queued")
POOL = ("--set", "placement.policy=pool_share", "--set", "placement.pool_share=1", "--set",
        "pool.capacity_of_footprint=1")
# (setting, value, better value), delivery queued; with `pool` all pages are on the device.
BETTER = (
    ("upi.latency", "60 ns", "25 ns", ""), ("upi.bandwidth", "1 GB/s", "3 GB/s", ""),
    ("numalink.latency", "90 ns", "50 ns", ""), ("flex_asic.latency", "40 ns", "20 ns", ""),
    ("socket.private_caches.mshrs", "2", "8", ""), ("socket.shared_cache.llc_latency", "90 cycles", "30 cycles", ""),
    ("socket.memory.channels", "1", "2", ""), ("upi.credits", "1", "4", ""),
    ("numalink.credits", "1", "8", ""), ("socket.home.directory_latency", "40 ns", "0 ps", ""),
    ("pool.link.latency", "60 ns", "5 ns", "pool"), ("pool.link.bandwidth", "1 GB/s", "6 GB/s", "pool"),
    ("pool.device.queued.request_entries", "4", "64", "pool"), ("pool.memory.channels", "1", "2", "pool"),
    ("pool.device.directory_latency", "60 ns", "6 ns", "pool"), ("pool.link.credits", "1", "8", "pool"),
)


class Metamorphic(CliTest):
    def mean_time(self, *words):
        times = [stats(self.run_to("run", MACHINE, WORKLOAD, *QUEUED, "--seed", str(seed), *words))["run.time_ns"]
                 for seed in SEEDS]
        return math.fsum(times) / len(times)

    def test_a_better_part_never_makes_a_machine_slower(self):
        for key, value, better, pool in BETTER:
            with self.subTest(key):
                more = POOL if pool else ("--set", "placement.policy=first_touch")
                keys = [f"{key}.{kind}" for kind in CREDITS] if key.endswith("credits") else [key]
                before, after = (self.mean_time(*more, *(f"--set={each}={one}" for each in keys))
                                 for one in (value, better))
                self.assertLess(after, before * (1 + MARGIN))

    def test_a_fault_without_events_changes_nothing(self):
        program = f'{{workload: "{WORKLOAD}", policy: first_touch}}'
        faults = ("kind: link_errors, link: upi.socket0_socket1, bit_error_rate: 1e-18",
                  "kind: link_half_width, link: cxl.socket3_pool, at: 1 ms")
        for delivery in ("immediate", "queued"):
            runs = []
            for rows in ((), faults):
                text = f"kind: scenario\nmachine: {MACHINE}\nseed: 1\nprograms:\n  - {program}\n"
                text += "faults:\n" + "".join(f"  - {{{row}}}\n" for row in rows) if rows else ""
                (self.folder / "s.yaml").write_text(text, encoding="utf-8")
                runs.append(stats(self.run_to("run", "s.yaml", "--set", f"simulation.delivery={delivery}")))
            without, with_none = runs
            self.assertEqual({path: with_none.get(path) for path in without}, without)
            more = {path: with_none[path] for path in with_none.keys() - without.keys()}
            self.assertEqual({path for path, value in more.items() if value != 0}, set())

    def test_further_trials_add_the_same_counts_each(self):
        counts = ("run.instructions", "run.llc_misses", "run.work_units", "run.time_ns")
        for workload in ("stream:scale=12,percent=100,trials={}", "producer_consumer:lines=8,rounds={}"):
            for delivery in ("immediate", "queued"):
                first, second, third = (stats(self.run_to("run", "two_socket", workload.format(trials), "--set",
                                                          f"simulation.delivery={delivery}"))
                                        for trials in (16, 32, 48))
                for path in counts:
                    self.assertAlmostEqual((third[path] - second[path]) / (second[path] - first[path]), 1, delta=0.05,
                                           msg=(workload, delivery, path))


if __name__ == "__main__":
    unittest.main()
