#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Faults begin and end at their times in the measured window, also after a warm-up and if they last less than they wait."""

import csv
import math
import re
import unittest

from cli import CliTest, stats

LINK = "cxl.socket3_pool"
FORWARD = f"machine.{LINK}.forward"
SIGMAS = 5


class FaultWindows(CliTest):
    def broken(self, name, *faults, workload="bfs:scale=10,trials=1,warmup=1", code=0,
               delivery="immediate"):
        """Runs a program with faults; returns its statistics."""
        text = f"kind: scenario\nmachine: starnuma16\nseed: 1\nprograms:\n  - {{workload: \"{workload}\"}}\nfaults:\n"
        text += "".join(f"  - {{{fault}}}\n" for fault in faults)
        (self.folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        done, _, err = self.call("run", f"{name}.yaml", "-o", name, "--no-report", "--set",
                                 "placement.policy=pool_share", "--set", "placement.pool_share=1", "--set",
                                 "pool.capacity_of_footprint=1", "--set", f"simulation.delivery={delivery}")
        self.assertEqual(done, code, err)
        return stats(self.folder / name)

    def test_errors_of_memory_are_as_many_as_rate_and_duration_give(self):
        for at in (0, 4):
            values = self.broken("bits", f"kind: memory_corrected, memory: pool, rate: 100 MHz, at: {at} us, lasts: 3 us")
            self.assertGreater(values["run.time_ns"], 8000)
            self.assertAlmostEqual(values["faults.fault0.wrong_bits"], 300, delta=SIGMAS * math.sqrt(300))

    def test_a_rate_has_no_event_when_its_fault_begins(self):
        values = self.broken("none", "kind: memory_corrected, memory: pool, rate: 100 MHz, lasts: 1 ns")
        self.assertEqual(values["faults.fault0.wrong_bits"], 0)

    def test_events_carry_the_time_in_the_window(self):
        self.broken("spoiled", "kind: memory_uncorrected, memory: pool, rate: 1 GHz, at: 1 us, lasts: 1 us", code=1)
        for table, column in (("faults.csv", "event"), ("device_events.csv", "kind")):
            with open(self.folder / "spoiled" / table, encoding="utf-8") as file:
                times = [float(row["time_ns"]) for row in csv.DictReader(file) if row[column] == "poisoned"]
            self.assertGreater(len(times), 5)
            self.assertGreater(min(times), 1000)
            self.assertLess(max(times), 2000)

    def test_the_scrubber_reads_all_lines_again_in_each_period(self):
        bits = "kind: memory_corrected, memory: pool, rate: 100 MHz, at: 50 us, lasts: 1 us"
        self.assertGreater(self.broken("latent", bits)["faults.fault0.latent"], 0)
        values = self.broken("scrubbed", bits, "kind: memory_scrub, memory: pool, period: 20 us")
        self.assertGreater(values["run.time_ns"], 100_000)
        self.assertGreater(values["faults.fault0.wrong_bits"], 40)
        self.assertEqual(values["faults.fault0.latent"], 0)
        lines = values["run.pages.total"] * 64
        self.assertAlmostEqual(values["faults.fault1.lines_read"] / (lines * values["run.time_ns"] / 20_000), 1, delta=0.1)

    def test_a_scrubber_that_ends_with_its_period_reads_each_line_once_at_its_time(self):
        values = self.broken("once", "kind: memory_scrub, memory: pool, at: 2 us, period: 20 us, lasts: 20 us")
        lines = values["run.pages.total"] * 64
        self.assertEqual(values["faults.fault0.lines_read"], lines)
        waits = [value for path, value in values.items()
                 if re.fullmatch(r"machine\.pool\.memory\d+\.mean_read_wait", path)]
        self.assertLess(max(waits), 60)  # 345 lines of a step at once would wait for more than 130 ns in the mean

    def test_a_head_that_has_returned_answers_again(self):
        gone, back = (self.broken(name, f"kind: head_removed, link: {LINK}, at: 10 us{lasts}", code=code, delivery="queued",
                                  workload="pointer_chase:requester=3,home=pool,lines=504")
                      for name, lasts, code in (("gone", "", 1), ("back", ", lasts: 1 ps", 0)))
        self.assertGreater(gone["faults.fault0.refused"], 0)
        self.assertGreater(back["run.llc_misses"], 2 * gone["run.llc_misses"])

    def test_a_head_that_returns_answers_when_its_sockets_are_cut_off_from_what_they_had(self):
        values = self.broken("early", f"kind: head_removed, link: {LINK}, at: 4 us, lasts: 1 ps", code=1, delivery="queued",
                             workload="gups:scale=10,updates=20000")
        self.assertGreater(values["faults.fault0.refused"], 0)  # while accesses in flight defer the cut

    def test_a_fault_that_waits_longer_than_it_lasts_ends(self):
        workload = "gups:scale=10,updates=20000"
        gone, back = (self.broken(name, f"kind: link_down, link: {LINK}, at: 4 us{lasts}", workload=workload)
                      for name, lasts in (("gone", ""), ("back", ", lasts: 1 us")))
        self.assertGreater(back[f"{FORWARD}.messages"], 1.5 * gone[f"{FORWARD}.messages"])
        errors = self.broken("errors", f"kind: link_errors, link: {LINK}, at: 4 us, lasts: 1 us, bit_error_rate: 1e-4",
                             workload=workload)
        always = self.broken("always", f"kind: link_errors, link: {LINK}, bit_error_rate: 1e-4", workload=workload)
        expected = always[f"{FORWARD}.crc_errors"] * 1000 / always["run.time_ns"]
        self.assertGreater(errors[f"{FORWARD}.crc_errors"], expected / 2)
        self.assertLess(errors[f"{FORWARD}.crc_errors"], expected * 2)


if __name__ == "__main__":
    unittest.main()
