#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""figures: the evaluation's parts, and two of its figures; with the word `all` all of them."""

import json
import math
import os
import re
import sys
import unittest
from pathlib import Path

from cli import CliTest
from planned import need_engine
from starnuma.campaign.results import estimate, student_quantile
from starnuma.evaluation import explain, golden
from starnuma.evaluation.reference import Reference

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
        base = explain.Shape(2000, 300, 500, 4, 0.8, 1000)
        own = explain.Shape(1100, 270, 130, 3, 0.7, 900)
        terms = explain.terms_of(base, own)
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

    def test_a_sentence_begins_with_the_largest_term(self):
        ours = {**dict.fromkeys(explain.TERMS, 0.0), "contention": math.log(0.8),
                "barriers": math.log(1.1)}
        theirs = dict.fromkeys(explain.TERMS, 0.0)
        self.assertEqual(explain.speedup_sentence(ours, theirs), "12 % below the published "
                         "speed-up: contention -20 %, barriers +10 %.")


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
    def test_figures_stand_beside_the_published_values(self):
        out, _ = self.figures("first_order", "fig2")
        self.assertRegex(out, r"spread over 16 sockets +159\.0 +– +160\.0 +-1 %")
        self.assertRegex(out, r"one from the chassis +111\.5 +– +112\.0")
        self.assertIn("published 93 % (BFS)", out)
        values = json.loads((self.folder / "results/figures/plan.json").read_text())["values"]
        self.assertEqual(values["first_order.all_of_them_from_the_pool"], 116)

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
