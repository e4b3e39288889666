#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""validate: numbers of curves, measured values, and machines with one fitted value each."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import yaml

from starnuma.validate import pages, plots, reference, tables
from starnuma.validate.__main__ import arguments, validate
from starnuma.validate.curves import Curve, compare

MACHINES = Path(__file__).resolve().parents[2] / "platforms" / "machines"
MEASURED = Curve([(1, 100), (50, 110), (80, 150), (90, 250), (88, 400)])

# Fields that are fitted, each to an idle latency.
FITTED = {"skylake_ddr4": {"socket.memory.channel.controller"},
          "skylake_ddr4_two_sockets": {"upi.latency"},
          "graviton3_ddr5": {"socket.shared_cache.fabric_latency"},
          "cxl_expander": {"memory_node.link.latency"}}


def sources(node, path=""):
    """Yields (key, its source) of each value of a machine file; the source is that of the nearest mapping
    above."""
    def walk(node, path, above):
        own = node.get("source", above)
        for key, value in node.items():
            if key == "source":
                continue
            here = f"{path}.{key}" if path else key
            text = own.get(key, above) if isinstance(own, dict) else own
            if isinstance(value, dict):
                yield from walk(value, here, text)
            else:
                yield here, text
    return walk(node, path, "")


class Curves(unittest.TestCase):
    def test_a_curve_has_an_idle_latency_a_knee_and_a_most(self):
        self.assertEqual((MEASURED.idle, MEASURED.saturated), (100, 90))
        self.assertAlmostEqual(MEASURED.knee, 85)  # half way from 150 to 250 ns
        self.assertIsNone(Curve([(1, 100), (50, 110)]).knee)
        self.assertEqual(Curve([(1, 100), (50, 200)]).knee, 50)

    def test_latency_is_linear_between_points_and_holds_beyond(self):
        self.assertAlmostEqual(MEASURED.latency_at(25.5), 105)
        self.assertEqual(MEASURED.latency_at(0), 100)
        self.assertEqual(MEASURED.latency_at(200), 250)

    def test_equal_curves_do_not_differ(self):
        same = compare(MEASURED, MEASURED)
        self.assertEqual((same.idle, same.saturated, same.knee, same.mean), (0, 0, 0, 0))
        self.assertEqual([bandwidth for bandwidth, _ in same.errors], [1, 50, 80])

    def test_differences_are_ours_over_measured(self):
        ours = Curve([(1, 110), (40, 121), (80, 165), (99, 300)])
        found = compare(ours, MEASURED)
        self.assertAlmostEqual(found.idle, 0.1)
        self.assertAlmostEqual(found.saturated, 0.1)
        self.assertGreater(found.worst[1], found.mean - 1e-9)

    def test_errors_of_opposite_signs_do_not_cancel(self):
        found = compare(Curve([(1, 110), (50, 90)]), Curve([(1, 100), (50, 100)]))
        self.assertAlmostEqual(found.mean, 0.1)

    def test_a_point_at_the_knee_counts(self):
        curve = Curve([(1, 100), (50, 110), (80, 200), (90, 300)])
        self.assertEqual([bandwidth for bandwidth, _ in compare(curve, curve).errors], [1, 50, 80])

    def test_errors_are_those_below_both_knees(self):
        sooner = Curve([(1, 100), (40, 110), (60, 300)])  # its knee is at 49.5
        self.assertEqual([bandwidth for bandwidth, _ in compare(sooner, MEASURED).errors], [1])
        self.assertEqual([bandwidth for bandwidth, _ in compare(MEASURED, sooner).errors], [1, 40])

    def test_a_table_marks_what_is_not_near(self):
        system = reference.System("some", "", "", "")
        ours = Curve([(1, 103), (50, 110), (80, 150), (90, 250)])
        text = tables.line(tables.row_of(system, 100, ours, MEASURED, compare(ours, MEASURED)))
        self.assertIn("+3.0%!", text)
        self.assertEqual(text.count("!"), 1)

    def test_the_report_page_has_tables_and_a_figure_of_each_system(self):
        system = reference.System("some", "Some system", "", "")
        system.curves[100] = MEASURED
        ours = Curve([(1, 103), (50, 110), (80, 150), (90, 250)])
        row = tables.row_of(system, 100, ours, MEASURED, compare(ours, MEASURED))
        link = {"link": "some_link", "unloaded_ns": [1, 2], "gb_per_s": [3, 4], "loaded_ns": [5, 6]}
        page = pages.html([row], [link], [plots.figure(system, {100: ours})])
        for text in ("some_link", "+3.0 %!", "-50.0 %", "Some system", "<svg", "measured"):
            self.assertIn(text, page)
        self.assertEqual(page.count("%!"), 1)
        self.assertIn("–", pages.html([{**row, "knee_gb_per_s": [None, 5, None]}], [], []))

    def test_the_command_writes_the_page_with_its_other_files(self):
        point = {"least_latency_ns": 100, "achieved_gb_per_s": 50, "latency_ns": 400}
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out, \
                mock.patch("starnuma.validate.runs.curve_of", lambda _: MEASURED), \
                mock.patch("starnuma.validate.runs.run_all",
                           lambda _, jobs, *rest: {job.name: [point] for job in jobs}):
            validate(arguments(["-o", folder, "--program", "none"]))
            page = (Path(folder) / "report.html").read_text(encoding="utf-8")
            written = sorted(path.name for path in Path(folder).iterdir())
        self.assertIn("report.html", out.getvalue())
        systems, links = reference.load()
        self.assertEqual(written, sorted(["report.html", "validate.json", "validate.md",
                                          *(f"{system.name}.svg" for system in systems)]))
        for entry in (*systems, *links):
            self.assertIn(entry.name, page)

    def test_a_page_has_a_row_for_each_curve_and_link(self):
        system = reference.System("some", "", "", "")
        row = tables.row_of(system, 100, MEASURED, MEASURED, compare(MEASURED, MEASURED))
        link = {"link": "some_link", "unloaded_ns": [1, 2], "gb_per_s": [3, 4], "loaded_ns": [5, 6]}
        lines = tables.markdown([row], [link]).splitlines()
        for header, data in ((lines[0], lines[2]), (lines[4], lines[6])):
            self.assertEqual(header.count("|"), data.count("|"))


class Reference(unittest.TestCase):
    def test_each_system_has_a_machine_and_curves_from_no_load_on(self):
        systems, links = reference.load()
        self.assertEqual(len(systems), 4)
        self.assertEqual(len(links), 2)
        for system in (*systems, *links):
            self.assertTrue((MACHINES / f"{system.machine}.yaml").exists())
        for system in systems:
            for curve in system.curves.values():
                self.assertLess(curve.idle, min(latency for _, latency in curve.points[1:]))


class Fitted(unittest.TestCase):
    def test_machines_hold_no_other_fitted_value(self):
        for name, expected in FITTED.items():
            machine = yaml.safe_load((MACHINES / f"{name}.yaml").read_text(encoding="utf-8"))
            found = {key: text for key, text in sources(machine)
                     if re.search(r"fit|calibrat|tuned|adjust", str(text), re.IGNORECASE)}
            self.assertEqual(set(found), expected, name)
            self.assertEqual(set(found.values()), {"fitted to the idle latency"})

    def test_parts_hold_no_fitted_value(self):
        for part in (MACHINES.parent / "parts").glob("*.yaml"):
            self.assertNotIn("fitted", part.read_text(encoding="utf-8"), part.name)

    def test_every_number_of_a_machine_says_where_it_comes_from(self):
        for name in FITTED:
            machine = yaml.safe_load((MACHINES / f"{name}.yaml").read_text(encoding="utf-8"))
            for key, text in sources(machine):
                if key not in ("kind", "summary", "extends") and not key.endswith(".part"):
                    self.assertTrue(text, f"{name}: {key}")


if __name__ == "__main__":
    unittest.main()
