#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""figures: both methods of the evaluation, and figures that compare them or machines by them."""

import os
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from starnuma.campaign import plan as plans
from starnuma.campaign.grid import Label
from starnuma.campaign.results import Results, pace, pace_outside_barriers
from starnuma.evaluation import exhibit, floors, methods, migration, signs, waterfall
from starnuma.evaluation.reference import Reference
from starnuma.files import parse_yaml, read
from stubs import Stub, results_of

PLATFORMS = Path(os.environ["STARNUMA_HOME"]) / "platforms"


class Methods(unittest.TestCase):
    def test_each_machine_with_the_published_core_also_runs_by_the_published_method(self):
        plan = plans.read_plan(PLATFORMS / "experiments/evaluation/fig11.yaml", PLATFORMS, "ci")
        before = list(plan.machines)
        methods.with_published_method(plan)
        added = {machine.name: machine for machine in plan.machines[len(before):]}
        self.assertEqual(list(added), ["published method baseline", "published method baseline iso",
                                       "published method baseline double",
                                       "published method T16 half", "published method T16"])
        half = added["published method T16 half"]
        self.assertEqual((half.target, half.sets), ("published16_t16", {
            "tracking.impl": "model", "pool.link.bandwidth": "3 GB/s", "method": "published"}))
        self.assertEqual(plan.machines[:len(before)], before)
        notes = methods.notes(SimpleNamespace(plan=plan, runs={}))
        self.assertEqual([note.text.count(". ") + 1 for note in notes], [2, 2], "sentences")

    def test_each_machine_with_the_published_core_has_the_published_machines_caches(self):
        folder = PLATFORMS / "experiments/evaluation"
        for name in ("fig8", "fig9", "fig10", "fig11", "fig12", "fig14", "limits", "snoop_filter"):
            plan = plans.read_plan(folder / f"{name}.yaml", PLATFORMS, "ci")
            for machine in plan.machines:
                if machine.name.startswith(methods.PREFIX):
                    self.assertRegex(machine.target, "^published16", f"{name}: {machine.name}")

    def test_phases_shorter_than_half_a_published_one_are_named(self):
        runs = {Label("T16", workload): [Stub(**{"migration.phase_share": share})]
                for workload, share in (("cc:scale=17", 0.06), ("tc:scale=17", 0.5))}
        runs[Label("baseline", "cc:scale=17")] = [Stub()]
        results = SimpleNamespace(plan=SimpleNamespace(machines=[]), runs=runs)
        (note,) = methods.notes(results)
        self.assertRegex(note.text, r"published: CC 0\.06\.$")
        del runs[Label("T16", "cc:scale=17")]
        self.assertEqual(methods.notes(results), [])

    def test_the_difference_is_that_of_the_published_method(self):
        line = exhibit.Line("BFS", {"ours": exhibit.constant(1.0), "published core":
                                    exhibit.constant(1.2), "published method": exhibit.constant(1.8)},
                            published=2.0)
        (table,) = exhibit.table("x", [line], 1)
        self.assertEqual([cell.text for cell in table.rows[0].cells],
                         ["1.0", "1.2", "1.8", "2.0", "-10 %"])
        del line.values["published method"]
        (table,) = exhibit.table("x", [line], 1)
        self.assertEqual([cell.text for cell in table.rows[0].cells], ["1.0", "1.2", "2.0", "-40 %"])

    def test_whole_phases_compare_by_time_per_instruction(self):
        self.assertEqual(pace(Stub(time_ns=100, instructions=50, whole_phases=7)), 2)
        self.assertEqual(pace(Stub(time_ns=100, instructions=50)), 100)

    def test_runs_of_two_methods_have_no_speed_up(self):
        plan = SimpleNamespace(baseline={"machine": "a"})
        found = object.__new__(Results)
        found.plan, whole = plan, Stub(time_ns=100, instructions=50, whole_phases=7)
        found.runs = {Label("a", "bfs"): [Stub(time_ns=100)], Label("b", "bfs"): [whole]}
        found.points = dict.fromkeys(found.runs)
        self.assertIsNone(found.estimate(Label("b", "bfs"), "speedup"))
        found.runs[Label("a", "bfs")] = [Stub(time_ns=200, instructions=50, whole_phases=6)]
        self.assertEqual(found.estimate(Label("b", "bfs"), "speedup").mean, 2)

    def test_the_speed_up_outside_barriers_is_that_of_the_threads_that_run(self):
        slow, fast = Stub(time_ns=100, ipc_outside_barriers=0.1), Stub(time_ns=90, ipc_outside_barriers=0.2)
        results = SimpleNamespace(runs={Label("baseline", "sssp"): [slow], Label("T16", "sssp"): [fast]},
                                  points={Label("T16", "sssp"): None})
        (line,) = exhibit.speedup_lines(results, "baseline", "T16", pace=pace_outside_barriers)
        self.assertAlmostEqual(line.values["ours"].mean, 2)

    def test_the_waterfall_divides_each_step_by_its_baseline_and_terms_multiply(self):
        steps = ("published method", "directory capacity", "settling phase")
        plan = SimpleNamespace(settings=[SimpleNamespace(name=step) for step in steps])
        made = waterfall.waterfall(results_of(plan, {
            ("baseline settled", ""): (100, 200), ("baseline in time", ""): (120, 240),
            ("T16", steps[0]): (50, 100), ("T16", steps[1]): (80, 160),
            ("T16", steps[2]): (100, 200)}, **{"migration.completed": 75, "migration.planned": 128}),
            Reference(PLATFORMS))
        figure, gains, terms, text, *results, published, in_time = made.blocks
        self.assertEqual(len(figure.panels), 2)
        self.assertIn("From 2.00 ± 0.00 to 1.20 ± 0.00: directory capacity -0.75 ± 0.00; settling phase -0.05 ± 0.00",
                      figure.panels[0].svg)
        self.assertEqual([each.text for each in results], [
            "Directory capacity slows BFS down most: 2.00 to 1.25 (-37.5 ± 0.0 %).",
            "Settling phase slows BFS down most: 1.25 to 1.20 (-4.0 ± 0.0 %).",
            "Planned moves that are made in time: BFS 75 of 128."])
        self.assertEqual((published.text, in_time.text), methods.LEFT_OUT)
        self.assertEqual([[cell.text for cell in row.cells] for row in gains.rows],
                         [["2.00\u00a0±\u00a00.00", "1.25\u00a0±\u00a00.00", "1.20\u00a0±\u00a00.00",
                           published] for published in ("1.77", "1.54")])
        self.assertEqual([cell.text for cell in terms.rows[0].cells],
                         ["-37.5\u00a0±\u00a00.0", "-4.0\u00a0±\u00a00.0"])
        self.assertAlmostEqual(made.numbers["waterfall.settling_phase"], 1.2)
        self.assertEqual(text.text, "Geometric mean 2.00 ± 0.00 by the published method, 1.20 ± 0.00 in "
                                    "time: directory capacity -37.5 ± 0.0 %, settling phase -4.0 ± 0.0 %.")

    def test_signs_and_orders_are_those_of_the_published_means(self):
        reference = Reference(PLATFORMS)
        published = signs.published_means(reference)
        self.assertAlmostEqual(published["baseline double"], 1.54 / 1.12)
        names = ["published baseline", *(f"published {name}" for name in published)]

        def found(**other):
            times = {"baseline": 1, **{name: 1 / mean for name, mean in published.items()}, **other}
            plan = SimpleNamespace(machines=[SimpleNamespace(name=name) for name in names])
            results = results_of(
                plan, {(name, ""): (times[name.removeprefix("published ")],) for name in names},
                amat_unloaded_ns=300, amat_contention_ns=100, pending_misses_per_core=2,
                pending_misses_outside_barriers=3, llc_misses=1000)
            gains = signs.Gains("published ", [results], published)
            return [*signs.workload_signs(results, "published ", reference), *signs.mean_signs(gains, reference),
                    *signs.orders(gains, reference)]

        self.assertEqual([each.name for each in found() if not each.holds], [])
        self.assertNotIn("T0 over T16 switched", [each.name for each in found()], "published means are equal")
        changed = {each.name: each for each in found(T0=1 / 1.6) if not each.holds}
        self.assertEqual(set(changed), {"T16 over T0", "T16 small over T0"})
        self.assertEqual(changed["T16 over T0"].why, "farthest from it is BFS with 0.96")
        slower = {each.name: each for each in found(T16=1.1) if not each.holds}
        self.assertRegex(slower["sign of T16, BFS"].why, r"^49 % below the published speed-up: .*%$")

    def test_sharing_of_tc_is_on_the_published_side_of_one_half(self):
        curves = {"run.sharing.pages": [(8, 0.3)], "run.sharing.misses": [(8, 0.1), (15, 0.6)]}
        run = SimpleNamespace(numbered=curves.get)
        results = SimpleNamespace(runs={Label("published baseline", "tc:scale=12"): [run],
                                        Label("published baseline", "sharing:shape=tc"): []})
        self.assertEqual([each.holds for each in signs.sharing_sides(results, Reference(PLATFORMS))],
                         [True, True, False])

    def test_the_floor_with_the_smallest_error_of_misses_is_named(self):
        names = ("4 KiB", "16 KiB")
        plan = SimpleNamespace(settings=[SimpleNamespace(name=name) for name in names])
        results = results_of(plan, {("baseline", "4 KiB"): (300, 600), ("T16", "4 KiB"): (150, 300),
                                    ("baseline", "16 KiB"): (200, 400), ("T16", "16 KiB"): (125, 250)})
        for label, runs in results.runs.items():
            runs[:] = [Stub(time_ns=run.value("run.time_ns"), llc_mpki=64 if label.setting == "4 KiB" else 29)
                       for run in runs]
        made = floors.floors(results, Reference(PLATFORMS))
        _, misses, speeds, text = made.blocks
        self.assertEqual([[cell.text for cell in row.cells] for row in misses.rows],
                         [["64.0\u00a0±\u00a00.0", "29.0\u00a0±\u00a00.0", "32.0"], ["0.693", "0.098", ""]])
        self.assertEqual([cell.text for cell in speeds.rows[-1].cells],
                         ["2.00\u00a0±\u00a00.00", "1.60\u00a0±\u00a00.00", "1.54"])
        self.assertEqual(text.text, "The floor of 16 KiB has the smallest error of misses. The mean speed-up lies "
                                    "between 1.60 ± 0.00 (16 KiB) and 2.00 ± 0.00 (4 KiB).")

    def test_migration_bandwidth_is_shown_next_to_what_the_policy_needs(self):
        names = ("baseline", "T16 1 core", "T16 in place")
        plan = SimpleNamespace(machines=[SimpleNamespace(name=name) for name in names])
        moved = {"migration.completed": 50, "migration.planned": 100}
        results = results_of(plan, {(name, ""): (100,) for name in names}, **moved)
        results.runs[Label("T16 1 core", "bfs")] = [Stub(
            time_ns=80, **moved, **{"migration.pages_per_second": 2e5})]
        results.runs[Label("T16 in place", "bfs")] = [Stub(
            time_ns=50, **{**moved, "migration.completed": 100})]
        with mock.patch.object(migration, "gains", lambda found, base, own, average:
                               exhibit.speedup_lines(found, base, own)):
            table = migration.migration_bandwidth(results, None).blocks[-1]
        self.assertEqual([[cell.text for cell in row.cells] for row in table.rows],
                         [["1 core", "200,000", "1,250,000,000", "50", "1.250"],
                          ["in place", "–", "2,000,000,000", "100", "2.000"]])

    def test_each_step_of_the_plan_changes_one_field_of_the_method(self):
        plan = plans.read_plan(PLATFORMS / "experiments/evaluation/waterfall.yaml", PLATFORMS, "demo")
        self.assertGreaterEqual(len(plan.seeds), 3)
        parts = {name: read_part(name) for name in ("published", "in_time")}
        made = [{**parts[setting.sets["method"]], **{
            key.removeprefix("method."): value for key, value in setting.sets.items() if key != "method"}}
            for setting in plan.settings]
        self.assertEqual((made[0], made[-1]), (parts["published"], parts["in_time"]))
        changes = [{key for key in before if before[key] != after[key]} for before, after in zip(made, made[1:])]
        self.assertEqual(changes, [{"directory"}, {"counts"}, {"moves"}, {"sharers"}, {"first_phase"}])


def read_part(name):
    """Returns the fields of a part of `method`."""
    path = PLATFORMS / "parts" / f"{name}.yaml"
    return {key: value for key, value in parse_yaml(read(path), path).items()
            if key not in ("kind", "of", "summary", "source")}


if __name__ == "__main__":
    unittest.main()
