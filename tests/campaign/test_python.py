#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Python functions with the real program: same bytes, same engine and same cache as the commands."""

import os
from unittest import mock

import starnuma as sn
from planned import PlanTest, main

WORKLOAD = "gups:updates=200"
MACHINES = ["starnuma16", "baseline16_first_touch"]


class PythonTest(PlanTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)


class Runs(PythonTest):
    def test_a_run_is_that_of_the_command(self):
        machine = sn.machine("starnuma16", {sn.fields.upi.bandwidth: "6 GB/s"})
        result = sn.run(machine, WORKLOAD)
        folder = self.run_to("command", "starnuma16", WORKLOAD, "--set", "upi.bandwidth=6 GB/s")
        for name in ("stats.json", "effective.yaml", "worst.json"):
            self.assertEqual((result.folder / name).read_bytes(), (folder / name).read_bytes(), name)
        self.assertAlmostEqual(sum(result.ledger.values()), result.amat, places=6)
        explained = sn.explain(result, worst=1)
        self.assertEqual(explained.accesses[0]["transaction"], result.worst[0].transaction)
        self.assertIn("<td>load</td>", explained._repr_html_())
        self.assertEqual(sn.check(result.folder), [])
        self.assertEqual(sn.describe(machine).document["sockets"], 16)


class Grids(PythonTest):
    def test_a_grid_shares_its_runs_with_a_plan(self):
        grid = sn.grid(MACHINES, [WORKLOAD], seeds=2, jobs=2)
        self.write("same.yaml", f"kind: plan\nmachines: [{', '.join(MACHINES)}]\nworkloads: [\"{WORKLOAD}\"]\n"
                                "seeds: 2\nbaseline: {machine: baseline16_first_touch}\n")
        code, out, err = self.call("plan", "same.yaml", "--dry-run")
        self.assertEqual((code, out), (0, "all 4 runs are in the cache\n"), err)
        self.assertEqual(self.call("plan", "same.yaml")[0], 0)
        rows = {row["machine"]: row["columns"]["speedup"] for row in self.document("results/same")["rows"]}
        for (machine, _), found in grid.speedup(over="baseline16_first_touch").rows:
            self.assertEqual((found.mean, found.half), (rows[machine]["mean"], rows[machine]["half_width_95"]))

    def test_a_run_that_fails_names_its_command_and_reason_and_the_others_are_kept(self):
        failing = self.stand_in('grep -q "name: base" "$2" && { echo "out of luck" >&2; exit 1; }')
        self.enterContext(mock.patch.dict(os.environ, STARNUMA_CLI=str(failing)))
        with self.assertRaisesRegex(sn.RunError, r"run baseline16_first_touch .*\n  out of luck"):
            sn.grid(MACHINES, [WORKLOAD], jobs=2)
        self.assertEqual(len(self.results()), 1)


if __name__ == "__main__":
    main()
