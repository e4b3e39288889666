#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run of an experiment with a sweep: one result folder per value, one table, one report."""

import json
import unittest

from cli import CliTest, needs_engine, stats

EXPERIMENT = """kind: experiment
machine: starnuma16
workload: "bfs:scale=8"
sweep:
  field: pool.device.snoop_filter_size
  values: [2 x caches, 0.002 x caches]
"""


class Sweep(CliTest):
    @needs_engine
    def test_back_invalidations_rise_as_the_snoop_filter_shrinks(self):
        (self.folder / "filter.yaml").write_text(EXPERIMENT, encoding="utf-8")
        out = self.good("run", "filter.yaml", "--no-report", "-o", "result")
        result = self.folder / "result"
        large, small = (stats(result / f"starnuma16_{value}") for value in ("2_x_caches", "0.002_x_caches"))
        for path in ("snoops.capacity", "snoop_filter.evictions"):
            self.assertLess(large[f"machine.pool.device.{path}"],
                            small[f"machine.pool.device.{path}"])
        self.assertEqual(out.splitlines()[:3],
                         ["bfs:scale=8,trials=2,degree=32,schedule=dynamic,warmup=0, seed 27491095, by "
                          "pool.device.snoop_filter_size", "",
                          f"{'':30}{'2 x caches':>16}{'0.002 x caches':>16}"])
        swept = json.loads((result / "sweep.json").read_text(encoding="utf-8"))
        self.assertEqual((swept["field"], swept["values"]),
                         ("pool.device.snoop_filter_size", ["2 x caches", "0.002 x caches"]))
        report = (result / "report.html").read_text(encoding="utf-8")
        self.assertIn("<h2>Sweep</h2>", report)
        # The report's table equals the printed one.
        printed = out.splitlines()[3:out.splitlines().index("", 3)]
        self.assertGreater(len(printed), 10)
        self.assertEqual([line[:30].strip() for line in printed],
                         [row["label"].strip() for row in swept["rows"]])
        for line, row in zip(printed, swept["rows"]):
            self.assertEqual(line[30:].split(), [f"{value:.3f}" for value in row["values"]], line)
            self.assertIn(row["label"].strip(), report)
        # Each point can be repeated from its effective.yaml.
        point = result / "starnuma16_0.002_x_caches"
        again = self.run_to("again", str(point / "effective.yaml"))
        self.assertEqual((point / "stats.json").read_bytes(), (again / "stats.json").read_bytes())

    @needs_engine
    def test_several_seeds_give_means_with_intervals(self):
        (self.folder / "filter.yaml").write_text(EXPERIMENT, encoding="utf-8")
        out = self.good("run", "filter.yaml", "-o", "result", "--seeds", "2")
        result = self.folder / "result"
        self.assertIn(", seeds 1 to 2, by ", out.splitlines()[0])
        swept = json.loads((result / "sweep.json").read_text(encoding="utf-8"))
        amat = swept["rows"][0]
        for i, value in enumerate(("2_x_caches", "0.002_x_caches")):
            first, second = (stats(result / f"starnuma16_{value}_seed{seed}")["run.amat_ns"] for seed in (1, 2))
            self.assertAlmostEqual(amat["values"][i], (first + second) / 2)
            # Student's t of one degree of freedom is 12.706; the standard error is half the difference.
            self.assertAlmostEqual(amat["half_widths_95"][i], 12.7062 * abs(first - second) / 2, delta=0.01)
        self.assertEqual(out.splitlines()[3].count("+-"), 2)
        self.assertEqual(self.refused("run", "starnuma16", "bfs:scale=8", "--seeds", "2"), [
            "run: --seeds is of a sweep, not of one run; `compare` and `plan` take it too"])

    def test_a_second_field_takes_the_same_values(self):
        (self.folder / "regions.yaml").write_text('''kind: experiment
machine: starnuma16_t16
workload: "bfs:scale=8"
sweep: {field: placement.region, also: tracking.region, values: [4 GiB]}
''', encoding="utf-8")
        code, out, err = self.call("run", "regions.yaml")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("machine.placement.region", err)
        text = (self.folder / "regions.yaml").read_text(encoding="utf-8")
        (self.folder / "regions.yaml").write_text(text.replace("4 GiB", "64 MiB"),
                                                  encoding="utf-8")
        self.assertRegex(self.good("check", "regions.yaml"), r"^\S+ machine\.placement\.min_phases: warning: .*\n$")
        (self.folder / "regions.yaml").write_text(text.replace("tracking.region", "[1]"),
                                                  encoding="utf-8")
        code, out, err = self.call("check", "regions.yaml")
        self.assertEqual(code, 2)
        self.assertIn("experiment.sweep.also: expected path.to.key of the machine", err)


if __name__ == "__main__":
    unittest.main()
