#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""figures: parts of the evaluation, and two of its figures; with the word `all` all of them."""

import json
import math
import os
import re
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from cli import CliTest
from planned import need_engine
from starnuma.campaign import cache
from starnuma.campaign import plan as plans
from starnuma.campaign.grid import Label, Point
from starnuma.campaign.job import asked_words
from starnuma.campaign.phases import Phases, Total, full, phases_of, total
from starnuma.campaign.plan import FULL
from starnuma.campaign.results import (Results, estimate, pace, pace_outside_barriers,
                                       student_quantile)
from starnuma.campaign.terms import Shape, TERMS, terms_of
from starnuma.evaluation import exhibit, explain, figures, golden, methods, migration, waterfall
from starnuma.evaluation.reference import Reference
from starnuma.files import parse_yaml, read

HOME = Path(os.environ["STARNUMA_HOME"])
PLATFORMS = HOME / "platforms"
ALL = "all" in sys.argv


class Statistics(unittest.TestCase):
    def test_intervals_are_those_of_students_t(self):
        for freedom, quantile in ((1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281),
                                  (99, 1.9842)):
            self.assertAlmostEqual(student_quantile(freedom), quantile, 4)
        found = estimate([1, 2, 3])
        self.assertEqual(found.mean, 2)
        self.assertAlmostEqual(found.half, 4.3027 / math.sqrt(3), 4)
        self.assertEqual(estimate([5]).half, 0)

    def test_terms_multiply_to_the_speed_up(self):
        base = Shape(2000, 300, 500, 4, 0.8, 1000)
        own = Shape(1100, 270, 130, 3, 0.7, 900)
        terms = terms_of(base, own)
        self.assertAlmostEqual(sum(terms.values()), math.log(2000 / 1100))
        self.assertAlmostEqual(terms["unloaded"] + terms["contention"], math.log(800 / 400))
        self.assertAlmostEqual(terms["unloaded"] / terms["contention"], 30 / 370)
        self.assertAlmostEqual(terms["barriers"], math.log(0.7 / 0.8))

    def test_published_terms_multiply_to_the_published_speed_up(self):
        reference = Reference(PLATFORMS)
        for name in ("BFS", "SSSP", "TC", "TPCC"):
            terms = explain.published_terms(reference.system(name, "baseline"),
                                            reference.system(name, "starnuma"))
            self.assertAlmostEqual(sum(terms.values()), math.log(reference.speedup(name)))
        self.assertAlmostEqual(reference.system("BFS", "baseline").in_flight, 8.12, 2)

    def test_the_smallest_snoop_filter_that_gains_almost_all_is_named(self):
        gains = {"0.125": 1.10, "0.5": 1.176, "1": 1.19, "2": 1.20}
        self.assertIn("has 0.5 times", figures.enough_sentence(gains))
        self.assertIn("has 1 times", figures.enough_sentence({**gains, "0.5": 1.1759}))
        self.assertIn("has 2 times", figures.enough_sentence({"10": 1.0, "2": 1.0}))

    def test_a_sentence_begins_with_the_largest_term(self):
        ours = {**dict.fromkeys(TERMS, 0.0), "contention": math.log(0.8),
                "barriers": math.log(1.1)}
        theirs = dict.fromkeys(TERMS, 0.0)
        self.assertEqual(explain.speedup_sentence(ours, theirs), "12 % below the published "
                         "speed-up: contention -20 %, barriers +10 %.")


class Stub:
    """A run with these statistics and phases."""

    def __init__(self, phases=(), **values):
        self.phases = phases
        self.value = {f"run.{name}": value for name, value in values.items()}.get


class Sampling(unittest.TestCase):
    ROWS = [{"phase": 1, "begin_ns": 100, "end_ns": 300, "instructions": 1000, "llc_misses": 10,
             "amat_ns": 200, "os_busy_share": 0.5},
            {"phase": 2, "begin_ns": 300, "end_ns": 700, "instructions": 3000, "llc_misses": 30,
             "amat_ns": 400, "os_busy_share": 0.25},
            {"phase": 3, "begin_ns": 700, "end_ns": 710}]

    def test_each_phase_stands_for_all_its_instructions(self):
        run = Stub(self.ROWS)
        busy = [{"os_busy_share": 1.0}]
        alone = {"a": Stub(busy, instructions=100, time_ns=25, llc_misses=2, amat_ns=150),
                 "b": Stub(busy, instructions=600, time_ns=60, llc_misses=3, amat_ns=500)}
        phases = object.__new__(Phases)
        phases.keys = {("key", 10, 1): "a", ("key", 10, 2): "b"}
        phases.runs = SimpleNamespace(load=alone.get, failed={})
        sampled = total(phases.sampled("key", run, 10))
        self.assertEqual((sampled.instructions, sampled.time, sampled.misses), (4000, 550, 35))
        self.assertAlmostEqual(sampled.amat, (20 * 150 + 15 * 500) / 35)
        whole = total(full(run))
        self.assertEqual((whole.instructions, whole.time, whole.misses), (4000, 600, 40))
        self.assertEqual((whole.amat, whole.moving, sampled.moving), (350, 200, 550))
        phases.runs.failed["b"] = "no memory"
        self.assertIsNone(phases.sampled("key", run, 10))

    def test_what_is_far_apart_is_explained_by_terms_that_multiply_to_it(self):
        from starnuma.evaluation.sampling import explained
        some = Total(time=60, instructions=1, misses=5, miss_time=1000, moving=30)
        whole = [some, Total(time=40, instructions=1, misses=5, miss_time=1000, moving=30)]
        near = [some, Total(time=44, instructions=1, misses=5, miss_time=1000, moving=30)]
        far = [some, Total(time=50, instructions=1, misses=7, miss_time=1280, moving=25)]
        self.assertEqual(explained("x", 10, {"full": [whole], 10: [near]}), "")
        self.assertEqual(explained("x", 10, {"full": [whole], 10: [far]}),
                         "x: time from the first 10 % is +10 % apart: number of misses +20 %, "
                         "AMAT -5 %, pending misses +4 %; phase 2 alone makes +10 %; pages move in "
                         "50 % of the sampled time, in 60 % of all.")


class Limits(unittest.TestCase):
    def test_each_workload_and_system_has_the_limit_that_suits_it(self):
        from starnuma.evaluation.tables import limits
        times = {("baseline", "bfs"): {"0": 100, "small": 80, "large": 90},
                 ("T16", "bfs"): {"0": 100, "small": 60, "large": 40},
                 ("baseline", "tc"): {"0": 100, "small": 110, "large": 120},
                 ("T16", "tc"): {"0": 95, "small": 50, "large": 60}}
        labels = {Label(prefix + machine, workload, "", name): time
                  for prefix in ("", "published ") for (machine, workload), by_limit in times.items()
                  for name, time in by_limit.items()}
        plan = SimpleNamespace(
            settings=[SimpleNamespace(name=name) for name in ("0", "small", "large")],
            machines=[SimpleNamespace(name=prefix + name) for prefix in ("", "published ")
                      for name in ("baseline", "T16")])
        results = SimpleNamespace(
            plan=plan, points=dict.fromkeys(labels),
            runs={label: [Stub(time_ns=time, amat_unloaded_ns=300, amat_contention_ns=time,
                               pending_misses_per_core=2, pending_misses_outside_barriers=3,
                               llc_misses=1000)] for label, time in labels.items()})
        made = limits(results, Reference(PLATFORMS))
        self.assertAlmostEqual(made.numbers["limits.geometric_mean"], math.sqrt(80 / 40 * 100 / 50))
        search = made.blocks[-1]
        self.assertEqual([row.cells[-1].text for row in search.rows], 2 * ["small", "large"] +
                         2 * ["0", "small"])


def results_of(plan, times, **values):
    """Returns results of one workload, bfs, with these times by (machine, setting) and seed."""
    labels = {Label(machine, "bfs", "", setting): by_seed
              for (machine, setting), by_seed in times.items()}
    return SimpleNamespace(plan=plan, points=dict.fromkeys(labels), runs={
        label: [Stub(time_ns=time, **values) for time in by_seed] for label, by_seed in labels.items()})


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


class Asked(CliTest):
    def result(self, asked, files):
        key = cache.key_of("seed: 1\n", "program", asked)
        folder = cache.folder_of(self.folder, key)
        folder.mkdir(parents=True)
        (folder / "effective.yaml").write_text("seed: 1\n", encoding="utf-8")
        for name in files:
            (folder / name).write_text(name, encoding="utf-8")
        cache.seal(folder, key, asked)
        return key, folder

    def test_a_result_is_of_what_was_asked_for_next_to_its_configuration(self):
        key, folder = self.result(FULL, ())
        self.assertNotEqual(key, cache.key_of("seed: 1\n", "program"))
        self.assertTrue(cache.is_whole(folder, key, "program"))
        listed = folder / cache.LIST
        listed.write_text(listed.read_text(encoding="utf-8").replace("--checkpoints", "--share"),
                          encoding="utf-8")
        self.assertFalse(cache.is_whole(folder, key, "program"))

    def test_each_checkpoint_of_a_whole_result_makes_a_run_for_each_share(self):
        key, folder = self.result(FULL, [f"phase-{i}.json" for i in (1, 2, 3)])
        full = Point(None, 1, ["m", "w"], (), "seed: 1\n", key, FULL)
        settings = SimpleNamespace(cache=self.folder, program="program")
        sampling = plans.Sampling((10, 30), 2)
        points = phases_of([full], settings, sampling)
        self.assertEqual([point.phase for point in points],
                         [(key, share, number) for number in (1, 2) for share in (10, 30)])
        self.assertEqual(len({point.key for point in points}), 4)
        self.assertRegex(points[1].command(), "run m w -o DIR --from-checkpoint .*/phase-1.json "
                                              "--share 30 --warm-up 2$")
        options = SimpleNamespace(asked=list(points[1].asked), checkpoint=Path("there.json"))
        self.assertEqual(asked_words(options, Path("room")),
                         ["--from-checkpoint", "there.json", "--share", "30", "--warm-up", "2"])
        options = SimpleNamespace(asked=list(FULL), checkpoint=None)
        self.assertEqual(asked_words(options, Path("room")), ["--checkpoints", "room/checkpoints"])
        (folder / "phase-1.json").write_text("changed", encoding="utf-8")
        self.assertEqual(phases_of([full], settings, sampling), [])


class Golden(CliTest):
    def test_a_changed_number_is_named_with_both_values(self):
        path = self.folder / "golden.yaml"
        golden.bless(path, {"a": 1.5, "b": 2.0})
        self.assertEqual(golden.differences(path, {"a": 1.5, "b": 2.0}), [])
        self.assertEqual(golden.differences(path, {"a": 1.6, "c": 1.0}),
                         ["a: 1.6, was 1.5", "c: 1, not in golden.yaml"])
        self.assertEqual(golden.differences(path, {"a": 1.5}, whole=True), ["b: none, was 2"])


class Figures(CliTest):
    def figures(self, *words):
        code, out, err = self.call("figures", *words)
        self.assertEqual(code, 0, err)
        report = (self.folder / "results/figures/report.html").read_text(encoding="utf-8")
        self.assertNotRegex(report, r'(src|href)="(?!#)')
        return out, err

    @unittest.skipIf(ALL, "all figures are made")
    def test_figures_stand_next_to_the_published_values(self):
        out, _ = self.figures("first_order", "fig2")
        self.assertRegex(out, r"spread over 16 sockets +159\.0 +160\.0 +-1 %")
        self.assertRegex(out, r"one from the chassis +111\.5 +112\.0")
        self.assertIn("published 93 % (BFS)", out)
        values = json.loads((self.folder / "results/figures/plan.json").read_text())["values"]
        self.assertEqual(values["first_order.all_of_them_from_the_pool"], 116)

    @unittest.skipIf(ALL, "all figures are made")
    def test_the_waterfall_of_the_smallest_size_ends_in_time(self):
        out, err = self.figures("waterfall", "--size", "ci")
        self.assertNotIn("other numbers than blessed", err)
        self.assertRegex(out, r"Geometric mean 1\.10 ± \S+ by the published method, 0\.98 ± \S+ in time: ")
        report = (self.folder / "results/figures/report.html").read_text(encoding="utf-8")
        for name in ("BFS", "CC", "SSSP", "TC", "MASST", "TPCC", "geometric mean"):
            self.assertIn(f"{name}, speed-up of T16", report)

    def test_the_machines_of_all_figures_are_valid_at_the_smallest_size(self):
        self.assertRegex(self.good("figures", "--size", "ci", "--dry-run"), r"\d+ of \d+ runs to make")

    def test_an_unknown_figure_is_refused(self):
        self.assertEqual(self.refused("figures", "fig8d"),
                         ['figures: unknown figure "fig8d", did you mean "fig8c"?'])

    def test_the_guides_plan_is_short_and_good(self):
        guide = (HOME / "docs/guide/plans.md").read_text(encoding="utf-8")
        text = re.search(r"```yaml\n(kind: plan\n.*?)```", guide, re.DOTALL)[1]
        self.assertLessEqual(len(text.splitlines()), 20)
        (self.folder / "way.yaml").write_text(text, encoding="utf-8")
        out = self.good("plan", "way.yaml", "--dry-run")
        self.assertIn("21 of 21 runs to make", out)

    @unittest.skipUnless(ALL, "takes minutes")
    def test_all_figures_give_the_blessed_numbers_and_again_from_the_cache(self):
        out, err = self.figures("--size", "ci")
        self.assertNotIn("failed", err)
        again, err = self.figures("--size", "ci")
        self.assertEqual(out, again)
        self.assertRegex(err, r"^all \d+ runs are in the cache")


if __name__ == "__main__":
    need_engine()
    unittest.main(argv=[word for word in sys.argv if word != "all"])
