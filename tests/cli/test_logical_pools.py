#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Logical and physical memory pools: latencies, bandwidths, and configurations that do not fit."""

import csv
import unittest

from cli import CliTest, stats

LINKS = {"": (163, 34.5), "_link1": (261, 21.0)}
SHORT = "loaded_latency:points=few,loads=256,class="


class LogicalPools(CliTest):
    def curve(self, machine, access_class):
        folder = self.run_to(f"{machine}_{access_class}", machine, f"{SHORT}{access_class}@socket0")
        with open(folder / "loaded_latency.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return (float(rows[0]["least_latency_ns"]), float(rows[-1]["achieved_gb_per_s"]),
                float(rows[-1]["latency_ns"]))

    def bandwidth(self, machine, gib, rounds=2, *more):
        words = f"vector_sum:scale=14,gib={gib},rounds={rounds}@socket0"
        values = stats(self.run_to(f"{machine}_{gib}", machine, words, *more))
        return values["workload.vector_sum.vector_bytes"] * rounds / values["run.time_ns"]

    def test_unloaded_latencies_are_the_published_ones_and_links_carry_their_rate(self):
        for link, (unloaded, rate) in LINKS.items():
            least, achieved, _ = self.curve(f"lmp_logical{link}", "two_hop")
            self.assertEqual(least, unloaded)
            self.assertAlmostEqual(achieved, rate, delta=0.02 * rate)
            least, achieved, _ = self.curve(f"lmp_physical{link}", "pool")
            self.assertEqual(least, unloaded)
            # 8 bytes acknowledge each clean line that a cache evicts.
            self.assertAlmostEqual(achieved, rate * 64 / 72, delta=0.1 * rate)
        least, achieved, loaded = self.curve("lmp_logical", "local")
        self.assertEqual(least, 82)
        self.assertGreater(achieved, 75)
        self.assertLess(abs(loaded / 147 - 1), 0.2)

    def test_a_vector_that_is_local_is_read_as_many_times_faster_as_memory_is_faster(self):
        ratio = self.bandwidth("lmp_logical_link1", 24) / self.bandwidth("lmp_physical_link1", 24)
        self.assertAlmostEqual(ratio, 4.7, delta=0.2 * 4.7)
        self.assertGreater(self.bandwidth("lmp_logical", 64),
                           1.5 * self.bandwidth("lmp_physical", 64))

    def cached(self, machine, workload, replacement, delivery="immediate"):
        values = stats(self.run_to(f"{machine}_{replacement}", machine, f"{workload}@socket0",
                                   "--set", f"simulation.delivery={delivery}",
                                   "--set", "simulation.check=coherence", "--set",
                                   f"placement.page_cache.replacement={replacement}"))
        program = workload.partition(":")[0]
        return {name: values[f"program.{program}.migration.{name}"]
                for name in ("cached", "cache_evictions", "written_back", "page_faults")}

    def test_a_cache_of_pool_pages_makes_up_for_some_of_the_way(self):
        ratio = (self.bandwidth("lmp_logical_link1", 24, 10) /
                 self.bandwidth("lmp_physical_cache_link1", 24, 10))
        self.assertAlmostEqual(ratio, 3.4, delta=0.2 * 3.4)

    def test_pages_that_leave_are_written_back_if_they_were_written(self):
        vector = "vector_sum:scale=14,gib=24,rounds=2"
        kept = self.cached("lmp_physical_cache", vector, "keep")
        self.assertEqual(kept["cache_evictions"], 0)
        self.assertGreater(kept["page_faults"], 2.5 * kept["cached"])
        replaced = self.cached("lmp_physical_cache", vector, "fifo")
        self.assertGreater(replaced["cache_evictions"], 500)
        self.assertLess(replaced["written_back"], 10)  # sums of the threads
        for replacement, delivery in (("fifo", "immediate"), ("random", "immediate"), ("fifo", "queued"),
                                      ("random", "queued")):
            # All of this footprint's memory is 1 MiB per server; one of its arrays is written.
            stream = self.cached("lmp_physical_cache", "stream:scale=14,percent=100", replacement, delivery)
            self.assertGreater(stream["written_back"], 100)
            self.assertLess(stream["written_back"], 0.6 * stream["cache_evictions"])

    def test_the_largest_vector_runs_on_the_logical_pool_alone(self):
        self.assertGreater(self.bandwidth("lmp_logical", 96, 1), 34.5)
        code, out, err = self.call("run", "lmp_physical", "vector_sum:scale=14,gib=96@socket0",
                                   "-o", "refused")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        for size in ("programs take 6152 KiB", "socket0 to socket3 528 KiB each", "pool 4 MiB"):
            self.assertIn(size, err)

    def test_servers_that_read_from_one_share_its_link(self):
        words = " + ".join(f"vector_sum:scale=14,gib=4,rounds=2,lies=home,home=3@socket{s}"
                           for s in range(4))
        values = stats(self.run_to("incast", "lmp_incast", words))
        took = [values[f"program.vector_sum{number}.time_ns"] for number in range(4)]
        self.assertLess(3 * took[3], max(took[:3]))
        link = values["machine.fabric.socket3_fabric_switch.forward.utilisation"]
        self.assertGreater(link, 0.8)


if __name__ == "__main__":
    unittest.main()
