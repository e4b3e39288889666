#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""plan: a grid of runs in one report; bad plans are refused with the position of the error."""

import csv
import math
import shutil

from cli import stats
from planned import PLAN, RUNS, PlanTest, main

# (Correct text of the plan, its replacement, start of the line that reports it).
MISTAKES = [
    ("machines:", "machine:", '3:1: plan.machine: unknown key, did you mean "machines"?'),
    ("seeds: 2", "seeds: 0", "11:1: plan.seeds: expected number of seeds from 1 to 100, or list of different"),
    ("rows: setting", "rows: settings", '14:22: plan.figures.0.rows: expected machine or policy '
     'or setting or workload, did you mean "setting", found "settings"'),
    ("value: speedup", "value: speed", '14:6: plan.figures.0.value: expected a column of this '
     'plan, found "speed", did you mean "speedup"?'),
    ("{machine: baseline16_first_touch}", "{machine: near1}",
     '12:12: plan.baseline.machine: this plan has no machine "near1", did you mean "near"?'),
    ("machine: starnuma16}", "machine: starnuma17}",
     '4:5: plan.machines.0: unknown machine "starnuma17", did you mean "starnuma16"?'),
    ("trials=1", "trial=1", "7:13: plan.workloads.0: workload bfs: unknown option 'trial'"),
    ("upi.bandwidth: 6", "upi.bandwith: 6",
     '10:5: plan.settings.1.upi.bandwith: unknown key, did you mean "bandwidth"?'),
    ("6 GB/s", "6 GB", '10:5: plan.settings.1.upi.bandwidth: "6 GB" does not fit, expected a'),
    ("settings: none", "settings: some", '6:39: plan.machines.2.settings: expected none'),
    ("name: far", "name: near", '5:5: plan.machines.1: a second "near"'),
    ("seeds: 2", "policies: [starnuma_t17]",
     '11:12: plan.policies.0: no policy "starnuma_t17"; did you mean "starnuma_t16"?'),
    ("seeds: 2", "policies: [pool_share]",
     '11:12: plan.policies.0: pool_share needs a pool, and the machine has none; expected one of '),
    ("seeds: 2", "sizes: {ci: {seedz: 3}}", '11:14: plan.sizes.ci.seedz: unknown key, did you '
     'mean "seeds"?'),
    ("seeds: 2", "seeds: 2\nseeds: 3", '12:1: duplicate key "seeds", first written in line 11'),
    ("seeds: 2", "differences: {with: 5}", "11:1: plan.differences: expected within, which is missing\n"
     'bad.yaml:11:15: plan.differences.with: unknown key, did you mean "within"?'),
    ("seeds: 2", "differences: {within: 500}", "11:15: plan.differences.within: expected a number of 0 to 100"),
    ("baseline: {machine: baseline16_first_touch}", "differences: {within: 5}",
     "12:1: plan.differences: differences need a baseline, which is missing"),
    ("seeds: 2", "extends: none.yaml", "cannot read"),
]


class Plan(PlanTest):
    def test_mistakes_are_named_at_their_place(self):
        for right, wrong, line in MISTAKES:
            with self.subTest(wrong):
                self.assertIn(right, PLAN)
                self.write("bad.yaml", PLAN.replace(right, wrong, 1))
                code, out, err = self.call("plan", "bad.yaml")
                self.assertEqual((code, out), (2, ""), err)
                place = "" if line.startswith("cannot") else "bad.yaml:"
                self.assertTrue(err.startswith(place + line), err)
        self.assertEqual(self.call("check", "bad.yaml"), (2, "", err))
        self.assertEqual(self.written(), ["bad.yaml", "grid.yaml"])
        self.assertEqual(self.good("check", "grid.yaml"), "")

    def test_a_grid_is_run_once_and_says_what_its_runs_say(self):
        self.assertIn(f"{RUNS} of {RUNS} runs to make", self.plan())
        self.assertEqual(len(self.results()), RUNS)
        document = self.document()
        self.assertEqual([(row["machine"], row["setting"]) for row in document["rows"]],
                         [("near", "3 GB/s"), ("near", "fast"), ("far", "3 GB/s"),
                          ("far", "fast"), ("baseline16_first_touch", "")])
        # A cached run equals the run of its command.
        run = self.run_to("again", "starnuma16_switched", "bfs:scale=8,trials=1",
                          "--set", "upi.bandwidth=6 GB/s", "--seed", "2")
        key = document["rows"][3]["runs"][1]
        cached = self.folder / "results/cache" / key[:2] / key
        self.assertEqual((cached / "stats.json").read_bytes(), (run / "stats.json").read_bytes())
        # Speed-ups are computed by seed over the baseline, which has no settings.
        rows = document["rows"]
        times = [[stats(self.folder / "results/cache" / key[:2] / key)["run.time_ns"]
                  for key in row["runs"]] for row in rows]
        for row, time in zip(rows, times):
            self.assertEqual(row["columns"]["speedup"]["by_seed"],
                             [base / own for base, own in zip(times[-1], time)])
        with open(self.folder / "results/grid/plan.csv", encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        self.assertEqual(len(table), 5 * 5)
        before, written = self.report(), [path.stat().st_mtime_ns for path in self.results()]
        self.assertIn(f"all {RUNS} runs are in the cache", self.plan())
        self.assertEqual((self.report(), [path.stat().st_mtime_ns for path in self.results()]),
                         (before, written))

    def test_a_trace_is_found_from_here_and_another_one_of_its_name_is_another_run(self):
        self.write("grid.yaml", "kind: plan\nmachines: [starnuma16]\n"
                   'workloads: ["trace:mine.snt"]\ncolumns: [run.instructions]\n')
        counts = []
        for lines in ("10", "20"):
            shutil.rmtree(self.folder / "mine.snt", ignore_errors=True)
            self.run_to("made", "starnuma16", f"pointer_chase:home=3,lines={lines}", "--record",
                        "mine.snt", "--no-report")
            self.assertIn("1 of 1 runs to make", self.plan())
            row, = self.document()["rows"]
            counts.append(row["columns"]["run.instructions"]["mean"])
            self.assertIn("all 1 runs are in the cache", self.plan())
        self.assertLess(*counts)

    def test_phases_run_alone_and_stand_next_to_the_full_runs(self):
        self.write("grid.yaml", """kind: plan
machines:
  - {name: base, machine: baseline16}
  - {name: T16, machine: starnuma16_t16, set: {tracking.impl: model}}
workloads: ["kv:scale=10,operations=4096"]
baseline: {machine: base}
columns: [speedup]
sampling: {shares: [20]}
""")
        self.plan()
        document = self.document()
        rows = {(row["run"], row["what"]): row["values"] for row in document["sampled"]}
        self.assertEqual(list(rows), [("base", "time, us"), ("T16", "time, us"), ("T16", "speed-up")])
        for (run, _), values in rows.items():
            self.assertEqual(list(values), ["full", "20"])
            for value in values.values():
                self.assertGreater(value[0], 0)
        for key, (value,) in rows["T16", "speed-up"].items():
            self.assertAlmostEqual(value, rows["base", "time, us"][key][0]
                                   / rows["T16", "time, us"][key][0])
        report = self.report()
        self.assertIn(b"first 20 %", report["summary.txt"])
        self.assertIn(b"<h2>Sampling</h2>", report["report.html"])
        self.assertIn("all 2 runs are in the cache", self.plan())
        self.write("grid.yaml", "kind: plan\nmachines: [base]\nworkloads: [kv]\n"
                   "sampling: {shares: [20, 5], warm_up: 5}\n")
        code, _, err = self.call("plan", "grid.yaml")
        self.assertEqual((code, err), (2, "grid.yaml:4:25: plan.sampling.shares.1: expected more "
                                          "than the 5 % for warming up, found 5\n"))

    def test_runs_stand_next_to_their_baseline_with_terms_that_multiply_to_the_time(self):
        self.write("grid.yaml", """kind: plan
machines: [starnuma16]
workloads: ["stream:scale=14"]
settings:
  - {name: immediate, simulation.delivery: immediate}
  - {name: queued, simulation.delivery: queued}
baseline: {setting: queued}
columns: [run.time_ns]
differences: {within: 5}
""")
        self.plan()
        document = self.document()
        immediate, queued = (row["columns"]["run.time_ns"]["mean"] for row in document["rows"])
        row, = document["differences"]
        self.assertEqual(row["run"], "starnuma16 immediate")
        self.assertAlmostEqual(row["time"][0], immediate / queued)
        self.assertAlmostEqual(math.prod(row["terms"].values()), immediate / queued)
        # Every thread fetches the barrier's line separately; in queued delivery only sockets do.
        self.assertGreater(row["terms"]["barriers"], 1.5)
        self.assertFalse(row["within"])
        report = self.report()
        self.assertRegex(report["summary.txt"].decode(), r"(?m)^starnuma16 immediate +stream:.* no +barriers \+\d+ %, ")
        self.assertIn(b"<h2>Differences</h2>", report["report.html"])

    def test_a_shipped_plan_is_called_by_its_name(self):
        self.assertIn("runs to make", self.good("plan", "region_size", "--dry-run"))
        self.assertEqual(self.refused("plan", "region_sizes"),
                         ['plan: unknown plan "region_sizes", did you mean "region_size"?'])

    def test_a_dry_run_prints_the_commands_and_writes_nothing(self):
        out = self.good("plan", "grid.yaml", "--dry-run")
        self.assertEqual(len(out.splitlines()), 1 + RUNS)
        self.assertIn("taken as 10 s each", out)
        self.assertEqual(self.written(), ["grid.yaml"])

    def test_a_size_stands_in_for_the_plans_own_axes(self):
        self.write("sized.yaml", "kind: plan\nextends: grid.yaml\nsizes:\n  small: {seeds: [7]}\n"
                   "  smaller: {seeds: 1, settings: [{upi.bandwidth: 3 GB/s}]}\n")
        self.assertIn("5 of 5 runs", self.good("plan", "sized.yaml", "--dry-run"))
        self.assertIn("3 of 3 runs",
                      self.good("plan", "sized.yaml", "--dry-run", "--size", "smaller"))
        code, _, err = self.call("plan", "sized.yaml", "--size", "smal")
        self.assertEqual(code, 2)
        self.assertIn('no size smal, expected small or smaller, did you mean "small"?', err)

    def test_an_experiment_with_a_sweep_is_a_plan_of_one_machine(self):
        self.write("filter.yaml", "kind: experiment\nmachine: starnuma16\n"
                   'workload: "pointer_chase:scale=8,lines=8"\nsweep:\n'
                   "  field: pool.device.snoop_filter_size\n  values: [2 MiB, 1 MiB]\n")
        code, _, err = self.call("plan", "filter.yaml")
        self.assertEqual(code, 0, err)
        rows = self.document("results/filter")["rows"]
        self.assertEqual([row["setting"] for row in rows], ["2 MiB", "1 MiB"])
        self.assertEqual(rows[0]["columns"]["speedup"]["mean"], 1)


if __name__ == "__main__":
    main()
