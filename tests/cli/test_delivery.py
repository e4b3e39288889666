#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Whole machines in queued delivery, compared with immediate delivery."""

import unittest

from cli import DELIVERIES, CliTest, needs_engine, stats
from waves import NEEDS_FST2VCD, changes

MISS_CHAIN = ("pointer_chase:lines=400", "--set", "socket.cores=1", "--set", "socket.memory.channel.refresh=disabled")
CHECKED = ("--set", "simulation.check=coherence")
ONE_ENTRY = tuple(f"--set={key}" for key in (
    "socket.home.queued.request_entries=1", "socket.home.queued.directory_interval=1ns",
    "pool.device.queued.request_entries=1", "pool.device.queued.write_entries=1"))
ONE_CREDIT = tuple(f"--set={link}.credits.{kind}=1" for link in ("upi", "numalink", "pool.link")
                   for kind in ("request", "forward", "response"))


class Delivery(CliTest):
    def of_run(self, delivery, machine, workload, *options):
        return stats(self.run_to(delivery, machine, workload, "--set", f"simulation.delivery={delivery}",
                                 *options))

    def queued(self, machine, workload, *options):
        return self.of_run("queued", machine, workload, *options)

    def test_unloaded_latencies_are_exact(self):
        for home, latency in ((0, 80), (1, 130), (5, 360), ("pool", 180)):
            with self.subTest(home=home):
                values = self.queued("starnuma16", f"pointer_chase:requester=0,home={home},lines=64",
                                     *CHECKED, "--set", "socket.memory.channel.refresh=disabled",
                                     "--set", "pool.memory.channel.refresh=disabled")
                self.assertEqual(values["run.amat_unloaded_ns"], latency)
                self.assertEqual(values["run.amat_ns"], latency)

    def test_a_chain_of_misses_takes_the_same_time(self):
        times = {delivery: self.of_run(delivery, "single_socket", *MISS_CHAIN)["run.time_ns"]
                 for delivery in DELIVERIES}
        self.assertEqual(times["queued"], times["immediate"])

    def test_cores_have_any_clock(self):
        for clock in ("1.1111 GHz", "2.3333 GHz", "2.333333333 GHz", "2.9 GHz", "3.7 GHz"):
            with self.subTest(clock=clock):
                options = ("--set", f"socket.core.frequency={clock}", *CHECKED)
                self.assertGreater(self.queued("single_socket", "bfs:scale=8", *options)["run.llc_misses"], 0)
                times = [self.of_run(delivery, "single_socket", *MISS_CHAIN, *options)["run.time_ns"]
                         for delivery in DELIVERIES]
                self.assertEqual(len(set(times)), 1, times)

    def test_summaries_call_single_waits_inexact_in_immediate_delivery_only(self):
        for delivery, inexact in (("immediate", True), ("queued", False)):
            self.of_run(delivery, "starnuma16", "bfs:scale=8")
            summary = (self.folder / delivery / "summary.txt").read_text(encoding="utf-8")
            self.assertEqual("Single waits are not exact" in summary, inexact, delivery)

    def test_programs_are_right_and_caches_coherent(self):
        for workload in ("bfs:scale=11", "gups:scale=12,updates=16384", "stream:scale=10", "producer_consumer", "cc:scale=11",
                         "kv:scale=8,operations=4096"):
            with self.subTest(workload=workload):
                values = self.queued("starnuma16", workload, *CHECKED)
                self.assertGreater(values["run.llc_misses"], 0)

    def test_pages_move_by_what_trackers_in_rtl_count(self):
        values = self.queued("starnuma16_t16", "bfs:scale=12,trials=4", *CHECKED)
        self.assertGreater(values["machine.os_core.pages"], 0)
        self.assertGreater(values["run.access_mix.pool"], 0)

    def test_equal_runs_give_equal_bytes(self):
        for name in ("first", "again"):
            self.run_to(name, "starnuma16_t16", "bfs:scale=11", "--set", "simulation.delivery=queued")
        first, second = (self.folder / name / "stats.json" for name in ("first", "again"))
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_one_credit_and_one_entry_everywhere_still_end(self):
        for workload in ("bfs:scale=9", "gups:scale=8,updates=2048", "producer_consumer", "kv:scale=8,operations=2048"):
            for scarce in (ONE_CREDIT, ONE_ENTRY, ONE_CREDIT + ONE_ENTRY):
                with self.subTest(workload=workload, scarce=scarce):
                    self.queued("starnuma16", workload, *CHECKED, *scarce)

    def test_one_credit_makes_messages_wait_for_it(self):
        values = self.queued("starnuma16", "gups:scale=12,updates=16384", *ONE_CREDIT)
        waited = [value for path, value in values.items() if path.endswith(".request.no_credit")]
        self.assertGreater(max(waited), 0.1)

    def test_sockets_give_way_to_a_loaded_device_and_stay_coherent(self):
        crowded = ("starnuma16", "bfs:scale=11", *CHECKED, "--set", "pool.device.queued.request_entries=16")
        ignored, followed = (
            self.queued(*crowded, "--set", f"socket.shared_cache.dev_load={answer}")
            for answer in ("ignored", "followed"))
        self.assertGreater(ignored["machine.pool.device.dev_load.severe"], 0.05)
        self.assertLess(followed["machine.pool.device.dev_load.severe"], ignored["machine.pool.device.dev_load.severe"])
        self.assertGreater(sum(value for path, value in followed.items() if path.endswith(".throttled")), 0)

    @NEEDS_FST2VCD
    def test_waves_change_nothing_and_show_queues_and_credits(self):
        run = ("starnuma16", "bfs:scale=10", "--no-report", "--set", "simulation.delivery=queued",
               "--set", "pool.link.credits.request=2", "--set", "pool.link.credits.forward=2",
               "--set", "pool.link.credits.response=4")
        self.run_to("plain", *run)
        self.run_to("watched", *run, "--waves", "w.fst", "--wave-scope", "machine.cxl.socket3_pool",
                    "--wave-scope", "machine.pool.device", "--wave-scope", "machine.socket3.home")
        plain, watched = (self.folder / name / "stats.json" for name in ("plain", "watched"))
        self.assertEqual(plain.read_bytes(), watched.read_bytes())
        seen = changes(self.folder / "w.fst")
        credits = [int(value, 2) for _, value in seen["machine.cxl.socket3_pool.forward_request_credits"]]
        self.assertEqual((min(credits), max(credits)), (0, 2))
        waiting = [int(value, 2) for _, value in seen["machine.cxl.socket3_pool.forward_request_occupancy"]]
        self.assertGreater(max(waiting), 1)
        self.assertIn("machine.pool.device.ingress3_credits", seen)

    def test_a_conflict_sets_a_trigger_off_and_explain_finds_its_way(self):
        self.run_to("run", "starnuma16", "bfs:scale=10", "--set", "simulation.delivery=queued",
                    "--waves", "w.fst", "--wave-on", "message=BIConflict")
        self.assertGreater((self.folder / "w.fst").stat().st_size, 1000)
        said = self.good("explain", "run", "--worst", "1")
        self.assertRegex(said, r"(?m)^ +[\d.]+ +[\d.]+ +[\d.]+  \S+\.caching_agent\.handles +\S+$")

    @needs_engine
    def test_both_side_by_side_say_what_immediate_hides(self):
        result = self.folder / "both"
        said = self.good("run", "starnuma16", "bfs:scale=10", "--compare-delivery", "-o", str(result))
        self.assertRegex(said, r"(?m)^ +immediate +queued$")
        self.assertRegex(said, r"(?m)^conflicts, early +- +\d")
        self.assertRegex(said, r"Immediate compared with queued: time [+-]\d+\.\d %, AMAT [+-]\d+\.\d %; most of it")
        self.assertTrue((result / "queued/stats.json").is_file())
        lines = self.refused("run", "starnuma16", "bfs:scale=10", "--compare-delivery", "--record", "t", "-o", "no")
        self.assertEqual(lines, ["run: --record is of one run, not of --compare-delivery"])

    def test_links_in_a_circle_are_refused(self):
        lines = self.refused("run", "baseline16", "bfs:scale=10", "--set", "topology.upi=ring",
                             "--set", "topology.asics_per_chassis=0", "--set", "topology.sockets_per_chassis=6",
                             "--set", "socket.count=6", "--set", "simulation.delivery=queued", "-o", "refused")
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("machine.topology.upi: with simulation.delivery: queued messages can wait", lines[0])

    def test_what_is_not_there_yet_is_refused_in_a_line(self):
        lines = self.refused("run", "lmp_displaced", "vector_sum:scale=12@socket0", "--set", "simulation.delivery=queued",
                             "-o", "refused")
        self.assertEqual(lines, ["machine.simulation.delivery: queued does not have regions of a logical pool that move "
                                 "yet; expected immediate"])


if __name__ == "__main__":
    unittest.main()
