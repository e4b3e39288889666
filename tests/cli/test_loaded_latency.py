#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""loaded_latency: unloaded latency at no load, configured bandwidth at full load."""

import csv
import unittest

from cli import CliTest, stats
from described import latency_rows

HOMES = {"local": "s0", "one_hop": "s1", "two_hop": "s4", "pool": "pool"}
SMALL = "loaded_latency:points=4,lines=2048"
NO_REFRESH = ["--set", "socket.memory.channel.refresh=disabled"]  # refresh is contention
NO_POOL_REFRESH = ["--set", "pool.memory.channel.refresh=disabled"]


def curves(folder):
    """{class: [(injected, achieved, latency, least latency)]} of loaded_latency.csv."""
    found = {}
    with open(folder / "loaded_latency.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["class"], []).append(
                tuple(float(row[name]) for name in
                      ("injected_gb_per_s", "achieved_gb_per_s", "latency_ns", "least_latency_ns")))
    return found


class LoadedLatency(CliTest):
    def unloaded(self, machine):
        """{home: ns} of socket 0, as describe prints it."""
        return latency_rows(self.good("describe", machine))["s0"]

    def test_curves_run_from_unloaded_latency_to_the_bandwidth_of_the_bottleneck(self):
        folder = self.run_to("result", "starnuma16", SMALL, *NO_REFRESH, *NO_POOL_REFRESH)
        found, known = curves(folder), self.unloaded("starnuma16")
        # One DDR5 channel; links of 3 GB/s; a CXL link of 6 GB/s on which every line's 64 bytes
        # come with an 8-byte Cmp for the line given up.
        # DDR5 keeps its timing rules between random lines: four fifths of its peak remain.
        full = {"local": 0.82 * 38.4, "one_hop": 3, "two_hop": 3, "pool": 6 * 64 / 72}
        self.assertEqual(list(found), list(HOMES))
        for name, points in found.items():
            with self.subTest(name):
                self.assertEqual(len(points), 4)
                self.assertEqual(points[0][0], 0)
                self.assertEqual(points[0][2], known[HOMES[name]])
                # Filling and draining 2048 lines take up to 5 % of the time.
                self.assertAlmostEqual(points[-1][1], full[name], delta=0.05 * full[name])
                self.assertEqual(points, sorted(points))
                for before, after in zip(points, points[1:]):
                    self.assertLess(before[1], after[1])
                    self.assertLess(before[2], after[2])
                for injected, achieved, latency, _ in points[1:-1]:
                    self.assertAlmostEqual(achieved, injected + 64 / latency, delta=0.1 * achieved)
        self.assertIn("Loaded latency", (folder / "report.html").read_text(encoding="utf-8"))
        self.assert_csv_and_statistics_agree(found, stats(folder))

    def assert_csv_and_statistics_agree(self, found, run):
        for name, points in found.items():
            for number, point in enumerate(points):
                path = f"workload.loaded_latency.{name}.{number}"
                for value, what in zip(point, ("injected", "achieved", "latency", "least_latency"),
                                       strict=True):
                    self.assertEqual(run[f"{path}.{what}"], value)

    def test_the_least_latency_without_load_is_the_unloaded_one_although_memory_refreshes(self):
        found = curves(self.run_to("result", "starnuma16", SMALL))
        known = self.unloaded("starnuma16")
        for name, (idle, *_, full) in found.items():
            with self.subTest(name):
                self.assertEqual(idle[3], known[HOMES[name]])
                self.assertLess(idle[3], idle[2])
                self.assertLessEqual(idle[3], full[3])
                self.assertLessEqual(full[3], full[2])

    def test_loaded_latency_is_what_littles_law_says(self):
        name = "one_hop"
        point = curves(self.run_to("result", "baseline16", f"loaded_latency:class={name},points=3",
                                   "--set", "socket.private_caches.mshrs=12"))[name][-1]
        in_flight = 3 * 12 + 1  # three generators and the probe
        self.assertAlmostEqual(point[1] * point[2] / 64, in_flight, delta=0.03 * in_flight)

    def test_curves_hardly_depend_on_how_far_cores_run_ahead(self):
        # Every page in the pool, the barrier's too: its page must not be one that found no room.
        found = [curves(self.run_to(f"run{quantum}", "starnuma16", SMALL + ",class=pool",
                                    "--set", f"simulation.quantum={quantum} ns",
                                    "--set", "pool.capacity_of_footprint=1"))
                 for quantum in (20, 200)]
        for near, far in zip(found[0]["pool"], found[1]["pool"], strict=True):
            self.assertAlmostEqual(near[1], far[1], delta=0.02 * near[1])
            # DRAM takes late accesses where the bus is free: a little more than links depend on it.
            self.assertAlmostEqual(near[2], far[2], delta=0.03 * near[2])

    def test_written_lines_take_bandwidth_of_both_directions(self):
        reads = curves(self.run_to("reads", "baseline16", SMALL + ",class=local"))
        writes = curves(self.run_to("writes", "baseline16",
                                    SMALL + ",class=local,write_percent=100"))
        self.assertEqual(reads["local"][0], writes["local"][0])
        self.assertLess(writes["local"][-1][1], 0.6 * reads["local"][-1][1])

    def test_a_measured_machine_has_its_unloaded_latency_and_bandwidth(self):
        for link, unloaded, full in (("link0", 163, 34.5), ("link1", 261, 21.0)):
            machine = f"logical_pool_{link}"
            points = curves(self.run_to(link, machine, "loaded_latency:class=one_hop,points=3,"
                                        "lines=1024"))["one_hop"]
            self.assertEqual(points[0][3], unloaded)
            self.assertAlmostEqual(points[-1][1], full, delta=0.02 * full)
        self.assertAlmostEqual(points[-1][2], 527, delta=0.15 * 527)

    def test_a_class_that_the_machine_has_not_is_refused(self):
        for words, parts in ((["baseline16", "loaded_latency:class=pool"],
                              ["class=pool", "all, local, one_hop, two_hop"]),
                             (["baseline16", SMALL, "--set", "socket.cores=1"], ["one core"])):
            code, out, err = self.call("run", *words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            for part in parts:
                self.assertIn(part, err)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
