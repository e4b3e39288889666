#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Logical pools whose regions are located by maps and migrate, and sums that are computed at their data."""

import csv
import unittest

from cli import DELIVERIES, CliTest, scenario, stats

SERVERS = ("host_first.socket0", "host_second.socket1", "host_third.socket2", "host_fourth.socket3")
CHECKED = ("--set", "simulation.check=coherence")


def of_servers(values, path):
    return sum(values[f"machine.{server}.{path}"] for server in SERVERS)


class MappedPools(CliTest):
    def least_latency(self, machine, access_class, delivery):
        folder = self.run_to(f"{machine}_{access_class}", machine,
                             f"loaded_latency:points=few,loads=256,class={access_class}@socket0",
                             "--set", f"simulation.delivery={delivery}")
        with open(folder / "loaded_latency.csv", encoding="utf-8", newline="") as file:
            return float(next(csv.DictReader(file))["least_latency_ns"])

    def test_look_ups_cost_what_their_buffers_do_and_private_memory_nothing(self):
        for delivery in DELIVERIES:
            self.assertEqual(self.least_latency("lmp_mapped", "local", delivery), 82)
            self.assertEqual(self.least_latency("lmp_mapped", "two_hop", delivery), 163 + 2 + 3)

    def test_buffers_that_miss_keep_lines_coherent_in_simulated_time(self):
        small = ("--set", "logical_pool.coarse.entries=1", "--set", "logical_pool.fine.entries=1")
        for workload in ("gups:scale=14,updates=20000@socket0", "vector_sum:scale=14,gib=64,rounds=2@socket0"):
            values = stats(self.run_to("small", "lmp_mapped", workload, *small, *CHECKED, "--set",
                                       "simulation.delivery=queued"))
            self.assertGreater(of_servers(values, "fine_map.misses"), 10, workload)

    def test_a_list_is_chased_while_its_regions_move(self):
        values = stats(self.run_to("chase", "lmp_displaced", "pointer_chase:home=1,scale=16@socket0", *CHECKED,
                                   "--set", "logical_pool.balance.min_uses=1", "--set", "logical_pool.region=16 MiB",
                                   "--set", "logical_pool.balance.period=2 us"))
        self.assertGreater(values["machine.region_mover.regions"], 3)
        self.assertEqual(values["machine.region_mover.notified"], 2 * values["machine.region_mover.regions"])
        self.assertGreater(of_servers(values, "coarse_map.invalidations"), 12)
        self.assertGreater(of_servers(values, "fine_map.misses"), 3)

    def displaced(self, name, *sets):
        words = " + ".join(f"vector_sum:scale=14,gib=4,rounds=64,lies=home,home={(s + 1) % 4}@socket{s}"
                           for s in range(4))
        return stats(self.run_to(name, "lmp_displaced", words, *CHECKED, *sets))

    def test_regions_follow_their_users(self):
        stay = self.displaced("stay", "--set", "logical_pool.balance.policy=none")
        follow = self.displaced("follow")
        self.assertEqual(stay["machine.region_mover.regions"], 0)
        self.assertGreater(follow["machine.region_mover.regions"], 4)
        self.assertLess(follow["machine.region_mover.regions"], 24)  # the vectors have 16, which stay
        self.assertGreater(follow["run.access_mix.local"], stay["run.access_mix.local"] + 0.1)
        self.assertGreater(stay["run.time_ns"], 1.3 * follow["run.time_ns"])
        again = self.displaced("again")
        self.assertEqual(follow, again)

    def test_a_sum_that_goes_to_its_data_needs_no_link(self):
        words = "vector_sum:scale=14,gib=64,rounds=2"
        here = stats(self.run_to("here", "lmp_logical", words + "@socket0", *CHECKED))
        shipped = stats(self.run_to("shipped", "lmp_shipped", words + ",lies=servers", *CHECKED))
        self.assertGreater(here["run.time_ns"], 3 * shipped["run.time_ns"])
        self.assertGreater(shipped["run.access_mix.local"], 0.95)

    def sized(self, name, *sets):
        file = self.write("sized.yaml", scenario("lmp_sized", (
            "name: early, workload: 'vector_sum:scale=14,gib=4,rounds=64', host: second",
            "name: late, workload: 'vector_sum:scale=14,gib=14,rounds=40', host: first, start: 150 us"), repeat="none"))
        return stats(self.run_to(name, file, *CHECKED, "--set", "logical_pool.balance.policy=none", *sets))

    def test_private_memory_grows_and_shrinks_to_what_programs_want(self):
        gib = (1 << 30) >> 14
        page = 4096
        sized = self.sized("sized")
        stays = self.sized("stays", "--set", "logical_pool.sizing.policy=none")
        private = {host: sized[f"host.{host}.private.pages"] * page / gib for host in ("first", "second", "third")}
        self.assertEqual(private, {"first": 15, "second": 9, "third": 9})  # in whole regions
        self.assertEqual(sized["host.first.private.grown"] * page / gib, 6)  # it had shrunk before
        self.assertEqual(sized["host.third.private.shrunk"] * page / gib, 3)
        self.assertEqual(stays["host.first.private.pages"] * page / gib, 12)
        self.assertEqual(stays["machine.pool_sizes.changes"], 0)
        # Its vector of 14 GiB has two on another server if sizes are fixed.
        self.assertEqual(sized["program.late.memory.socket1"], 0)
        self.assertGreater(stays["program.late.memory.socket1"], 1.9 * gib)
        self.assertGreater(stays["program.late.time_ns"], 1.1 * sized["program.late.time_ns"])
        self.assertEqual(sized, self.sized("again"))

    def test_a_change_below_the_hysteresis_is_not_made(self):
        values = self.sized("steady", "--set", "logical_pool.sizing.hysteresis=0.3")
        self.assertEqual(values["machine.pool_sizes.changes"], 0)

    def test_regions_leave_rooms_that_become_private(self):
        """Regions that balancing moved to the first server leave when its program needs the memory."""
        file = self.write("crowded.yaml", scenario("lmp_sized", (
            "name: early, workload: 'vector_sum:scale=14,gib=6,rounds=64,lies=home,home=1', cores: socket0.core0-3",
            "name: late, workload: 'vector_sum:scale=14,gib=9,rounds=40', cores: socket0.core4-13, start: 400 us"),
            repeat="none"))
        values = stats(self.run_to("crowded", file, *CHECKED, "--set", "logical_pool.sizing.private_capacity=0 B",
                                   "--set", "logical_pool.sizing.spare=0.1"))
        # Nine GiB and a tenth of 24, minus those of the six that have not arrived yet.
        self.assertIn(values["host.first.private.pages"], (192, 208))
        self.assertGreater(values["machine.region_mover.regions"], 6)  # six arrived, and at least one left
        self.assertGreater(values["machine.region_mover.pages_within"], 0)
        self.assertEqual(values["machine.pool_sizes.abandoned"], 0)

    def handed_over(self, machine, home):
        file = self.write(f"{machine}.yaml", scenario(machine, [
            f"workload: 'producer_consumer:home={home}', cores: 'socket0.core0,socket1.core0', extent: coherent"]))
        values = stats(self.run_to(machine, file, *CHECKED))
        return values, sum(value for path, value in values.items()
                           if path.startswith(("machine.fabric.", "machine.cxl.")) and ".bytes." in path)

    def test_the_engine_of_a_coherent_region_is_at_its_home_or_in_the_switch(self):
        at_home, bytes_at_home = self.handed_over("lmp_coherent_home", 3)
        in_switch, bytes_in_switch = self.handed_over("lmp_coherent_switch", "pool")
        self.assertEqual(at_home["run.class.block_transfer_socket.unloaded_ns"], 203.5)
        self.assertTrue(215 <= in_switch["run.class.block_transfer_pool.unloaded_ns"] <= 281.5)
        self.assertGreater(in_switch["machine.pool.device.back_invalidations"], 1000)
        self.assertLess(at_home["run.time_ns"], in_switch["run.time_ns"])
        self.assertGreater(bytes_at_home, 1.3 * bytes_in_switch)

    def test_all_else_is_not_coherent(self):
        for flush, expected in (("both", 0), ("none", 1)):
            file = self.write("plain.yaml", scenario("lmp_coherent_home", [
                f"workload: 'hand_over:home=3,flush={flush}', cores: 'socket0.core0,socket1.core0', extent: plain"]))
            code, _, err = self.call("run", file, "-o", f"plain_{flush}", *CHECKED)
            self.assertEqual(code, expected, err)
            self.assertEqual("a flush is missing" in err, bool(expected))

    def test_no_server_crashes_whose_regions_move(self):
        text = ("kind: scenario\nmachine: lmp_mapped\nprograms:\n  - {workload: 'gups:scale=8', host: first}\n"
                "faults:\n  - {kind: host_crash, host: second, at: 1 us}\n")
        (self.folder / "crash.yaml").write_text(text, encoding="utf-8")
        code, out, err = self.call("run", "crash.yaml", "-o", "crash")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("logical_pool", err)

    def test_what_maps_cannot_be_is_refused(self):
        for keys, expected in (
                (("logical_pool.incoming_capacity=2 GiB",), "of_second ends at 25344 MiB, expected 26368 MiB"),
                (("logical_pool.region=6 KiB",), "not a whole number of 4 KiB pages"),
                (("logical_pool.balance.policy=counter",), "counters"),
                (("logical_pool.sizing.policy=want",), "wants"),
                (("logical_pool.sizing.private_capacity=4 GiB",), "4 GiB private of a room of 3 GiB"),
                (("logical_pool.sizing.hysteresis=1.5",), "expected between 0 and 1"),
                (("logical_pool.mover.lines_in_flight=0",), "expected between 1 and 65536")):
            sets = [word for key in keys for word in ("--set", key)]
            code, out, err = self.call("run", "lmp_mapped", "gups:scale=8@socket0", "-o", "refused", *sets)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(expected, err)


if __name__ == "__main__":
    unittest.main()
