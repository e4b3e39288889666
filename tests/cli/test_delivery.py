#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Whole machines whose messages are handled in simulated time, beside immediate delivery."""

import unittest

from cli import CliTest, stats

CHECKED = ("--set", "simulation.check=coherence")


class Delivery(CliTest):
    def of_run(self, delivery, machine, workload, *options):
        return stats(self.run_to(delivery, machine, workload, "--set", f"simulation.delivery={delivery}",
                                 "--no-report", *options))

    def test_unloaded_latencies_are_exact(self):
        for home, latency in ((0, 80), (1, 130), (5, 360), ("pool", 180)):
            with self.subTest(home=home):
                values = self.of_run("timed", "starnuma16", f"pointer_chase:requester=0,home={home},lines=64", *CHECKED,
                                     "--set", "socket.memory.channel.refresh=disabled",
                                     "--set", "pool.memory.channel.refresh=disabled")
                self.assertEqual(values["run.amat_unloaded_ns"], latency)
                self.assertEqual(values["run.amat_ns"], latency)

    def test_a_chain_of_misses_takes_the_same_time(self):
        chain = ("pointer_chase:lines=400", "--set", "socket.cores=1",
                 "--set", "socket.memory.channel.refresh=disabled")
        times = {delivery: self.of_run(delivery, "single_socket", *chain)["run.time_ns"]
                 for delivery in ("immediate", "timed")}
        self.assertEqual(times["timed"], times["immediate"])

    def test_programs_are_right_and_caches_coherent(self):
        for workload in ("bfs:scale=11", "gups:scale=13", "stream:scale=10", "producer_consumer", "cc:scale=11",
                         "kv:scale=10"):
            with self.subTest(workload=workload):
                values = self.of_run("timed", "starnuma16", workload, *CHECKED)
                self.assertGreater(values["run.llc_misses"], 0)

    def test_pages_move_by_what_trackers_in_rtl_count(self):
        values = self.of_run("timed", "starnuma16_t16", "bfs:scale=12,trials=4", *CHECKED)
        self.assertGreater(values["machine.os_core.pages"], 0)
        self.assertGreater(values["run.access_mix.pool"], 0)

    def test_equal_runs_give_equal_bytes(self):
        for name in ("timed", "again"):
            self.run_to(name, "starnuma16_t16", "bfs:scale=11", "--set", "simulation.delivery=timed", "--no-report")
        self.assertEqual((self.folder / "timed/stats.json").read_bytes(), (self.folder / "again/stats.json").read_bytes())

    def test_what_is_not_there_yet_is_refused_in_a_line(self):
        for arguments, words in (
                (("baseline16_first_touch", "bfs:scale=10", "--waves", "w.fst"), "waveforms"),
                (("starnuma16", "bfs:scale=10", "--record", "trace"), "recorded traces"),
                (("lacx_testbed", "shm:scale=10", "--policy", "lacx"), "hint faults")):
            with self.subTest(words=words):
                lines = self.refused("run", *arguments, "--set", "simulation.delivery=timed", "-o", "refused")
                self.assertEqual(len(lines), 1, lines)
                self.assertIn(f"simulation.delivery: timed does not have {words}", lines[0])


if __name__ == "__main__":
    unittest.main()
