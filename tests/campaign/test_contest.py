#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Texts of commands that compare runs, for known numbers."""

import unittest
from types import SimpleNamespace
from unittest import mock

from starnuma.campaign.results import estimate
from starnuma.campaign.samples import FULL, Samples
from starnuma.contest.columns import aligned, interval, samples
from starnuma.contest.delivery import OverAll, verdict
from starnuma.contest.sweep import Line, pooling_class, pooling_verdict, row_document, rows_of, table, value_of

SHARE = "placement.pool_share"


class PoolingVerdict(unittest.TestCase):
    def test_it_is_by_the_time_with_three_quarters_on_the_pool(self):
        self.assertEqual(pooling_verdict(SHARE, ["1", "0.75", "0"], [300, 150, 100]),
                         "With 75 % of the pages on the pool: 1.500 times the time with none there, "
                         "class III (I below 1.10, II below 1.18)")
        self.assertIn("1.090", pooling_verdict(SHARE, ["1", "0.75", "0.0"], [300, 109, 100]))

    def test_it_has_three_classes(self):
        self.assertEqual([pooling_class(each) for each in (0.98, 1.099, 1.10, 1.179, 1.18)],
                         ["I", "I", "II", "II", "III"])

    def test_it_needs_both_points_and_the_field(self):
        for field, values, times in ((SHARE, ["0", "1"], [1, 2]), (SHARE, ["0.75", "1"], [1, 2]),
                                     (SHARE, ["0", "0.75"], [None, None]),
                                     ("pool.capacity_of_footprint", ["0", "0.75"], [1, 2])):
            self.assertIsNone(pooling_verdict(field, values, times))


class Texts(unittest.TestCase):
    def test_several_values_have_an_interval(self):
        self.assertEqual(interval([1.5], 2), "1.50")
        self.assertEqual(interval([1.0, 2.0], 1), "1.5 +- 6.4")  # 12.706 x 0.7071 / 1.4142

    def test_digits_follow_the_interval(self):
        self.assertEqual(interval([30000.0, 38216.0], 3), "34108 +- 52197")
        self.assertEqual(estimate([30000.0, 38216.0]).text(3), "34,108 ± 52,197")
        self.assertEqual(estimate([1.4, 1.6]).text(3), "1.5 ± 1.3")
        self.assertEqual(estimate([1.5, 1.502]).text(3), "1.501 ± 0.013")
        self.assertEqual(estimate([1.5, 1.5]).text(3), "1.500 ± 0.000")
        self.assertEqual(estimate([60160]).text(3), "60,160")
        self.assertEqual([estimate([value]).text(3) for value in (1000.5, 999, 1)], ["1,000.500", "999.000", "1.000"])

    def test_columns_are_as_wide_as_they_must_be(self):
        self.assertEqual(aligned([["", "a row"], ["a_long_machine", "1"], ["x", ""]]),
                         f"{'':30}  a_long_machine           x\n{'a row':30}{'1':>16}\n")

    def test_a_sweep_has_a_dash_where_a_run_has_no_such_statistic(self):
        self.assertEqual(table(["1 KiB", "2"], [("moves", [[3], None])]),
                         f"{'':30}{'1 KiB':>12}{'2':>12}\n{'moves':30}{'3.000':>12}{'-':>12}\n")

    def test_a_row_has_a_dash_for_a_value_of_which_a_run_lacks_the_statistic(self):
        class Run:
            def __init__(self, value):
                self.value = {"moves": value}.get
        self.assertEqual(rows_of([[Run(3), Run(5)], [Run(3), Run(None)]], [Line("a", "moves"), Line("b", "none")]),
                         [("a", [[3, 5], None])])

    def test_a_sweep_with_several_seeds_has_intervals(self):
        self.assertEqual(table(["1"], [("moves", [[1.4, 1.6]])]), f"{'':30}{'1':>12}\n{'moves':30}{'1.5 +- 1.3':>12}\n")
        self.assertEqual(row_document("moves", [[1.5, 1.5], None]),
                         {"label": "moves", "values": [1.5, None], "half_widths_95": [0, None]})
        self.assertEqual(row_document("moves", [[3]]), {"label": "moves", "values": [3]})

    def test_a_ratio_of_nothing_is_nothing(self):
        class Run:
            def __init__(self, **values):
                self.value = values.get
        line = Line("a request", "snoops", 1, "requests")
        self.assertEqual([value_of(line, run) for run in (
            Run(snoops=6, requests=3), Run(snoops=0, requests=0), Run(snoops=1), Run(requests=1))],
            [2, 0, None, None])

    def test_seeds_of_which_one_lacks_a_statistic_have_no_mean(self):
        runs = [SimpleNamespace(value={"moves": moves}.get) for moves in (3, None)]
        self.assertIsNone(samples(runs, "moves"))
        self.assertEqual(samples(runs[:1], "moves", 10), [30])


class Deliveries(unittest.TestCase):
    def test_a_share_of_all_parts_is_shown_in_percent(self):
        run = SimpleNamespace(by_path={f"machine.{part}.no_credit": {"value": share}
                                       for part, share in (("a", 0.25), ("b", 0.5))})
        self.assertEqual(OverAll("", r"machine\..*\.no_credit", max, 100).value(run), 50)
        self.assertIsNone(OverAll("", "none", sum).value(run))

    def test_the_part_that_differs_most_may_grow_or_shrink(self):
        def run(cache, mshr):
            value = {"run.time_ns": 1, "run.amat_ns": cache + mshr, "run.latency.cache_ns": cache,
                     "run.latency.mshr_queue_ns": mshr}
            return SimpleNamespace(by_path={path: {"description": ""} for path in value}, value=value.get,
                                   group=lambda *_: True)
        self.assertTrue(verdict([[run(50, 10)], [run(51, 30)]]).endswith("MSHR queue, 10.0 for 30.0 ns"))
        self.assertTrue(verdict([[run(51, 30)], [run(50, 10)]]).endswith("MSHR queue, 30.0 for 10.0 ns"))


class SampledPhases(unittest.TestCase):
    def test_a_sample_differs_by_its_share_of_the_whole(self):
        stub = SimpleNamespace(sampling=SimpleNamespace(shares=[30]))
        self.assertEqual(Samples.cells(stub, {FULL: [100], 30: [110]}, 1), ["100.0", "110.0", "10.0"])

    def test_a_speed_up_is_the_time_of_the_baseline_over_that_of_the_run(self):
        stub = SimpleNamespace(times={"base": {FULL: [200]}, "own": {FULL: [100]}},
                               results=SimpleNamespace(plan=None, points={}))
        with mock.patch("starnuma.campaign.samples.baseline_of", return_value="base"):
            self.assertEqual(Samples.rows(stub)[-1], ("own", "speed-up", {FULL: [2.0]}, 3))


if __name__ == "__main__":
    unittest.main()
