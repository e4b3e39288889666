#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Statements of other publications: each has a row, and its verdict follows from statistics."""

import math
import os
import unittest
from pathlib import Path
from types import SimpleNamespace

from starnuma.campaign.grid import Label
from starnuma.evaluation import lacx_statements, placement, shift, statements
from starnuma.evaluation.catalogue import OTHERS
from starnuma.files import BadInput, parse_yaml, read

PLATFORMS = Path(os.environ["STARNUMA_HOME"]) / "platforms"


class Stub:
    """A run of programs with these statistics below program.<name>."""

    def __init__(self, memory=(), intervals=(), **programs):
        self.programs = [{"name": name} for name in programs]
        self.memory, self.intervals = list(memory), list(intervals)
        self.by_path = {f"program.{name}.{path}": {"value": value}
                        for name, values in programs.items() for path, value in values.items()}

    def value(self, path):
        return self.by_path[path]["value"] if path in self.by_path else None


def values(time, misses, flight, outside, **latency):
    return {"time_ns": time, "llc_misses": misses, "pending_misses_per_core": flight,
            "pending_misses_outside_barriers": outside,
            **{f"latency.{kind}_ns": value for kind, value in latency.items()}}


def shared(share):
    return {"migration.shared_pages_share": share, "pages.total": 10, "migration.page_faults": 30,
            "migration.scan_passes": 4, "migration.faults_shared_remote": 30}


OVER_TIME = [{"time_ns": 0, "shm.socket0": 10, "shm.memory_node0": 0},
             {"time_ns": 300, "shm.socket0": 5, "shm.memory_node0": 5},
             {"time_ns": 1000, "shm.socket0": 2, "shm.memory_node0": 8}]


class Reference(unittest.TestCase):
    def block(self, name):
        path = PLATFORMS / "reference" / "other_systems.yaml"
        return parse_yaml(read(path), path)[name]

    def test_every_value_of_lacx_has_a_row(self):
        rules = object.__new__(lacx_statements.Measured).rules()
        wanted = [f"{group}.{key}" for group, values_ in self.block("lacx").items()
                  if group not in ("machine", "shared_page_test", "abstract_gain_up_to")
                  for key in values_ if key != "note"]
        self.assertEqual(len(wanted), 21)
        self.assertEqual(sorted(wanted), sorted(rules))
        self.assertEqual(wanted, list(statements.leaves(self.block("lacx"), lacx_statements.GROUPS)))

    def test_every_sentence_on_placement_has_rows(self):
        self.assertEqual(self.block("hybrid_usage_aware")["results"], placement.SAYS)
        self.assertEqual(list(placement.Checks([], None).rules()), placement.SAYS)

    def test_a_statement_that_nothing_checks_is_refused(self):
        with self.assertRaisesRegex(BadInput, "^nothing checks bandwidth.other$"):
            statements.checked({"bandwidth.other": 1}, {})

    def test_all_plans_of_a_figure_are_there(self):
        for name in ("lacx", "placement"):
            for plan in OTHERS[name].plans:
                self.assertTrue((PLATFORMS / "experiments/evaluation" / plan).exists(), plan)


class Verdicts(unittest.TestCase):
    def test_a_change_holds_where_its_sign_does(self):
        for published, ours, holds in ((0.14, 0.9, True), (0.14, 0.01, False), (-0.03, 0.05, False),
                                       (0.0, 0.015, True), (0.0, -0.03, False)):
            self.assertEqual(statements.same_sign(published, ours), holds, (published, ours))

    def test_a_value_holds_in_its_range_or_near_it(self):
        self.assertTrue(statements.within([0.56, 0.71], 0.6))
        self.assertFalse(statements.within([0.56, 0.71], 0.72))
        self.assertTrue(statements.within(0.5, 0.54))
        self.assertFalse(statements.within(0.5, 0.56))

    def test_what_does_not_hold_is_said_with_its_number_and_its_term(self):
        measured = object.__new__(lacx_statements.Measured)
        runs = {("lacx_testbed", "shm", "lacx"): [Stub(OVER_TIME, shm=shared(0.8))]}
        measured.single = SimpleNamespace(of=lambda *asked: runs[asked])
        (found,) = statements.checked({"migrated_to_cxl.shm_bench_range": [0.56, 0.71]},
                                      measured.rules())
        table, count, why = statements.blocks("all", [found])
        self.assertEqual([cell.text for cell in table.rows[0].cells],
                         ["56–71\u00a0%", "80.0\u00a0%", "does not hold"])
        self.assertEqual(count.text, "0 of 1 statements hold.")
        self.assertIn("4 passes of the scan, 3.0 faults a page", why.text)
        self.assertIn("100 % shared remote; half of the pages that moved were there after 30 %",
                      why.text)


    def test_a_change_is_followed_by_that_of_pages_dealt_over_all_nodes(self):
        def runs(**times):
            return lacx_statements.Runs(SimpleNamespace(
                runs={Label(lacx_statements.TESTBED, "cg:scale=4", policy):
                      [Stub(cg=values(time, 100, 4, 5, dram_array=50))]
                      for policy, time in times.items()},
                points=[Label(lacx_statements.TESTBED, "cg:scale=4")]))
        measured = object.__new__(lacx_statements.Measured)
        measured.single, measured.spread = runs(autonuma=1000, lacx=980), runs(page_interleave=1200)
        made = measured.single_change("cg", 0.466, "cg")
        self.assertEqual((made.holds, made.ours), (False, "-2.0 %"))
        self.assertRegex(made.why, r"^time -2 %: rest -2 %; with a third of its pages on each node, "
                                   r"regardless of their use, time \+20 %: rest \+20 %$")
        measured.spread.results.points = []
        self.assertEqual(measured.single_change("cg", 0.466, "cg").why, "time -2 %: rest -2 %")


class Terms(unittest.TestCase):
    BASE = Stub(a=values(1000, 100, 4, 5, dram_array=50, dram_queue=30, page_fault=0),
                b=values(500, 100, 4, 5, dram_array=50, dram_queue=30, page_fault=0))
    OWN = Stub(a=values(2383.33, 110, 3, 4, dram_array=60, dram_queue=30, page_fault=30,
                        migration_stall=10),
               b=values(500, 100, 4, 5, dram_array=50, dram_queue=30, page_fault=0))

    def test_terms_multiply_to_the_change_of_time(self):
        terms = shift.terms_of(self.BASE, self.OWN, "program.a")
        self.assertAlmostEqual(math.fsum(terms.values()), math.log(2.38333))
        latency = terms[shift.FAULTS] + terms[shift.FAR] + terms["queues at memory"]
        self.assertAlmostEqual(latency, math.log(130 / 80))
        self.assertAlmostEqual(terms["barriers"], math.log((4 / 5) / (3 / 4)))
        self.assertAlmostEqual(terms["pending misses"], math.log(5 / 4))
        self.assertEqual(terms["queues at memory"], 0)
        self.assertAlmostEqual(terms["rest"], 0, 5)

    def test_the_largest_term_is_said_first(self):
        pairs = shift.pairs_of([self.BASE], [self.OWN], "program.a")
        self.assertRegex(shift.sentence(pairs), r"^time \+138 %: hint faults and moves \+47 %, pending misses \+25 %")

    def test_of_several_programs_it_is_the_mean(self):
        self.assertAlmostEqual(shift.change([self.BASE], [self.OWN]).mean, (2.38333 + 1) / 2 - 1, 4)


class Placement(unittest.TestCase):
    def test_signs_are_those_of_the_sentences(self):
        self.assertEqual([placement.expected("page_interleave", each, "mcf")
                          for each in ("large", "mcf", "fotonik3d", "cam4")], [None, None, -1, 1])
        self.assertEqual([placement.expected("hybrid", each, "mg")
                          for each in ("large", "mcf", "fotonik3d", "cam4")], [-1, -1, None, 0])

    def test_a_pair_is_full_before_farther_nodes_get_pages(self):
        def run(near, far):
            run_ = Stub([{"time_ns": 0, "run.socket0": 64, "run.socket1": near, "run.socket4": far}])
            return placement.filled("hybrid", run_)
        self.assertTrue(run(62, 20).holds)
        self.assertFalse(run(30, 52).holds)


if __name__ == "__main__":
    unittest.main()
