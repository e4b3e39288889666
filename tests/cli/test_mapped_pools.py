#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Logical pools whose regions are found over maps and move, and sums that go to their data."""

import csv
import unittest

from cli import CliTest, stats

SERVERS = ("host_first.socket0", "host_second.socket1", "host_third.socket2", "host_fourth.socket3")
CHECKED = ("--set", "simulation.check=coherence")


def of_servers(values, path):
    return sum(values[f"machine.{server}.{path}"] for server in SERVERS)


class MappedPools(CliTest):
    def least_latency(self, machine, access_class):
        folder = self.run_to(f"{machine}_{access_class}", machine,
                             f"loaded_latency:points=few,loads=256,class={access_class}@socket0")
        with open(folder / "loaded_latency.csv", encoding="utf-8", newline="") as file:
            return float(next(csv.DictReader(file))["least_latency_ns"])

    def test_look_ups_cost_what_their_buffers_do_and_private_memory_nothing(self):
        self.assertEqual(self.least_latency("lmp_mapped", "local"), 82)
        self.assertEqual(self.least_latency("lmp_mapped", "two_hop"), 163 + 2 + 3)

    def test_a_list_is_chased_while_its_regions_move(self):
        values = stats(self.run_to("chase", "lmp_displaced", "pointer_chase:home=1,scale=16@socket0", *CHECKED,
                                   "--set", "logical_pool.balance.least_uses=1", "--set", "logical_pool.region=16 MiB",
                                   "--set", "logical_pool.balance.period=2 us"))
        self.assertGreater(values["machine.region_mover.regions"], 3)
        self.assertEqual(values["machine.region_mover.told"], 2 * values["machine.region_mover.regions"])
        self.assertGreater(of_servers(values, "coarse_map.invalidations"), 12)
        self.assertGreater(of_servers(values, "fine_map.misses"), 3)

    def displaced(self, name, *sets):
        words = " + ".join(f"vector_sum:scale=14,gib=4,rounds=40,lies=home,home={(s + 1) % 4}@socket{s}"
                           for s in range(4))
        return stats(self.run_to(name, "lmp_displaced", words, *CHECKED, *sets))

    def test_regions_follow_their_users(self):
        stay = self.displaced("stay", "--set", "logical_pool.balance.policy=none")
        follow = self.displaced("follow")
        self.assertEqual(stay["machine.region_mover.regions"], 0)
        self.assertGreater(follow["machine.region_mover.regions"], 4)
        self.assertLess(follow["machine.region_mover.regions"], 24)  # the vectors have 16, and they stay
        self.assertGreater(follow["run.access_mix.local"], stay["run.access_mix.local"] + 0.1)
        again = self.displaced("again")
        self.assertEqual(follow, again)

    def test_a_sum_that_goes_to_its_data_needs_no_link(self):
        words = "vector_sum:scale=14,gib=64,rounds=2"
        here = stats(self.run_to("here", "lmp_logical", words + "@socket0", *CHECKED))
        shipped = stats(self.run_to("shipped", "lmp_shipped", words + ",lies=servers", *CHECKED))
        self.assertGreater(here["run.time_ns"], 3 * shipped["run.time_ns"])
        self.assertGreater(shipped["run.access_mix.local"], 0.95)

    def test_no_server_crashes_whose_regions_move(self):
        text = ("kind: scenario\nmachine: lmp_mapped\nprograms:\n  - {workload: 'gups:scale=8', host: first}\n"
                "faults:\n  - {kind: host_crash, host: second, at: 1 us}\n")
        (self.folder / "crash.yaml").write_text(text, encoding="utf-8")
        code, out, err = self.call("run", "crash.yaml", "-o", "crash")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("logical_pool", err)

    def test_what_maps_cannot_be_is_refused(self):
        for keys, expected in (
                (("logical_pool.room=2 GiB",), "of_second ends at 25344 MiB, expected 26368 MiB"),
                (("logical_pool.region=6 KiB",), "no whole number of 4 KiB pages"),
                (("logical_pool.balance.policy=counter",), "counters")):
            sets = [word for key in keys for word in ("--set", key)]
            code, out, err = self.call("run", "lmp_mapped", "gups:scale=8@socket0", "-o", "refused", *sets)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(expected, err)


if __name__ == "__main__":
    unittest.main()
