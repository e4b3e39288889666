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

from cli import CliTest
from planned import need_engine
from starnuma.campaign import cache
from starnuma.campaign import plan as plans
from starnuma.campaign.grid import Label, Point
from starnuma.campaign.job import asked_words
from starnuma.campaign.phases import Phases, Total, full, phases_of, total
from starnuma.campaign.plan import FULL
from starnuma.campaign.results import estimate, student_quantile
from starnuma.campaign.terms import Shape, TERMS, terms_of
from starnuma.evaluation import explain, figures, golden
from starnuma.evaluation.reference import Reference
from stubs import Stub

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

    @unittest.skipUnless(ALL, "takes a minute")
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
