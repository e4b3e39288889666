#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""First sentences of a page: faster by how much, because of what, limited next by what."""

import unittest
from pathlib import Path
from unittest import mock

from starnuma.campaign import pages
from starnuma.campaign.grid import Label
from starnuma.report.verdict import verdict
from starnuma.result_folder import Run

MEANINGS = {"cache": "unloaded: caches", "upi_queue": "contention: waiting for UPI bandwidth",
            "dram_queue": "contention: waiting for a bank"}


def run_of(name, **stats):
    paths = {f"run.latency.{kind}_ns": stats.pop(kind) for kind in list(stats) if kind in MEANINGS}
    listed = [{"path": path, "value": value, "unit": "ns", "description": "mean per LLC miss, "
               + MEANINGS[path.removeprefix("run.latency.").removesuffix("_ns")]} for path, value in paths.items()]
    listed += [{"path": f"run.{path}", "value": value, "unit": "ns", "description": ""}
               for path, value in stats.items()]
    listed.append({"path": "machine.upi.socket0_socket1.forward.utilisation", "value": 0.61, "unit": "1",
                   "description": ""})
    return Run(Path(name), "", {"machine": {"name": name}}, listed)


OLD = run_of("old", amat_ns=800, amat_contention_ns=500, cache=300, upi_queue=400, dram_queue=100, llc_mpki=30)
NEW = run_of("new", amat_ns=500, amat_contention_ns=200, cache=300, upi_queue=150, dram_queue=50, llc_mpki=30)


class Verdict(unittest.TestCase):
    def test_there_are_three_sentences_about_the_fastest_machine(self):
        said = verdict([OLD, OLD, NEW], [None, (0, [1.0]), (0, [1.6, 1.62, 1.61])])
        self.assertEqual(len(said), 3)
        self.assertEqual(said[0], "new is 1.61 ± 0.02 times as fast as old over 3 seeds.")

    def test_a_gain_within_its_interval_is_called_so(self):
        first = verdict([OLD, NEW], [None, (0, [1.0, 1.1])])[0]
        self.assertTrue(first.startswith("new is as fast as old within the 95 % interval"), first)

    def test_the_reason_is_the_part_that_changed_most(self):
        self.assertEqual(verdict([OLD, NEW], [None, (0, [1.6])])[:2], [
            "new is 1.60 times as fast as old, with one seed.",
            "AMAT falls from 800 to 500 ns, most of it by UPI queue (-250 ns): waiting for UPI bandwidth."])
        self.assertIn("rises from 500 to 800 ns, most of it by UPI queue (+250 ns)",
                      verdict([NEW, OLD], [None, (0, [0.6])])[1])

    def test_the_limit_is_the_largest_waiting_part_and_the_busiest_link(self):
        self.assertEqual(verdict([OLD, NEW], [None, (0, [1.6])])[2],
                         "Limited next by UPI queue, 30 % of its AMAT. The busiest link, upi socket0_socket1, is "
                         "busy 61 % of the time.")

    def test_an_equal_amat_has_another_reason(self):
        same = run_of("same", amat_ns=800, amat_contention_ns=500, cache=300, upi_queue=400, dram_queue=100,
                      llc_mpki=15)
        self.assertIn("LLC misses per 1000 instructions, -50 %", verdict([OLD, same], [None, (0, [2.0])])[1])

    def test_one_run_says_what_a_miss_takes(self):
        self.assertEqual(verdict([OLD])[0], "An LLC miss of old takes 800 ns on average, 62 % of it waiting.")

    def test_missing_statistics_leave_out_their_sentences(self):
        self.assertEqual(verdict([run_of("empty")]), [])
        self.assertEqual(len(verdict([run_of("a"), run_of("b")], [None, (0, [2])])), 1)

    def test_runs_that_measured_other_phases_have_no_speedup(self):
        old, new = Label("old", "bfs"), Label("new", "bfs")
        results = mock.Mock(runs={old: [OLD], new: [NEW]}, points={old: [], new: []})
        results.plan = mock.Mock(baseline={"machine": "old"})
        results.speedups = lambda label: [1.0] if label == old else None
        self.assertEqual(pages.lead(results), [])


if __name__ == "__main__":
    unittest.main()
