#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Resets and additions of heads and devices, as a user writes and sees them."""

import itertools
import unittest

from cli import DELIVERIES
from fault_runs import LINK, FaultTest, scenario


class Resets(FaultTest):
    def test_a_head_that_is_reset_returns_to_service(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                fault = "{kind: head_reset, link: cxl.socket3_pool, at: 5 us, lasts: 20 us}"
                err, values = self.broken(delivery, fault, code=1, delivery=delivery)
                self.assertNotIn("no memory answers", err)
                self.assertGreater(values["faults.fault0.held"], 0)
                self.assertEqual(values["faults.fault0.refused"] + values["faults.fault0.timed_out"], 0)
                held = [row for row in self.rows(delivery) if row["event"] == "held"]
                self.assertEqual(len(held), values["faults.fault0.held"])
                self.assertTrue(all(row["socket"] == "3" and float(row["time_ns"]) < 25000 for row in held))

    def test_a_head_that_is_added_makes_its_accesses_wait_and_loses_nothing(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                values = self.broken(delivery, "{kind: head_added, link: cxl.socket3_pool, at: 20 us}",
                                     program='{workload: "bfs:scale=12,trials=1,warmup=1"}', delivery=delivery)[1]
                self.assertGreater(values["faults.fault0.held"], 0)
                self.assertGreater(values["faults.fault0.flushed"], 0)
                self.assertEqual(values["faults.fault0.lost"] + values["faults.fault0.poisoned"], 0)
                rows = self.rows(delivery)
                self.assertEqual({row["event"] for row in rows}, {"held", "flushed"})
                self.assertEqual({row["socket"] for row in rows}, {"3"})
                self.assertTrue(all(float(row["time_ns"]) < 20000 for row in rows))
                self.assertEqual([(row["time_ns"], row["head"], row["kind"])
                                  for row in self.rows(delivery, "device_events.csv")], [("20000", "3", "head_added")])
                self.assertGreater(values[f"{LINK}.forward.messages"], 100)

    def test_a_function_level_reset_changes_nothing_but_the_log(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                late, flr = (self.broken(name, f"{{kind: flr, link: cxl.socket3_pool, at: {at}}}", delivery=delivery)[1]
                             for name, at in (("late", "1 ms"), ("flr", "5 us")))
                self.assertEqual(late, flr)
                self.assertFalse((self.folder / "flr/faults.csv").exists())
                self.assertEqual([list(row.values())[:1] + [row["head"], row["kind"], row["severity"]]
                                  for row in self.rows("flr", "device_events.csv")],
                                 [["5000", "3", "flr", "informational"]])

    def test_a_cxl_reset_after_a_flush_keeps_the_contents(self):
        for delivery, where in itertools.product(DELIVERIES, ("device: pool", "link: cxl.socket3_pool")):
            with self.subTest(delivery + where):
                values = self.broken("kept", f"{{kind: cxl_reset, {where}, at: 5 us, lasts: 10 us}}",
                                     delivery=delivery)[1]
                self.assertGreater(values["faults.fault0.flushed"], 0)
                self.assertEqual(sum(values[f"faults.fault0.{event}"] for event in ("lost", "poisoned", "cleared")), 0)
                rows = self.rows("kept")
                self.assertTrue(all(row["time_ns"] == "5000" for row in rows if row["event"] == "flushed")
                                or delivery == "queued")
                sockets = {row["socket"] for row in rows if row["event"] == "held"}
                self.assertEqual(len(sockets), 16 if "device" in where else 1)
                log = self.rows("kept", "device_events.csv")
                self.assertEqual([(row["time_ns"], row["kind"], row["head"]) for row in log],
                                 [(time, kind, "" if "device" in where else "3")
                                  for time, kind in (("5000", "cxl_reset"), ("15000", "reset_complete"))])

    def test_a_cxl_reset_of_hosts_with_modified_lines_loses_them(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                err, values = self.broken("dropped", "{kind: cxl_reset, device: pool, at: 5 us, lasts: 10 us, "
                                          "host_caches: dropped}", code=1, delivery=delivery)
                self.assertIn("is poison", err)
                self.assertEqual(values["faults.fault0.flushed"], 0)
                self.assertGreater(values["faults.fault0.lost"], 0)
                self.assertGreaterEqual(values["faults.fault0.poisoned"], values["faults.fault0.lost"])

    def test_a_cxl_reset_clears_the_memory_at_its_bandwidth_and_programs_read_zeros(self):
        ends = {}
        for delivery, channels in itertools.product(DELIVERIES, (2, 4)):
            with self.subTest(f"{delivery} {channels}"):
                name = f"{delivery}{channels}"
                err, values = self.broken(
                    name, "{kind: cxl_reset, device: pool, at: 5 us, lasts: 1 us, contents: cleared}",
                    code=1, delivery=delivery, program='{workload: "gups:scale=14,updates=20000"}',
                    machine=f"{{extends: starnuma16, pool: {{memory: {{channels: {channels}}}}}}}")
                self.assertNotIn("stopped by", err)
                lines = values["faults.fault0.cleared"]
                self.assertEqual(lines, sum(row["event"] == "cleared" for row in self.rows(name)))
                self.assertGreater(lines, 2**14 * 8 / 64)
                log = {row["kind"]: float(row["time_ns"]) for row in self.rows(name, "device_events.csv")
                       if row["kind"] in ("cxl_reset", "memory_cleared", "reset_complete")}
                self.assertEqual(list(log), ["cxl_reset", "memory_cleared", "reset_complete"])
                ends[name] = log["reset_complete"] - log["cxl_reset"] - 1000
                self.assertGreater(ends[name], 0)
                held = [float(row["time_ns"]) for row in self.rows(name) if row["event"] == "held"]
                self.assertLess(max(held), log["reset_complete"])
        for delivery in DELIVERIES:
            self.assertAlmostEqual(ends[f"{delivery}2"] / ends[f"{delivery}4"], 2, places=3)

    def test_what_does_not_go_together_is_refused(self):
        for fault, words in {
                "{kind: head_reset, link: cxl.socket3_pool}":
                    "missing, expected the time after which the head returns to service, as 10 us",
                "{kind: head_added, link: cxl.socket3_pool}": "expected the time at which the head joins, as 10 us",
                "{kind: head_added, link: cxl.socket3_pol, at: 1 us}":
                    'unknown link "cxl.socket3_pol", did you mean "cxl.socket3_pool"?',
                "{kind: head_added, link: cxl.socket3_pool, at: 1 us, lasts: 1 us}":
                    "is of faults that end, and the kind is head_added",
                "{kind: flr, link: cxl.socket3_pool, device: pool}": "is of faults of devices, and the kind is flr",
                "{kind: cxl_reset, device: pool}":
                    "missing, expected the time after which the head returns to service, as 10 us",
                "{kind: cxl_reset, lasts: 1 us}": "missing, expected a device of the machine, such as pool",
                "{kind: cxl_reset, device: pol, lasts: 1 us}": 'unknown device "pol", did you mean "pool"?',
                "{kind: cxl_reset, device: pool, link: cxl.socket3_pool, lasts: 1 us}":
                    "a reset is of a head or of a device; expected link or device",
                "{kind: cxl_reset, link: cxl.socket3_pool, lasts: 1 us, contents: cleared}":
                    "heads share the memory that would be cleared; expected kept, or device instead of link",
                "{kind: cxl_reset, device: pool, lasts: 1 us, contents: cleaned}":
                    'unknown value "cleaned", did you mean "cleared"?',
                "{kind: head_reset, link: cxl.socket3_pool, lasts: 1 us, host_caches: dropped}":
                    "is of cxl_reset, and the kind is head_reset"}.items():
            lines = self.refused("check", self.write("wrong.yaml", scenario([fault])))
            self.assertEqual(len(lines), 1, lines)
            self.assertRegex(lines[0], r"^wrong.yaml:7:\d+: scenario.faults.0")
            self.assertIn(words, lines[0])


if __name__ == "__main__":
    unittest.main()
