#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bench pool: its folder, equal bytes for equal options, results of a snoop storm, bad options."""

import collections
import csv
import json
import re
import statistics
import unittest

from cli import CliTest, stats

PLAYED = "kind: pool_bench\npoints:\n  - {name: played, lines: 1, recording: run.csv}\n"
# Each program has pages of its own in the pool.
PRIVATE = """kind: scenario
machine: {extends: starnuma16, placement: {policy: pool_share, pool_share: 1}, pool: {capacity_of_footprint: 1}}
repeat: none
programs:
  - {name: first, workload: "gups:scale=10,updates=2048", threads: 1, cores: socket0}
  - {name: second, workload: "bfs:scale=10", threads: 1, cores: socket5}
"""
SMALL = ("bench", "pool", "storm", "--time", "4 us", "--heads", "8")


def requests_of(file, whole_log):
    """Returns the number of requests by head, opcode and MetaValue; a log has other messages too."""
    with open(file, encoding="utf-8") as lines:
        next(lines)
        rows = [row for row in csv.DictReader(lines) if not row["time_ps"].startswith("#")]
    wanted = [row for row in rows if row["channel"] in ("Req", "RwD") and row["opcode"] != "BIConflict"]
    assert whole_log or len(wanted) == len(rows)
    return collections.Counter((row["head"], row["opcode"], row["meta_value"]) for row in wanted)


class BenchPool(CliTest):
    def test_a_storm_has_conflicts_and_equal_options_give_equal_bytes(self):
        out = self.good(*SMALL, "-o", "one")
        self.good(*SMALL, "-o", "two")
        self.assertIn("BISnp/req", out)
        names = sorted(path.name for path in (self.folder / "one").iterdir())
        self.assertEqual(names, ["bench.json", "report.html", "stats.json", "summary.txt"])
        for name in names:
            self.assertEqual((self.folder / "one" / name).read_bytes(),
                             (self.folder / "two" / name).read_bytes(), name)
        values = stats(self.folder / "one")
        self.assertGreater(values["lines4.conflicts.early"], 0)
        self.assertGreater(values["lines4.conflicts.late"], 0)
        self.assertGreater(values["lines4.latency.own_from_owner.p99"], 0)

    def test_several_seeds_give_means_with_intervals(self):
        one = ("bench", "pool", "storm", "--time", "1 us", "--heads", "4", "--point", "lines4")
        for seed in ("1", "2", "3"):
            self.good(*one, "--seed", seed, "-o", seed)
        out = self.good(*one, "--seeds", "3", "-o", "all")
        self.assertIn("Values are means over seeds 1 to 3; intervals by Student's t.", out)
        path = "latency.all.mean"
        values = [stats(self.folder / seed)[f"lines4.{path}"] for seed in ("1", "2", "3")]
        run, = json.loads((self.folder / "all" / "bench.json").read_text(encoding="utf-8"))["runs"]
        self.assertAlmostEqual(run["measured"][path], statistics.mean(values))
        # Student's t of two degrees of freedom is 4.3027.
        self.assertAlmostEqual(run["half_widths_95"][path], 4.3027 * statistics.stdev(values) / 3 ** 0.5, delta=0.01)
        self.assertAlmostEqual(stats(self.folder / "all")[f"lines4.{path}"], statistics.mean(values))

    def test_bad_options_are_one_line_each(self):
        for words, said in (
                (("strom",), 'bench pool: unknown bench "strom", did you mean "storm"?'),
                (("storm", "--heads", "33"),
                 'bench: --heads: expected a whole number from 1 to 32, found "33"'),
                (("storm", "--time", "5"),
                 'bench pool: --time: expected a time with its unit from 1 us to 100 ms, found "5"'),
                (("storm", "--point", "lines3"),
                 'bench pool: --point: no point "lines3", did you mean "lines1"?'),
                (("storm", "--machine", "baseline16"),
                 "bench pool: baseline16 has no pool device"),
                (("storm", "--seeds", "2", "--seed", "3"),
                 "bench pool: --seeds takes seeds 1 to N, so it cannot go with --seed")):
            with self.subTest(words=words):
                self.assertEqual(self.call("bench", "pool", *words), (2, "", said + "\n"))
        self.assertEqual(self.written(), [])

    def test_latencies_of_model_and_rtl_agree_at_a_tenth_and_half_of_the_load(self):
        """Means agree within 3 %, p99 within 10 %."""
        settings = [word for setting in ("simulation.delivery=queued", "pool.device.queued.directory_slices=2",
                                         "pool.device.queued.request_entries=64") for word in ("--set", setting)]
        found = {}
        for impl in ("model", "rtl"):
            self.good("bench", "pool", "fairness", "--time", "20 us", "--point", "load10", "--point", "load50", *settings,
                      "--set", f"pool.device.impl={impl}", "-o", impl)
            found[impl] = stats(self.folder / impl)
        for point in ("load10", "load50"):
            for value, within in (("mean", 0.03), ("p99", 0.1)):
                path = f"{point}.latency.all.{value}"
                self.assertAlmostEqual(found["rtl"][path] / found["model"][path], 1, delta=within, msg=path)

    def played(self, delivery, *run):
        """Records a run, plays it, and returns the requests of both by head and kind."""
        record = ("--record-pool", "run.csv", "-o", "run", "--no-report", "--set", f"simulation.delivery={delivery}")
        self.good("run", *run, *record)
        (self.folder / "played.yaml").write_text(PLAYED, encoding="utf-8")
        self.good("bench", "pool", "played.yaml", "--time", "100 ms", "--log", "played.csv", "-o", "played")
        return requests_of(self.folder / "run.csv", False), requests_of(self.folder / "played.csv", True)

    def test_a_recorded_run_is_played_with_equal_requests_of_each_head_and_kind(self):
        (self.folder / "private.yaml").write_text(PRIVATE, encoding="utf-8")
        for delivery in ("immediate", "queued"):
            with self.subTest(delivery):
                recorded, played = self.played(delivery, "private.yaml")
                self.assertEqual(played, recorded)
                self.assertEqual({opcode for _, opcode, _ in recorded}, {"MemRd", "MemWr", "MemClnEvct"})
                self.assertEqual({head for head, _, _ in recorded}, {"0", "5"})

    def test_current_reads_are_played_as_such_and_owners_keep_the_lines_that_they_write(self):
        for delivery in ("immediate", "queued"):
            with self.subTest(delivery):
                recorded, played = self.played(delivery, "starnuma16", "producer_consumer:reads=current,rounds=4")
                self.assertEqual(played, recorded)
                kinds = {(opcode, meta) for _, opcode, meta in recorded}
                self.assertEqual(kinds, {("MemRd", "A"), ("MemRd", "No-Op"), ("MemWr", "A")})
                log = (self.folder / "played.csv").read_text(encoding="utf-8")
                self.assertEqual(set(re.findall(r"BISnp\w+", log)), {"BISnpCur"})

    def test_reads_of_shared_lines_are_played_and_most_write_backs(self):
        recorded, played = self.played("queued", "starnuma16", "gups:scale=10,updates=4096", "--set",
                                       "pool.capacity_of_footprint=1")
        self.assertGreater(len(recorded), 32)
        for key, count in recorded.items():
            with self.subTest(key):
                # After a race a host that is granted S instead of E writes nothing back.
                self.assertAlmostEqual(played[key] / count, 1, delta=0 if key[1] == "MemRd" else 0.1)

    def test_a_recording_that_cannot_be_made_says_why(self):
        run = ("run", "starnuma16", "bfs:scale=8", "--record-pool", "a.csv")
        self.assertEqual(self.refused(*run, "--log-pool", "b.csv"),
                         ["--record-pool: cannot go with --log-pool, whose file has the requests too"])
        self.assertEqual(self.refused("run", "baseline16", *run[2:]),
                         ["--record-pool: expected a machine with a pool device"])


if __name__ == "__main__":
    unittest.main()
