#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""loaded_latency: unloaded latency at no load, configured bandwidth at full load."""

import csv
import unittest

from cli import CliTest, stats
from described import latency_rows

HOMES = {"local": "s0", "one_hop": "s1", "two_hop": "s4", "pool": "pool"}
SMALL = "loaded_latency:points=few,loads=256"
NO_REFRESH = ["--set", "socket.memory.channel.refresh=disabled"]  # refresh is contention
NO_POOL_REFRESH = ["--set", "pool.memory.channel.refresh=disabled"]
COLUMNS = ("injected_gb_per_s", "achieved_gb_per_s", "latency_ns", "least_latency_ns",
           "read_share_percent", "held", "littles_law_from_gb_per_s")
NAMES = ("injected", "achieved", "latency", "least_latency", "read_share", "held",
         "littles_law_from")
INJECTED, ACHIEVED, LATENCY, LEAST, READS, HELD, LITTLE = range(7)


def curves(folder):
    """Returns {class: [points]} of loaded_latency.csv, a point as in COLUMNS."""
    found = {}
    with open(folder / "loaded_latency.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["class"], []).append(tuple(float(row[name]) for name in COLUMNS))
    return found


class LoadedLatency(CliTest):
    def unloaded(self, machine):
        """Returns {home: ns} of socket 0, as describe prints it."""
        return latency_rows(self.good("describe", machine))["s0"]

    def test_curves_run_from_unloaded_latency_to_the_bandwidth_of_the_bottleneck(self):
        folder = self.run_to("result", "starnuma16", SMALL, *NO_REFRESH, *NO_POOL_REFRESH,
                             report=True)
        found, known = curves(folder), self.unloaded("starnuma16")
        # One DDR5 channel, which carries slightly less than its peak; links of 3 GB/s; a CXL link of 6 GB/s
        # on which each line of 64 bytes is accompanied by an 8-byte Cmp for an evicted line.
        full = {"local": 38.4, "one_hop": 3, "two_hop": 3, "pool": 6 * 64 / 72}
        self.assertEqual(list(found), list(HOMES))
        for name, points in found.items():
            with self.subTest(name):
                self.assertEqual(len(points), 4)
                self.assertEqual(points[0][INJECTED], 0)
                self.assertEqual(points[0][LATENCY], known[HOMES[name]])
                self.assertLessEqual(points[-1][ACHIEVED], 1.02 * full[name])
                self.assertGreaterEqual(points[-1][ACHIEVED],
                                        (0.8 if name == "local" else 0.95) * full[name])
                for before, after in zip(points, points[1:]):
                    for column in (INJECTED, ACHIEVED, LATENCY):
                        self.assertLess(before[column], after[column])
                for point in points[1:-1]:
                    probe = 64 / (point[LATENCY] + 50)  # it waits 50 ns between loads, on average
                    self.assertAlmostEqual(point[ACHIEVED], point[INJECTED] + probe,
                                           delta=0.1 * point[ACHIEVED])
                self.assertEqual(points[-1][HELD], 1)
                self.assertLess(points[1][HELD], 0.1)
                self.assertLessEqual(points[-2][ACHIEVED] if points[-2][HELD] > 0.5
                                     else points[-1][ACHIEVED], points[0][LITTLE] + 1e-9)
        self.assertIn("Loaded latency", (folder / "report.html").read_text(encoding="utf-8"))
        self.assert_csv_and_statistics_agree(found, stats(folder))

    def test_the_summary_prints_the_curves(self):
        text = self.good("run", "two_socket", SMALL, "-o", "result", "--no-report")
        rows = [line.split() for line in text[text.index("Loaded latency ") :].splitlines()[1:] if line.startswith("  ")]
        digits = ((INJECTED, 2), (ACHIEVED, 2), (LATENCY, 1), (LEAST, 1))
        points = [[name, *(f"{point[i]:.{count}f}" for i, count in digits)]
                  for name, curve in curves(self.folder / "result").items() for point in curve]
        self.assertEqual(rows, points)

    def test_latency_and_bandwidth_rise_together_up_to_the_knee(self):
        # Without refresh, which few loads meet but wait long for.
        for machine, words, memory in (("baseline16", "class=local,read_share=70", "socket"),
                                       ("cxl_expander", "class=one_hop,accesses=uncached,"
                                        "read_share=60", "memory_node")):
            folder = self.run_to(machine, machine, f"loaded_latency:{words}", "--set",
                                 f"{memory}.memory.channel.refresh=disabled")
            [points] = curves(folder).values()
            knee = next(number for number, point in enumerate(points)
                        if point[LATENCY] > 2 * points[0][LATENCY])
            self.assertGreater(knee, 8)
            for before, after in zip(points[:knee], points[1:]):
                self.assertLess(before[ACHIEVED], after[ACHIEVED])
                self.assertLess(before[LATENCY], after[LATENCY] + 0.1)

    def assert_csv_and_statistics_agree(self, found, run):
        for name, points in found.items():
            for number, point in enumerate(points):
                path = f"workload.loaded_latency.{name}.{number}"
                for value, what in zip(point, NAMES, strict=True):
                    self.assertEqual(run[f"{path}.{what}"], value)

    def test_the_least_latency_without_load_is_the_unloaded_one_although_memory_refreshes(self):
        found = curves(self.run_to("result", "starnuma16", SMALL))
        known = self.unloaded("starnuma16")
        for name, (idle, *_, full) in found.items():
            with self.subTest(name):
                self.assertEqual(idle[LEAST], known[HOMES[name]])
                self.assertLess(idle[LEAST], idle[LATENCY])
                self.assertLessEqual(idle[LEAST], full[LEAST])
                self.assertLessEqual(full[LEAST], full[LATENCY])

    def test_loaded_latency_is_what_littles_law_says(self):
        name = "one_hop"
        point = curves(self.run_to("result", "baseline16", SMALL + f",class={name}",
                                   "--set", "socket.private_caches.mshrs=12"))[name][-1]
        in_flight = 3 * 12 + 1  # three generators and the probe
        self.assertAlmostEqual(point[ACHIEVED] * point[LATENCY] / 64, in_flight,
                               delta=0.03 * in_flight)

    def test_curves_hardly_depend_on_how_far_cores_run_ahead(self):
        # All pages are in the pool, including the barrier's: its page must not be one without capacity there.
        found = [curves(self.run_to(f"run{quantum}", "starnuma16", "loaded_latency:points=few,class=pool",
                                    "--set", f"simulation.quantum={quantum} ns",
                                    "--set", "pool.capacity_of_footprint=1"))
                 for quantum in (20, 200)]
        for near, far in zip(found[0]["pool"], found[1]["pool"], strict=True):
            self.assertAlmostEqual(near[ACHIEVED], far[ACHIEVED], delta=0.02 * near[ACHIEVED])
            # Near the knee a mean of 504 loads is accurate to a few per cent.
            self.assertAlmostEqual(near[LATENCY], far[LATENCY], delta=0.08 * near[LATENCY])

    def test_read_shares_are_those_of_the_traffic_at_the_memory(self):
        for share in (100, 75, 50):
            points = curves(self.run_to(f"reads{share}", "baseline16",
                                        SMALL + f",class=local,read_share={share}"))["local"]
            for point in points[1:]:
                self.assertAlmostEqual(point[READS], share, delta=2 + 2 * (point is points[1]))

    def test_uncached_accesses_reach_every_share(self):
        for share in (0, 30):
            point = curves(self.run_to(f"reads{share}", "baseline16", SMALL + ",class=one_hop,"
                                       f"accesses=uncached,read_share={share}"))["one_hop"][-1]
            self.assertAlmostEqual(point[READS], share, delta=1.5)
            # Reads return on the link, writes are sent on it: either direction carries 3 GB/s.
            full = 3 / max(share, 100 - share) * 100
            self.assertAlmostEqual(point[ACHIEVED], full, delta=0.06 * full)

    def test_patterns_and_arrivals_give_the_same_unloaded_latency_and_their_own_curves(self):
        seen = set()
        for words in ("pattern=random", "pattern=stride", "pattern=sequential", "arrivals=paced"):
            points = curves(self.run_to(words, "baseline16", SMALL + f",class=local,{words}"))
            self.assertEqual(points["local"][0][LEAST], self.unloaded("baseline16")["s0"])
            seen.add(points["local"][2][LATENCY])
        self.assertEqual(len(seen), 4)

    def test_bandwidth_alone_is_that_of_all_cores(self):
        words = "loaded_latency:class=home,home=1,measure=bandwidth"
        [point] = curves(self.run_to("result", "baseline16", words))["home"]
        self.assertAlmostEqual(point[ACHIEVED], 3, delta=0.06)
        self.assertEqual(point[LATENCY], 0)

    def test_a_measured_machine_has_its_unloaded_latency_and_bandwidth(self):
        for link, unloaded, full, loaded in (("link0", 163, 34.5, 418), ("link1", 261, 21.0, 527)):
            machine = f"logical_pool_{link}"
            points = curves(self.run_to(link, machine, SMALL + ",class=one_hop"))["one_hop"]
            self.assertEqual(points[0][LEAST], unloaded)
            self.assertAlmostEqual(points[-1][ACHIEVED], full, delta=0.02 * full)
            self.assertAlmostEqual(points[-1][LATENCY], loaded, delta=0.2 * loaded)

    def test_what_a_machine_cannot_do_is_refused(self):
        for words, parts in (
                (["baseline16", "loaded_latency:class=pool"],
                 ["class=pool", "all, local, one_hop, two_hop, home"]),
                (["baseline16", SMALL + ",read_share=49"],
                 ["read_share=49", "expected 50 or more, or accesses=uncached"]),
                (["baseline16", SMALL, "--set", "socket.cores=1"], ["one core"])):
            code, out, err = self.call("run", *words)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            for part in parts:
                self.assertIn(part, err)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
