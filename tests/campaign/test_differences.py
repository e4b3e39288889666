#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rows of a plan compared with their baseline: ratios, verdicts and terms of synthetic runs."""

import math
import unittest
from types import SimpleNamespace

from starnuma.campaign.differences import Differences
from starnuma.campaign.grid import Label, Point
from starnuma.campaign.results import Results
from starnuma.result_folder import Run

KINDS = {"dram_array": "unloaded: DRAM", "line_queue": "contention: lines", "dram_queue": "contention: DRAM"}


def made(array, line, queue, outside, flight, misses=1000, cores=4):
    """Returns a run that satisfies Little's law; latencies are in ns."""
    amat = array + line + queue
    values = {"time_ns": misses * amat / (flight * cores) if misses else 1000, "amat_ns": amat,
              "amat_unloaded_ns": array, "amat_contention_ns": line + queue, "llc_misses": misses,
              "pending_misses_per_core": flight, "pending_misses_outside_barriers": outside,
              **{f"latency.{name}_ns": value for name, value in zip(KINDS, (array, line, queue))}}
    stats = [{"path": f"run.{name}", "value": value, "unit": "",
              "description": KINDS.get(name.removeprefix("latency.").removesuffix("_ns"), "")}
             for name, value in values.items()]
    return Run(None, "", {}, stats)


def differences(base, own, within=5):
    """Returns the Differences of runs by setting, one run per seed."""
    plan = SimpleNamespace(baseline={"setting": "queued"}, within=within)
    runs = {("queued", seed): run for seed, run in enumerate(base)}
    runs.update({("immediate", seed): run for seed, run in enumerate(own)})
    points = [Point(Label("m", "w", "", name), seed, [], ()) for name, seed in runs]
    return Differences(Results(plan, points, lambda point: runs[point.label.setting, point.seed], "", {}))


class Rows(unittest.TestCase):
    BASE = made(100, 60, 40, 4, 3)

    def cells(self, own, **words):
        found = differences([self.BASE], [own], **words)
        one, = found.found
        return found.cells(one)

    def test_terms_multiply_to_the_ratio_of_times_and_the_largest_is_said_first(self):
        own = made(100, 76, 45, 4.1, 3)
        self.assertEqual(self.cells(own), ["1.105", "1.105", "no",
                                           "AMAT +10 % (line queue +16, DRAM queue +5), pending misses -2 %, "
                                           "barriers +2 %"])
        one, = differences([self.BASE], [own]).document()
        self.assertAlmostEqual(math.prod(one["terms"].values()), 221 / 200)
        self.assertAlmostEqual(math.fsum(one["latency_ns"].values()), 21)

    def test_a_lower_latency_does_not_hide_fewer_misses_in_flight(self):
        self.assertEqual(self.cells(made(100, 30, 40, 2, 1.5)),
                         ["1.700", "0.850", "no", "pending misses +100 %, AMAT -15 % (line queue -30)"])
        self.assertEqual(self.cells(made(100, 60, 40, 4, 1.5))[3], "barriers +100 %")

    def test_time_and_amat_both_have_to_be_within(self):
        self.assertEqual(self.cells(made(100, 60, 49.9, 4, 3))[2:], ["yes", ""])
        self.assertEqual(self.cells(made(100, 60, 50.1, 4, 3))[2], "no")
        self.assertEqual(self.cells(made(100, 60, 50.1, 4, 3), within=6)[2], "yes")
        both = made(100, 60, 52, 4.2, 3.15)
        self.assertEqual(self.cells(both), ["1.010", "1.060", "no",
                                            "AMAT +6 % (DRAM queue +12), pending misses -5 %"])

    def test_ratios_are_taken_seed_by_seed(self):
        base = [made(100, line, 40, 4, 3) for line in (60, 260)]
        own = [made(100, line, 40, 4, 3) for line in (80, 300)]
        found = differences(base, own)
        one, = found.document()
        self.assertEqual([round(value, 9) for value in one["time"]], [1.1, 1.1])
        self.assertEqual(found.cells(found.found[0])[:2], ["1.100 ± 0.000"] * 2)
        self.assertAlmostEqual(one["latency_ns"]["line queue"], 30)

    def test_without_misses_only_time_is_compared(self):
        found = differences([made(0, 0, 0, 0, 0, 0)], [made(0, 0, 0, 0, 0, 0)])
        self.assertEqual(found.cells(found.found[0]), ["1.000", "–", "yes", ""])


if __name__ == "__main__":
    unittest.main()
