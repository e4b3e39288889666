#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All workloads run on both machines, and the result of each is checked (exit code 1 if wrong)."""

import re
import shutil
import unittest
from pathlib import Path

from cli import CliTest, stats

MACHINES = ("baseline16", "starnuma16")
SMALL = ["stream:scale=12", "gups:scale=12,updates=20000", "pointer_chase:requester=3,home=9",
         "block_transfer:requester=2,owner=13,home=7",
         "producer_consumer:lines=8,rounds=3,consumers=2", "hand_over", "cc:scale=12",
         "sssp:scale=10", "tc:scale=12,sample=16", "kv:scale=10,operations=5000,inserts=10,keys=zipf",
         "tpcc:scale=12,transactions=500", "sharing:scale=12,accesses=20000",
         "sharing:scale=12,accesses=20000,shape=groups,phases=2,drift=50",
         "pagerank:scale=11", "bellman:scale=10", "bc:scale=10", "radii:scale=10", "cg:scale=12",
         "mg:scale=10", "ft:scale=8", "amg:scale=10", "mesh:scale=12", "fdtd:scale=10",
         "matmul:scale=12", "splu:scale=10", "barnes:scale=12", "xs:scale=12,lookups=1000",
         "classifier:scale=12", "shm:scale=12,operations=5000", "bt:scale=10", "lu:scale=10", "chase:scale=12", "cam:scale=12",
         "vector_sum:scale=12,rounds=2"]

ELSEWHERE = {"bfs": "below", "trace": "test_traces.py", "loaded_latency": "test_loaded_latency.py"}


class Workloads(CliTest):
    def test_none_is_left_out(self):
        listed = re.findall(r"(?m)^  (\w+) ", self.good("list", "workloads"))
        self.assertEqual(sorted(listed),
                         sorted({spec.partition(":")[0] for spec in SMALL} | ELSEWHERE.keys()))

    def test_bfs_finds_the_right_tree_on_the_baseline(self):
        for scale in (8, 10, 12):
            with self.subTest(scale=scale):
                run = stats(self.run_to("result", "baseline16", f"bfs:scale={scale}"))
                self.assertGreater(run["run.llc_misses"], 0)
                self.assertEqual(run["run.access_mix.pool"], 0)
                self.assertEqual(run["run.access_mix.block_transfer_pool"], 0)
                self.assertFalse(any(path.startswith("machine.pool") for path in run))

    def test_bfs_finds_the_right_tree_with_its_widely_shared_pages_in_the_pool(self):
        for scale in (8, 10, 12):
            with self.subTest(scale=scale):
                run = stats(self.run_to("result", "starnuma16", f"bfs:scale={scale}"))
                self.assertGreater(run["run.pages.pool"], 0)
                self.assertLessEqual(run["run.pages.pool"], 0.2 * run["run.pages.total"])
                self.assertGreater(run["run.access_mix.pool"], 0)

    def test_bfs_finds_the_right_tree_from_another_seed_and_schedule(self):
        self.run_to("result", "baseline16", "bfs:scale=10,schedule=static", "--seed", "99")

    def test_every_other_workload_runs_on_both_machines(self):
        for machine in MACHINES:
            for workload in SMALL:
                with self.subTest(machine, workload=workload):
                    run = stats(self.run_to("result", machine, workload))
                    self.assertGreater(run["run.instructions"], 0)
                    self.assertGreater(run["run.work_units"], 0)

    def test_sharing_gives_the_published_curves(self):
        for shape, pages, misses in (("bfs", {1: .17, 4: .78, 8: .93}, {1: .02, 8: .32, 15: .64}),
                                     ("tc", {1: .12, 8: .21, 15: .38}, {8: .02, 15: .10})):
            with self.subTest(shape):
                run = stats(self.run_to("result", "starnuma16",
                                        f"sharing:shape={shape},scale=13,accesses=100000"))
                for sharers, share in pages.items():
                    self.assertAlmostEqual(run[f"run.sharing.pages.{sharers}"], share, delta=0.02)
                for sharers, share in misses.items():
                    self.assertAlmostEqual(run[f"run.sharing.misses.{sharers}"], share, delta=0.02)

    def test_a_shared_object_that_gives_no_workload_is_refused(self):
        (self.folder / "text.so").write_text("no object\n", encoding="utf-8")
        maps = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        some_library = next(line.split()[-1] for line in maps if "/libc.so" in line)
        shutil.copy(some_library, self.folder / "libother.so")
        for file, expected in (("./none.so", "workload ./none.so: no such file"),
                               ("./text.so:scale=9", "workload ./text.so: "),
                               ("./libother.so", "has no starnuma_workload_series()")):
            with self.subTest(file):
                self.assertIn(expected, "\n".join(self.refused("run", "baseline16", file)))


if __name__ == "__main__":
    unittest.main()
