#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plan --slurm: the unchanged plan on a real Slurm whose only node is this host."""

import shutil
import subprocess
import sys
import tempfile

from cli import CLI
from one_node_slurm import CannotStart, Slurm
from planned import RUNS, PlanTest, main


# Profile of a cluster without accounting, with short jobs.
PROFILE = """executor: slurm
slurm-status-command: squeue
slurm-init-seconds-before-status-checks: 1
seconds-between-status-checks: 1
slurm-no-account: true
"""


class OnSlurm(PlanTest):
    def test_a_plan_gives_on_a_cluster_what_it_gives_here(self):
        self.plan()
        here = self.report()
        shutil.rmtree(self.folder / "results")
        (self.folder / "profile").mkdir()
        self.write("profile/config.yaml", PROFILE)
        with tempfile.TemporaryDirectory() as room:
            try:
                with Slurm(room + "/slurm") as slurm:
                    done = subprocess.run([CLI, "plan", "grid.yaml", "--slurm", "--profile",
                                           "profile", "--jobs", "4"], cwd=self.folder, text=True,
                                          env=slurm.environment, capture_output=True, check=False)
                    ran = subprocess.run(["squeue", "--states=all", "-h", "-o", "%T"], text=True,
                                         env=slurm.environment, capture_output=True, check=True)
            except CannotStart as why:
                print(f"no Slurm here: {why}")
                sys.exit(77)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(ran.stdout.split(), ["COMPLETED"] * RUNS)
        self.assertEqual(self.report(), here)


if __name__ == "__main__":
    main()
