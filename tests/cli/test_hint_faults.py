#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Policies that use hint faults, and policies for full nodes, on whole machines."""

import csv
import unittest

from cli import CliTest, needs_engine, stats

SHM = "shm:scale=16,operations=60000"
CHECKED = ("--set", "simulation.check=coherence")


def sets(**values):
    return [word for key, value in values.items()
            for word in ("--set", f"placement.{key.replace('__', '.')}={value}")]


class HintFaults(CliTest):
    def migration(self, folder, program="run"):
        head = program + ".migration."
        return {path[len(head):]: value for path, value in stats(folder).items()
                if path.startswith(head)}

    def test_a_page_ping_pongs_without_the_mark_and_not_with_it(self):
        marked = self.migration(self.run_to("marked", "lacx_testbed", SHM, *CHECKED))
        bare = self.migration(self.run_to("bare", "lacx_testbed", SHM, *sets(lacx__mark="unset")))
        self.assertGreater(marked["shared_pages"], 10)
        self.assertEqual((marked["moved_back"], marked["ping_pong_pages"]), (0, 0))
        self.assertGreater(bare["ping_pong_pages"], 0)

    def test_numa_balancing_leaves_shared_mappings_alone(self):
        values = self.migration(self.run_to("auto", "lacx_testbed", SHM,
                                            *sets(policy="autonuma")))
        self.assertLess(values["unmapped"], 100)

    def test_a_full_node_gets_no_page(self):
        """Node 1 is too small for its threads' data, and their faults cannot fetch the rest."""
        folder = self.run_to(
            "full", "lacx_testbed", "fdtd:scale=14,steps=12", *sets(policy="autonuma"), "--set",
            "scaling.memory=full", "--set",
            "socket.overrides.1.memory.capacity_per_channel=100 KiB")
        values = self.migration(folder)
        self.assertGreater(values["moves_node_full"], 0)
        with open(folder / "memory.csv", encoding="utf-8") as file:
            pages = [float(row["run.socket1"]) for row in csv.DictReader(file)]
        self.assertLessEqual(max(pages), 25)

    def test_usage_aware_herds_where_one_node_is_emptier(self):
        """A program larger than its node, next to two half-full nodes and an emptier one."""
        times = {}
        for policy in ("usage_aware", "hybrid"):
            folder = self.run_to(
                policy, "four_chips", "gups:scale=12,updates=60000@socket0", *sets(policy=policy),
                "--set", "scaling.memory=full", "--set",
                "socket.memory.capacity_per_channel=400 KiB", "--set",
                "socket.overrides.0.memory.capacity_per_channel=100 KiB", "--set",
                "socket.overrides.2.memory.capacity_per_channel=1 MiB")
            values = stats(folder)
            pages = [values[f"program.gups.memory.socket{s}"] / 4096 for s in range(4)]
            times[policy] = values["program.gups.time_ns"]
            if policy == "usage_aware":
                self.assertEqual((pages[1], pages[3]), (0, 0), pages)
                self.assertGreater(pages[2], 100)
            else:
                self.assertLessEqual(max(pages[1:]) - min(pages[1:]), 1, pages)
        self.assertGreater(times["usage_aware"], 2 * times["hybrid"])

    def test_programs_stay_apart_and_runs_repeat(self):
        place = f"{SHM}@socket0.core0-7 + gups:scale=12,updates=40000@socket1.core0-7"
        folder = self.run_to("both", "lacx_testbed", place, *CHECKED)
        for program in ("shm", "gups"):
            values = self.migration(folder, "program." + program)
            self.assertGreater(values["page_faults"], 0, program)
        again = self.run_to("again", "both/effective.yaml")
        self.assertEqual((folder / "stats.json").read_bytes(), (again / "stats.json").read_bytes())

    def test_faults_meet_each_other_in_simulated_time_and_runs_repeat(self):
        for policy, workload in (("lacx", SHM), ("autonuma", "fdtd:scale=14,steps=12"),
                                 ("dynamic_migration", SHM)):
            with self.subTest(policy=policy):
                folder = self.run_to("faults", "lacx_testbed", workload, *CHECKED, *sets(policy=policy),
                                     "--set", "simulation.delivery=queued")
                values = self.migration(folder)
                self.assertGreater(values["page_faults"], 50)
                if policy != "dynamic_migration":
                    self.assertGreater(values["completed"], 0)
                again = self.run_to("again", "faults/effective.yaml")
                self.assertEqual((folder / "stats.json").read_bytes(), (again / "stats.json").read_bytes())

    @needs_engine
    def test_all_run_on_starnuma16_next_to_the_oracle(self):
        names = ["page_interleave", "hybrid", "usage_aware", "dynamic_migration",
                 "usage_aware_dynamic", "autonuma", "lacx"]
        self.good("bakeoff", "bfs:scale=12,trials=2", "--policies",
                  ",".join(["static_oracle", "starnuma_t16", *names]), "-o", "bake", *CHECKED)
        with open(self.folder / "bake/bakeoff.csv", encoding="utf-8") as file:
            rows = {row["policy"]: row for row in csv.DictReader(file)}
        self.assertEqual(sorted(rows), sorted(["first_touch", "static_oracle", "starnuma_t16",
                                               *names]))
        for name in ("dynamic_migration", "usage_aware_dynamic", "autonuma", "lacx"):
            self.assertGreater(float(rows[name]["moves"]), 0, name)
        self.assertGreater(float(rows["lacx"]["moves_to_pool"]), 0)
        for row in rows.values():
            self.assertIn("regret_percent", row)


if __name__ == "__main__":
    unittest.main()
