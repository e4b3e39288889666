#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Time without misses: barriers, ends of threads, pending misses."""

import unittest

from cli import CliTest, stats

CORES = 64


class Barriers(CliTest):
    def of_run(self, workload):
        return stats(self.run_to("run", "baseline16_first_touch", workload))

    def summed(self, values, name):
        paths = [path for path in values if path.endswith(name)]
        self.assertEqual(len(paths), CORES, name)
        return sum(values[path] for path in paths)

    def test_one_thread_that_chases_pointers_has_one_miss_in_flight(self):
        values = self.of_run("pointer_chase:requester=0,home=5")
        self.assertEqual(values["run.outstanding_misses_by_miss"], 1)
        # All threads but one have ended before the window opens, so a core's mean is low.
        self.assertAlmostEqual(values["run.after_end_share"], 63 / 64, places=6)
        self.assertEqual(values["run.barrier_share"], 0)
        self.assertLess(values["run.pending_misses_per_core"], 1 / 64)
        self.assertGreater(values["run.pending_misses_outside_barriers"], 0.95)
        self.assertLessEqual(values["run.pending_misses_outside_barriers"], 1)

    def test_shares_are_those_of_the_cores_and_the_rest_is_outside(self):
        values = self.of_run("bfs:scale=10,trials=2")
        time = values["run.time_ns"]
        barriers = self.summed(values, ".barrier_time")
        ended = self.summed(values, ".time_after_end")
        self.assertAlmostEqual(values["run.barrier_share"], barriers / CORES / time, places=9)
        self.assertAlmostEqual(values["run.after_end_share"], ended / CORES / time, places=9)
        self.assertGreater(values["run.barrier_share"], 0.5)
        outside = 1 - values["run.barrier_share"] - values["run.after_end_share"]
        self.assertGreater(outside, 0)
        # Little work is done in barriers, so nearly all is done in the remaining time.
        for name, of_all, in_barriers in (
                ("ipc_outside_barriers", "ipc", 0.1),
                ("pending_misses_outside_barriers", "pending_misses_per_core", 0.5)):
            ratio = values["run." + name] * outside / values["run." + of_all]
            self.assertLess(ratio, 1, name)
            self.assertGreater(ratio, 1 - in_barriers, name)

    def test_threads_that_meet_no_barrier_spend_no_time_in_one(self):
        values = self.of_run("gups:scale=12,updates=20000")
        # Time to leave the barrier after which the window opened.
        self.assertLess(values["run.barrier_share"], 0.2)
        self.assertGreater(values["run.outstanding_misses_by_miss"], 4)


if __name__ == "__main__":
    unittest.main()
