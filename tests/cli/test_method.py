#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Method of an evaluation: each of its five fields alone, both presets, and wrong values."""

import json
import unittest

from cli import CliTest, stats
from test_migration import phases

TC = "tc:scale=12,sample=64"
THREADS = 64
SHORT = "bfs:scale=11,trials=3"  # its phases are shorter than scaled published ones
MACHINE = ("published16_t16", TC, "--set", "tracking.impl=model")


class Method(CliTest):
    def by(self, name, *sets, machine=MACHINE):
        sets = ("method=in_time", *sets)
        return self.run_to(name, *machine, *(word for each in sets for word in ("--set", each)))

    def test_statistics_are_of_the_whole_phases_after_the_first_on_either_machine(self):
        windows, length = [], 0
        for machine in ("published16_t16", "published16"):
            folder = self.by(machine, "method=published", machine=(machine, TC))
            values = stats(folder)
            windows.append(values["run.instructions"])
            length = values.get("run.migration.phase_instructions", 0) or length
            self.assertAlmostEqual(windows[-1] / (values["run.whole_phases"] * length * THREADS), 1, delta=0.25)
            if machine == "published16":
                continue
            rows = phases(folder)
            whole = rows[1:-1]
            self.assertEqual([row["phase"] for row in rows], list(range(1, len(rows) + 1)))
            self.assertEqual(values["run.migration.planned"], sum(row["moves_planned"] for row in whole))
            self.assertGreater(sum(row["moves_planned"] > 0 for row in whole), 1)
            self.assertGreater(len(whole), 3)
            for path, column in (("run.instructions", "instructions"), ("run.llc_misses", "llc_misses"),
                                 ("run.migration.to_pool", "moves_to_pool")):
                self.assertEqual(values[path], sum(row[column] for row in whole), path)
            self.assertAlmostEqual(values["run.time_ns"], whole[-1]["end_ns"] - whole[0]["begin_ns"])
            self.assertEqual(values["run.whole_phases"], len(whole))
        self.assertAlmostEqual(windows[0] / windows[1], 1, delta=0.25)  # phases end a poll late
        summary = (self.folder / "published16" / "summary.txt").read_text(encoding="utf-8")
        self.assertIn("\nMethod: published\n", summary)

    def test_a_run_without_a_whole_phase_after_the_first_is_refused(self):
        code, out, err = self.call("run", "published16", "bfs:scale=10,trials=1", "--set",
                                   "method=published", "--set", "placement.min_phases=1")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("no whole phase of", err)

    def test_moves_in_place_are_all_made_and_take_no_time(self):
        values = stats(self.by("in_place", "method.moves=in_place", "method.counts=exact"))
        self.assertGreater(values["run.migration.completed"], 0)
        self.assertEqual(values["run.migration.completed"], values["run.migration.planned"])
        self.assertEqual((values["run.migration.os_busy_time"], values["run.migration.bytes"]), (0, 0))
        self.assertGreater(stats(self.by("in_time"))["run.migration.os_busy_time"], 0)

    def test_exact_counts_serve_a_policy_that_reads_other_counters_than_the_hardware_has(self):
        words = ("run", *MACHINE, "--policy", "starnuma_t0", "--set", "method=published", "--dry-run")
        code, out, err = self.call(*words)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("policy: starnuma_t0", out)

    def test_exact_counts_have_neither_hardware_nor_a_limit(self):
        exact = stats(self.by("exact", "method.counts=exact"))
        built = stats(self.by("built"))
        limit = "run.migration.count_saturates_at"
        self.assertLess(built[limit], 65536)
        self.assertGreater(exact[limit], 1e15)
        self.assertEqual([path for path in exact if ".tracking." in path or ".metadata" in path], [])
        self.assertGreater(len([path for path in built if ".tracking." in path]), 0)

    def test_an_unlimited_directory_never_evicts_for_capacity(self):
        path = "machine.pool.device.snoops.capacity"
        small = "pool.device.snoop_filter_size=64 entries"
        self.assertGreater(stats(self.by("small", small))[path], 0)
        self.assertEqual(stats(self.by("unlimited", small, "method.directory=unlimited"))[path], 0)

    def test_sharers_of_one_published_phase_send_more_pages_to_the_pool(self):
        short = ("published16_t16", SHORT, "--set", "tracking.impl=model")
        one = stats(self.by("one", "method.sharers=phase", machine=short))
        published = stats(self.by("published", "method.sharers=published_phase", machine=short))
        self.assertEqual(one["run.migration.sharer_phases"], 1)
        self.assertGreater(published["run.migration.sharer_phases"], 1)
        self.assertGreater(published["run.migration.to_pool_share"], one["run.migration.to_pool_share"])

    def test_the_method_is_a_group_a_part_or_a_name(self):
        (self.folder / "mine.yaml").write_text(
            "kind: machine\nextends: starnuma16_t16\nmethod: published\n", encoding="utf-8")
        self.assertIn("\nMethod: published\n", self.good("describe", "mine.yaml"))
        self.assertEqual(self.good("check", "mine.yaml"), "")
        mixed = ("describe", "starnuma16_t16", "--set", "method=published", "--set",
                 "method.moves=in_time")
        self.assertIn("\nMethod: published but moves in_time\n", self.good(*mixed))
        fields = {field["path"]: field["value"]
                  for field in json.loads(self.good(*mixed, "--json"))["fields"]}
        self.assertEqual((fields["placement.costs.copy"], fields["placement.counts"]),
                         ("modelled", "ideal"))

    def test_check_warns_of_phases_below_half_a_published_one(self):
        def said(workload):
            (self.folder / "run.yaml").write_text(
                f'kind: experiment\nmachine: published16_t16\nworkload: "{workload}"\n', encoding="utf-8")
            return self.good("check", "run.yaml")
        self.assertIn("warning: phases of bfs:scale=11,trials=3", said(SHORT))
        self.assertIn("phases of kv:", said("kv:scale=12,operations=64"))
        self.assertIn("phases of trace:bfs10", said("trace:bfs10"))
        for long in ("bfs:scale=11,trials=64", TC):  # the length of TC is known when it is built
            self.assertNotIn("phases of", said(long))

    def test_wrong_methods_are_refused_with_the_nearest_name(self):
        self.assertIn('"publish"', self.refused("describe", "starnuma16", "--set",
                                                 "method=publish")[0])
        self.assertIn("untimed", self.refused("describe", "starnuma16", "--set", "method=published",
                                              "--set", "method.first_phase=untimd")[0])
        self.assertIn("first_phase: missing", self.refused("describe", "starnuma16", "--set",
                                                           "method.moves=in_place")[0])
        self.assertIn("a counter of hardware has a limit", self.refused(
            "describe", "starnuma16_t16", "--set", "tracking.count_scale=unlimited")[0])
        self.assertIn("untimed is of one program", self.refused(
            "run", "published16", "bfs:scale=8@socket0-7 + kv:scale=8@socket8-15", "--set", "method=published")[0])


if __name__ == "__main__":
    unittest.main()
