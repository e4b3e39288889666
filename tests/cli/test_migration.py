#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Pages that migrate during a run: statistics of the run, and unchanged results where required."""

import csv
import itertools
import json
import math
import statistics
import unittest

from cli import DELIVERIES, CliTest, entries, needs_engine, stats

BFS = "bfs:scale=11,trials=3"
THREADS = 16 * 4


def phases(folder):
    with open(folder / "phases.csv", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(file)]


def run_lines(folder):
    return [entry for entry in entries(folder) if entry["path"].startswith("run.")]


class Migration(CliTest):
    def test_shared_pages_go_to_the_pool_which_never_overflows_and_the_run_repeats(self):
        folder = self.run_to("t16", "starnuma16_t16", BFS)
        values, rows = stats(folder), phases(folder)
        self.assertGreaterEqual(len(rows), 6)
        self.assertGreater(values["run.migration.to_pool"], 0)
        self.assertEqual(sum(row["moves_made"] for row in rows), values["run.migration.completed"])
        self.assertEqual(values["run.migration.bytes"], 4096 * values["run.migration.completed"])
        self.assertEqual(values["machine.os_core.pages"], values["run.migration.completed"])
        for row in rows:
            self.assertLessEqual(row["pool_pages"], 0.2 * values["run.pages.total"])
            self.assertLessEqual(row["moves_planned"], values["run.migration.page_limit"])
        self.assertEqual(rows[-1]["pool_pages"], values["run.pages.pool"])
        self.assertEqual(sum(row["llc_misses"] for row in rows), values["run.llc_misses"])

        again = self.run_to("again", "t16/effective.yaml")
        for name in ("stats.json", "phases.csv"):
            self.assertEqual((folder / name).read_bytes(), (again / name).read_bytes())

    def test_pages_move_in_the_warm_up_and_the_window_counts_only_its_own(self):
        folder = self.run_to("warm", "starnuma16_t16", "bfs:scale=11,trials=1,warmup=4")
        values, rows = stats(folder), phases(folder)
        self.assertEqual(values["workload.bfs.trials"], 1)
        self.assertEqual(values["workload.bfs.warmup"], 4)
        before = [row for row in rows if row["end_ns"] < rows[-1]["end_ns"] - values["run.time_ns"]]
        self.assertGreater(sum(row["moves_made"] for row in before), 0)
        self.assertLess(values["run.instructions"], sum(row["instructions"] for row in rows) / 3)
        self.assertLess(values["run.llc_misses"], sum(row["llc_misses"] for row in rows) / 2)
        self.assertEqual(rows[0]["begin_ns"], 0)
        for row, following in itertools.pairwise(rows):
            self.assertEqual(row["end_ns"], following["begin_ns"])
        whole = values["run.migration.phase_instructions"] * THREADS
        for row in rows:
            self.assertGreaterEqual(row["os_busy_share"], 0)
            self.assertLessEqual(row["os_busy_share"], 1)
            if row is not rows[-1]:
                self.assertAlmostEqual(row["instructions"] / whole, 1, delta=0.2)
        self.assertEqual(rows[-1]["pool_pages"], values["run.pages.pool"])
        self.assertEqual(values["run.migration.phases"], len(rows))
        self.assertEqual(values["run.migration.bytes"], 4096 * values["run.migration.completed"])
        self.assertEqual(values["machine.os_core.pages"], values["run.migration.completed"])
        loads = {name: values[f"run.tracking.loads{name}"]
                 for name in ("", "_recorded", "_early", "_late", "_lost")}
        self.assertEqual(loads[""] + loads["_early"],
                         loads["_recorded"] + loads["_late"] + loads["_lost"])

        again = self.run_to("again", "warm/effective.yaml")
        for name in ("stats.json", "phases.csv"):
            self.assertEqual((folder / name).read_bytes(), (again / name).read_bytes())

    def test_policies_see_what_trackers_recorded_and_only_full_counters_lose_loads(self):
        workload = "bfs:scale=12,trials=3"
        for name in ("starnuma16_t16", "starnuma16_t0"):
            rtl = self.run_to(f"{name}_rtl", name, workload)
            model = self.run_to(f"{name}_model", name, workload, "--set", "tracking.impl=model")
            for file in ("stats.json", "phases.csv", "metadata.csv"):
                self.assertEqual((rtl / file).read_bytes(), (model / file).read_bytes())
        values = stats(self.folder / "starnuma16_t16_model")
        self.assertGreater(values["run.migration.completed"], 0)
        self.assertGreater(sum(value for path, value in values.items()
                               if path.endswith("annex.hand_overs.shootdown")), 0)
        self.assertGreater(values["run.tracking.loads_lost"], 0)  # by saturated counters, as published
        self.assertEqual(values["run.tracking.count_saturates_at"],
                         values["run.migration.count_saturates_at"])
        wide = stats(self.run_to("as_is", "starnuma16_t16", workload, "--set",
                                 "tracking.impl=model", "--set", "tracking.count_scale=as_is"))
        loads = {name: wide[f"run.tracking.loads{name}"]
                 for name in ("", "_recorded", "_early", "_late", "_lost")}
        self.assertEqual(loads[""] + loads["_early"], loads["_recorded"] + loads["_late"])
        self.assertEqual(loads["_lost"], 0)

    def test_each_phase_that_ended_was_scanned_unless_that_is_free(self):
        values = stats(self.run_to("scan", "starnuma16_t16", BFS))
        lines = -(-values["run.tracking.regions"] * 4 // 64)
        self.assertEqual(values["run.migration.scan_lines"],
                         lines * (values["run.migration.phases"] - 1))
        self.assertGreater(values["run.migration.scan_time"], 0)
        free = stats(self.run_to("free", "starnuma16_t16", BFS,
                                 "--set", "placement.costs.scan=free"))
        self.assertEqual(free["run.migration.scan_lines"], 0)
        self.assertEqual(free["run.migration.scan_time"], 0)
        self.assertGreater(free["run.migration.completed"], 0)

    def test_an_ideal_tracker_needs_no_hardware(self):
        values = stats(self.run_to("ideal", "starnuma16", BFS, "--set",
                                   "placement.policy=starnuma_t16"))
        self.assertGreater(values["run.migration.completed"], 0)
        self.assertNotIn("run.migration.scan_lines", values)
        self.assertNotIn("run.tracking.loads", values)

    def test_without_a_pool_pages_move_between_sockets(self):
        values = stats(self.run_to("run", "baseline16", BFS))
        self.assertGreater(values["run.migration.to_socket"], 0)
        self.assertEqual(values["run.migration.to_pool"], 0)

    def test_a_pool_without_capacity_is_the_machine_without_one(self):
        plain = self.run_to("plain", "baseline16_first_touch", BFS)
        empty = self.run_to("empty", "starnuma16", BFS, "--set", "placement.policy=none",
                            "--set", "pool.capacity_of_footprint=0")
        self.assertEqual(run_lines(plain), run_lines(empty))

    def test_bound_pages_stay(self):
        values = stats(self.run_to("run", "baseline16",
                                   "pointer_chase:home=3,requester=0"))
        self.assertEqual(values["run.migration.completed"], 0)

    def test_describe_says_what_moves_pages_and_how_many_at_most(self):
        def placement(machine):
            return self.good("describe", machine, "--scale", "18").split("Placement\n")[1]
        self.assertTrue(placement("baseline16").startswith(
            "  policy            perfect_knowledge\n"
            "  moved per phase   at most 262144 pages at full scale, 256 for that program\n"))
        self.assertTrue(placement("baseline16_first_touch").startswith(
            "  policy            first_touch\n\n"))
        self.assertIn("best of 0, 32768 and 262144", self.good("describe", "baseline16"))

    @needs_engine
    def test_bakeoff_runs_every_policy_that_the_machine_can(self):
        out = self.good("bakeoff", "bfs:scale=8", "--machine", "baseline16_first_touch",
                        "--no-report", "-o", "bake")
        with open(self.folder / "bake/bakeoff.csv", encoding="utf-8") as file:
            rows = {row["policy"]: row for row in csv.DictReader(file)}
        self.assertEqual(list(rows), ["first_touch", "static_oracle", "perfect_knowledge",
                                      "perfect_knowledge_eighth", "perfect_knowledge_top",
                                      "replicate_read_only", "page_interleave", "hybrid",
                                      "usage_aware", "dynamic_migration", "usage_aware_dynamic",
                                      "autonuma"])
        self.assertEqual(float(rows["first_touch"]["speedup"]), 1)
        self.assertEqual(float(rows["static_oracle"]["regret_percent"]), 0)
        for name in rows:
            self.assertIn(name, out)
            self.assertTrue((self.folder / "bake" / name / "stats.json").exists())

    @needs_engine
    def test_bakeoff_with_a_pool_has_the_oracle_without_it_too(self):
        self.good("bakeoff", "bfs:scale=8", "--no-report", "-o", "pool", "--set",
                  "tracking.impl=model")
        with open(self.folder / "pool/bakeoff.csv", encoding="utf-8") as file:
            rows = {row["policy"]: row for row in csv.DictReader(file)}
        self.assertGreater(float(rows["static_oracle"]["pool_pages"]), 0)
        self.assertEqual(float(rows["static_oracle_no_pool"]["pool_pages"]), 0)

    @needs_engine
    def test_bakeoff_runs_named_policies_next_to_first_touch(self):
        self.good("bakeoff", "bfs:scale=8", "--policies", "starnuma_t0,perfect_knowledge",
                  "--no-report", "-o", "some")
        with open(self.folder / "some/bakeoff.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["policy"] for row in rows],
                         ["first_touch", "perfect_knowledge", "starnuma_t0"])
        self.assertNotIn("regret_percent", rows[0])

    def test_copies_are_made_and_taken_away_by_writes_and_the_run_repeats(self):
        for policy, delivery in itertools.product(("replicate_read_only", "replicate_then_pool"),
                                                  DELIVERIES):
            folder = self.run_to(policy, "starnuma16", BFS, "--set", f"placement.policy={policy}",
                                 "--set", f"simulation.delivery={delivery}",
                                 "--set", "simulation.check=coherence")
            values = stats(folder)
            copies = {name: values[f"run.migration.copies{name}"]
                      for name in ("", "_freed", "_at_end")}
            self.assertGreater(copies[""], 0)
            # There are no copies from before the window, because pages migrate only in it.
            self.assertEqual(copies[""], copies["_freed"] + copies["_at_end"])
            again = self.run_to(f"{policy}_again", f"{policy}/effective.yaml")
            self.assertEqual((folder / "stats.json").read_bytes(),
                             (again / "stats.json").read_bytes())
        self.assertGreater(values["run.migration.to_pool"], 0)

    @needs_engine
    def test_costs_are_switched_off_in_turn_and_compared_seed_by_seed(self):
        out = self.good("bakeoff", "bfs:scale=8,trials=2", "--costs", "--seeds", "3", "--set",
                        "tracking.impl=model", "-o", "costs")
        names = ["nothing", "copy", "stall", "initiator", "shootdown", "page_table", "scan",
                 "tracker", "all", "(interrupts)"]
        with open(self.folder / "costs/bakeoff.json", encoding="utf-8") as file:
            table = json.load(file)
        rows = {row["switched_off"]: row for row in table["rows"]}
        self.assertEqual(list(rows), names)
        self.assertEqual(table["seeds"], [1, 2, 3])
        self.assertEqual(rows["nothing"]["speedup"]["by_seed"], [1, 1, 1])
        copy = rows["copy"]["speedup"]
        times = [[stats(self.folder / "costs" / f"{name}_seed{seed}")["run.time_ns"]
                  for seed in (1, 2, 3)] for name in ("nothing", "copy")]
        by_seed = [base / time for base, time in zip(*times)]
        for said, own in zip(copy["by_seed"], by_seed):
            self.assertAlmostEqual(said, own)
        self.assertAlmostEqual(copy["mean"], statistics.mean(by_seed))
        student = 4.302653  # two degrees of freedom, 97.5 %
        self.assertAlmostEqual(copy["half_width_95"],
                               student * statistics.stdev(by_seed) / math.sqrt(3), places=6)
        self.assertIn(" +- ", out)

    def test_free_tracker_updates_change_metadata_and_move_no_bytes(self):
        def traffic(values):
            return sum(value for path, value in values.items() if path.endswith(".bytes.tracker"))
        for update in ("own_line", "add_at_home"):
            to_run = ["starnuma16_t16", "bfs:scale=10,trials=3", "--set", "tracking.impl=model",
                      "--set", "placement.policy=first_touch", "--set", f"tracking.update={update}"]
            paid = stats(self.run_to(f"paid_{update}", *to_run))
            free = stats(self.run_to(f"free_{update}", *to_run, "--set",
                                     "placement.costs.tracker=free"))
            self.assertGreater(traffic(paid), 0)
            self.assertEqual(traffic(free), 0)
            self.assertGreater(free["run.tracking.loads_recorded"], 0)
            self.assertEqual(free["run.tracking.loads"] + free["run.tracking.loads_early"],
                             free["run.tracking.loads_recorded"] + free["run.tracking.loads_late"])

    def test_what_bakeoff_cannot_do_is_one_line(self):
        for words, told in (
                (("--costs", "--machine", "starnuma16"),
                 "bakeoff: --costs: starnuma16 with policy static_oracle moves no pages\n"),
                (("--policies", "starnuma_t1"),
                 "bakeoff: --policies: no policy \"starnuma_t1\"; "
                 "did you mean \"starnuma_t0\"?\n"),
                (("--policies", "starnuma_t0", "--costs"),
                 "bakeoff: --policies cannot go with --costs\n"),
                (("--seeds", "0"), 'bakeoff: --seeds: expected a whole number from 1 to 100, found "0"\n'),
                (("--seeds", "2", "--seed", "1"),
                 "bakeoff: --seeds takes seeds 1 to N, so it cannot go with --seed\n")):
            code, out, err = self.call("bakeoff", "bfs:scale=8", *words)
            self.assertEqual((code, out, err), (2, "", told))

    def test_more_migrating_cores_make_more_of_the_planned_moves(self):
        slow = ("--set", "tracking.impl=model", "--set", "placement.page_cycles=30000 cycles", "--set",
                "placement.page_limit=16777216", "--set", "simulation.check=coherence")
        for delivery in DELIVERIES:
            made = {}
            for cores in (1, 4):
                folder = self.run_to(f"{delivery}{cores}", "starnuma16_t16", BFS, *slow, "--set",
                                     f"placement.os_cores={cores}", "--set",
                                     f"simulation.delivery={delivery}")
                values = stats(folder)
                made[cores] = values["run.migration.completed"]
                self.assertLess(made[cores], values["run.migration.planned"])
                rate = made[cores] / values["run.migration.os_busy_time"] * 1e9 * cores
                self.assertAlmostEqual(values["run.migration.pages_per_second"] / rate, 1)
            self.assertGreater(made[4], 1.3 * made[1], delivery)
        self.assertIn("one core of the program is shared", self.refused(
            "describe", "starnuma16_t16", "--set", "placement.os_cores=2", "--set",
            "placement.os_core=shared")[0])


if __name__ == "__main__":
    unittest.main()
