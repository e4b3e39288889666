#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Statements of other publications: each has a row and is judged by its bounds."""

import os
import unittest
from pathlib import Path
from types import SimpleNamespace

from starnuma.advise.model import Job, job_of, slowdowns
from starnuma.campaign.grid import points_of
from starnuma.campaign.plan import read_plan
from starnuma.evaluation import hpc, hpc_hosts, statements
from starnuma.evaluation.catalogue import ALL, FOLDER, OTHERS, chosen
from starnuma.files import BadInput

PLATFORMS = Path(os.environ["STARNUMA_HOME"]) / "platforms"
REFERENCE = SimpleNamespace(platforms=PLATFORMS)
FILES = {"hpc": "hpc_pooling"}  # group -> file of its statements


def stub(value):
    """Returns a run with this value for every statistic."""
    return SimpleNamespace(value=lambda path: value, by_path={})


def results_of(name, time=lambda label: 100.0):
    """Returns the results of a plan as if all runs had been executed."""
    plan = read_plan(PLATFORMS / FOLDER / name, PLATFORMS, "ci")
    labels = [point.label for point in points_of(plan)]
    return SimpleNamespace(plan=plan, points={label: [] for label in labels},
                           runs={label: [stub(time(label))] for label in labels})


def found_of(item, time=lambda label: 100.0):
    made = item.exhibit({plan: results_of(plan, time) for plan in item.plans}, REFERENCE, None)
    return made.statements


class Statements(unittest.TestCase):
    def test_every_statement_of_a_publication_has_a_row(self):
        for group, file in FILES.items():
            published = statements.Published(PLATFORMS, file)
            found = {}
            for item in chosen([group]):
                found.update(found_of(item))
            self.assertEqual(sorted(found), sorted(published.statements))
            self.assertNotIn(None, [each["holds"] for each in found.values()])

    def test_a_row_of_no_statement_is_refused(self):
        published = statements.Published(PLATFORMS, "hpc_pooling")
        with self.assertRaisesRegex(BadInput, "class_BLAZE"):
            published.rows({"class_BLAZE": statements.Found(True, "")})

    def test_why_is_said_where_a_statement_does_not_hold(self):
        published = statements.Published(PLATFORMS, "hpc_pooling")
        found = published.rows({"two_BFS": statements.Found(True, "1.00 times", "little"),
                                "class_BLAS": statements.Found(False, "III, 1.3", "more misses")})
        table, count, *texts = statements.blocks("", list(found.values()))
        self.assertEqual([[cell.text for cell in row.cells] for row in table.rows],
                         [["III, 1.3", "does not hold"], ["1.00 times", "holds"]])
        self.assertEqual(count.text, "1 of 2 statements hold.")
        self.assertEqual([text.text for text in texts],
                         ["BLAS is of class I: does not hold; more misses."])

    def test_bounds(self):
        for bounds, good, bad in (({"below": 2}, (1, 1.99), (2, 3)), ({"above": 2}, (2.1,), (2, 1)),
                                  ({"between": [1, 2]}, (1, 1.5, 2), (0.9, 2.1))):
            for value in good:
                self.assertTrue(statements.inside(value, bounds), (value, bounds))
            for value in bad:
                self.assertFalse(statements.inside(value, bounds), (value, bounds))


class Pooling(unittest.TestCase):
    def judge(self, name, time):
        return found_of(OTHERS[name], time)

    def test_classes_follow_from_the_time_at_75_percent(self):
        slow = {"matmul": 1.05, "barnes": 1.09, "xs": 1.2, "splu": 1.15, "ft": 1.17, "mesh": 1.2,
                "amg": 1.5, "bfs": 1.34}
        def time(label):
            kind = label.workload.partition(":")[0]
            return 100 * (slow.get(kind, 1.4) if label.setting == "75" else 1)
        found = self.judge("hpc_capacity", time)
        held = [key for key, each in found.items() if not each["holds"]]
        self.assertEqual(held, ["hpc_below_18", "hpc_below_10", "class_XSBench"])
        self.assertTrue(found["hpc_below_18"]["here"].startswith("4 of 7: BLAS, BARNES"))
        self.assertTrue(found["graph_35_to_50"]["here"].startswith("5 of 6: "))
        self.assertTrue(found["class_SuperLU"]["here"].startswith("II, 1.150"))

    def test_gains_of_pools_are_judged_step_by_step(self):
        speed = {"mesh": (1, 1.1, 1.2, 1.35), "amg": (1, 1.2, 1.22, 1.25)}
        def time(label):
            steps = speed.get(label.workload.partition(":")[0], (1, 1, 1, 1))
            return 100 / steps[int(label.setting)]
        found = self.judge("hpc_bandwidth", time)
        self.assertTrue(found["linear_OpenFOAM"]["holds"])
        self.assertTrue(found["early_Hypre"]["holds"])
        self.assertTrue(found["gain_of_pools"]["here"].startswith("OpenFOAM 1.35"))
        speed.update(mesh=(1, 1.3, 1.3, 1.3), amg=(1, 1.0, 1.1, 1.2))
        found = self.judge("hpc_bandwidth", time)
        self.assertFalse(found["linear_OpenFOAM"]["holds"])
        self.assertFalse(found["early_Hypre"]["holds"])

    def test_hosts_are_compared_with_running_alone(self):
        def time(label):
            return 100 * {1: 1, 2: 1.5, 3: 2.2}[len(hpc_hosts.jobs_of(label.workload))]
        found = self.judge("hpc_interference", time)
        self.assertEqual([key for key, each in found.items() if not each["holds"]],
                         ["own_BLAS", "insensitive_BellmanFord", "two_BFS"])
        self.assertEqual(found["three_OpenFOAM"]["here"], "2.20 times")

    def test_programs_that_are_alike_are_numbered(self):
        run = SimpleNamespace(value={"program.mesh0.time_ns": 1, "program.mesh1.time_ns": 2,
                                     "program.ft.time_ns": 3, "run.time_ns": 4}.get)
        self.assertEqual(hpc_hosts.times_of(run, ["mesh:scale=9", "ft", "mesh"]), [1, 3, 2])
        self.assertEqual(hpc_hosts.times_of(run, ["ft"]), [4])

    def test_waiting_is_what_a_time_grows_by_as_amat_does(self):
        self.assertAlmostEqual(hpc.waits(1.3, 1.6), 0.5)
        self.assertEqual(hpc.waits(1.3, 1.0), 0)

    def test_who_loses_too_little_has_to_wait_more(self):
        text = hpc.waiting_text({"a": 1.2, "b": 1.4}, {name: {"75": 1.5} for name in "ab"},
                                {"between": [1.35, 1.5]}, ["b"])
        self.assertEqual(text, "share of time that these wait for memory: a 40 %; with this AMAT they "
                               "would have to wait a 70 to 100 %")
        self.assertEqual(hpc.waiting_text({"b": 1.4}, {}, {"between": [1.35, 1.5]}, ["b"]), "")


class Advice(unittest.TestCase):
    IDLE, LIGHT = Job("idle", 0.02, 1, 200), Job("light", 0.2, 10, 220)
    FULL = Job("full", 1.0, 800, 1000)

    def test_a_job_alone_is_as_it_was(self):
        for job in (self.IDLE, self.LIGHT, Job("heavy", 0.7, 120, 330)):
            self.assertAlmostEqual(slowdowns([job])[0], 1, 6)

    def test_jobs_that_are_bound_by_the_memory_share_it(self):
        for jobs in (2, 3):
            for lost in slowdowns([self.FULL] * jobs):
                self.assertAlmostEqual(lost, jobs, 6)

    def test_who_uses_more_slows_the_other_more(self):
        lost = [slowdowns([self.LIGHT, partner])[0] for partner in
                (self.IDLE, self.LIGHT, Job("heavy", 0.7, 120, 330), self.FULL)]
        self.assertEqual(lost, sorted(lost))
        self.assertLess(lost[0], 1.02)
        self.assertGreater(lost[3], 2)

    def test_a_job_is_what_its_run_says(self):
        values = {"machine.pool0.memory0.utilisation": 0.2, "machine.pool0.memory1.utilisation": 0.4,
                  "machine.socket0.memory0.utilisation": 0.9, "run.latency.dram_queue_ns": 20,
                  "run.amat_ns": 250}
        run = SimpleNamespace(value=values.get, by_path=values)
        job = job_of(run, "one")
        self.assertEqual((job.name, job.wait, job.turn), ("one", 20, 250))
        self.assertAlmostEqual(job.busy, 0.3)
        self.assertIsNone(job_of(stub(0.0)))


class Choice(unittest.TestCase):
    def test_a_group_stands_for_its_figures_and_none_is_among_all(self):
        self.assertEqual([each.name for each in chosen(["hpc"])],
                         ["hpc_capacity", "hpc_bandwidth", "hpc_interference"])
        self.assertEqual([each.name for each in chosen(["hpc_bandwidth", "fig2"])],
                         ["fig2", "hpc_bandwidth"])
        self.assertEqual([each.name for each in chosen([])], list(ALL))
        with self.assertRaisesRegex(BadInput, 'did you mean "hpc"'):
            chosen(["hpp"])


if __name__ == "__main__":
    unittest.main()
