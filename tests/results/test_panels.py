#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Panels of reports for known values: frames, labels, order, and what each draws."""

import re
import tempfile
import unittest
from pathlib import Path

import sample
from starnuma.campaign import drawing, pages
from starnuma.campaign.grid import Label
from starnuma.campaign.results import estimate
from starnuma.latency import LatencyKind
from starnuma.report import distribution, memory, pool_figures, sweep, utilisation, waterfall
from starnuma.report.bars import Look, Scale
from starnuma.report.classes import looks_of
from starnuma.result_folder import load_run


def xs_in(svg):
    return [float(x) for x in re.findall(r"[ML] (-?[\d.]+) ", svg)]


class Panels(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.runs = [load_run(folder) for folder in sample.write_everything(self.folder)]

    def test_memory_shows_the_pool_first(self):
        row = {"time_ns": 0, **{f"run.socket{i}": 1000 - i for i in range(16)}, "run.pool": 1}
        nodes = memory.nodes_of([row])
        self.assertEqual((nodes[0], nodes[-1], len(nodes)), ("pool", "others", memory.MOST_NODES))
        self.assertEqual(memory.nodes_of([{"time_ns": 0, "run.socket0": 9, "run.pool1": 1}]), ["pool1", "socket0"])

    def test_an_interval_below_zero_lies_in_the_frame(self):
        rows = [("wide", {"a": estimate([0.1, 3.0])}), ("narrow", {"a": estimate([1, 1])})]
        panel = drawing.intervals("figure", "title", rows, {"a": Look("a", 0)}, Scale())
        self.assertGreaterEqual(min(xs_in(panel.svg)), 0)
        self.assertLessEqual(max(xs_in(panel.svg)), 360)

    def test_marks_of_many_series_stay_below_their_label(self):
        looks = {str(i): Look(str(i), i) for i in range(9)}
        rows = [(str(row), {name: estimate([1]) for name in looks}) for row in range(2)]
        svg = drawing.intervals("figure", "title", rows, looks, Scale()).svg
        heights = sorted({float(y) for y in re.findall(r'<use [^>]*y="([\d.]+)"', svg)})
        self.assertEqual(len(heights), 18)
        self.assertGreater(heights[9] - heights[8], 0.5 * 40)  # ROW, between two rows

    def test_sweep_rows_name_the_field_and_the_axis_its_unit(self):
        figure = sweep.panels(self.runs, ["3 GB/s", "6 GB/s"], "pool.link.bandwidth")
        self.assertIn(">bandwidth 3 GB/s<", figure.panels[0].svg)
        self.assertIn(">ns<", figure.panels[0].svg)
        self.assertNotIn(">pool.link.bandwidth<", figure.panels[0].svg)

    def test_a_numeric_sweep_has_a_curve(self):
        runs = [*self.runs, self.runs[0]]
        figure, = sweep.curves(runs, ["6 GB/s", "3 GB/s", "12"], "pool.link.bandwidth")
        self.assertIn("AMAT from 408 to 817", figure.panels[0].svg)  # 3 and 12 GB/s
        for names in (["a", "b", "c"], ["1 ns", "2 us", "3"], ["1", "2"]):
            self.assertEqual(sweep.curves(runs, names, "field"), [], names)

    def test_each_direction_of_a_link_has_a_cell_in_the_strip(self):
        figure = utilisation.utilisation(self.runs)[0]
        cells = re.findall(r"<title>([^<]+): busy ([\d.]+) %</title>", figure.panels[0].svg)
        stats = sum(path.endswith(".utilisation") for run in self.runs for path in run.by_path)
        self.assertEqual(len(cells), stats)
        self.assertIn("socket0_pool forward", [name for name, _ in cells])

    def test_the_distribution_has_a_line_for_each_class_with_misses(self):
        figure, = distribution.distribution(self.runs, looks_of(self.runs))
        self.assertEqual(len(figure.panels), 2)
        self.assertIn("pool", [label for label, _ in figure.legend])
        self.assertEqual(distribution.points_of(self.runs[0], "pool"), [])  # a machine without a pool
        self.assertEqual([share for _, share in distribution.points_of(self.runs[1], "pool")],
                         [0.5, 0.9, 0.99, 0.999, 1.0])

    def test_a_waterfall_begins_and_ends_at_the_two_amats(self):
        kinds = [LatencyKind("cache", False, ""), LatencyKind("upi_queue", True, ""), LatencyKind("walk", False, "")]
        steps = waterfall.steps_of(kinds, {"cache": 100, "upi_queue": 300, "walk": 1},
                                   {"cache": 150, "upi_queue": 90, "walk": 1})
        self.assertEqual(steps, [("upi queue", -210), ("cache", 50)])
        figure, = waterfall.waterfall(self.runs, [None, (0, [2])])
        before, after = (sum(run.value(f"run.latency.{kind}_ns") or 0 for kind in (*sample.UNLOADED, *sample.WAITS,
                                                                              "cxl_wire", "cxl_queue"))
                         for run in self.runs)
        self.assertIn(f"From {before:,.0f} to {after:,.0f}", figure.panels[0].svg)

    def test_drawings_of_one_machine_have_different_titles(self):
        runs = [self.runs[1], load_run(sample.write_run(self.folder / "c", self.runs[1].name, sample.statistics(False)))]
        labels = {Label("starnuma16", "bfs", "", setting): [run] for run, setting in zip(runs, ("with", "without"))}
        figure = pages.machines(labels)[0].blocks[0]
        self.assertEqual([panel.title for panel in figure.panels], ["starnuma16 · with", "starnuma16 · without"])

    def test_the_legend_of_a_pool_bench_names_each_series(self):
        values = {"a.device.requests": 4, "a.device.back_invalidations_per_request": 1.5, "a.conflicts.early": 1}
        figure = pool_figures.by_point(values, ["a"])
        self.assertEqual([label for label, _ in figure.legend],
                         ["no conflict", "early conflict", "late conflict", "all requests"])


if __name__ == "__main__":
    unittest.main()
