#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bench memory: its points, its folder, comparison with external results, export, bad input."""

import json
import os
import statistics
import subprocess
import sys
import unittest
from pathlib import Path

from cli import CliTest

HOME = Path(os.environ["STARNUMA_HOME"])
SCRIPT = HOME / "testbenches" / "memory" / "other_controllers.py"
SHORT = ("--requests", "4000")


class BenchMemory(CliTest):
    def points(self, *words):
        """Returns the points of a call, whatever the verdicts are."""
        code, out, err = self.call("bench", "memory", *words, "--json")
        self.assertIn(code, (0, 1), err)
        self.assertEqual(err, "")
        return json.loads(out)["points"]

    def test_equal_options_give_equal_bytes(self):
        words = ("bench", "memory", "ddr5_5600", *SHORT)
        out = self.good(*words, "-o", "one")
        self.good(*words, "-o", "two")
        self.assertIn("Seed 1, 4000 requests", out)
        self.assertIn("limited by", out)
        names = sorted(path.name for path in (self.folder / "one").iterdir())
        self.assertEqual(names, ["bench.json", "stats.json", "summary.txt"])
        for name in names:
            self.assertEqual((self.folder / "one" / name).read_bytes(),
                             (self.folder / "two" / name).read_bytes(), name)

    def test_seeds_give_means_with_intervals_by_students_t(self):
        words = ("ddr4_2666", "--stream", "random@60", *SHORT)
        runs = [self.points(*words, "--seed", str(seed))[0] for seed in (1, 2, 3)]
        over = self.points(*words, "--seeds", "3")[0]
        for name in ("bytes_per_second", "mean_ns", "p99_ns"):
            values = [run[name] for run in runs]
            self.assertAlmostEqual(over[name] / statistics.mean(values), 1, places=6)
            half = 4.302653 * statistics.stdev(values) / 3**0.5  # t of two degrees of freedom
            self.assertGreater(half, 0)
            self.assertAlmostEqual(over["half_widths_95"][name] / half, 1, places=5)
        self.assertNotIn("half_widths_95", runs[0])
        out = self.good("bench", "memory", *words, "--seeds", "3")
        self.assertIn("Seeds 1 to 3, 4000 requests", out)
        self.assertIn("half width of 95 %", out)

    def test_every_mapping_and_page_policy_runs(self):
        points = self.points("ddr4_2666", "--mapping", "all", "--page-policy", "all", "--stream",
                             "random", *SHORT)
        self.assertEqual(len({tuple(point["set"]) for point in points}), 12)
        for point in points:
            self.assertLess(point["bytes_per_second"], point["bound_bytes_per_second"] * 1.03)

    def test_a_part_of_ones_own_is_a_path(self):
        text = (HOME / "platforms" / "parts" / "ddr4_2666.yaml").read_text(encoding="utf-8")
        (self.folder / "mine.yaml").write_text(text.replace("t_faw: 28", "t_faw: 56"),
                                               encoding="utf-8")
        mine, shipped = (self.points(part, "--stream", "random", *SHORT)[0]["bytes_per_second"]
                         for part in ("mine.yaml", "ddr4_2666"))
        self.assertLess(mine, 0.7 * shipped)

    def test_shipped_references_stand_next_to_the_same_points(self):
        points = self.points("ddr4_3200", *SHORT)
        beside = {point["stream"]: point["reference"] for point in points if point["reference"]}
        self.assertEqual(beside["sequential"]["gb_per_s"], 24.3)
        self.assertIn("turn:32", beside)
        other = self.points("ddr4_3200", "--stream", "sequential", "--set", "ranks=2", *SHORT)
        self.assertIsNone(other[0]["reference"])

    def test_results_of_another_controller_are_compared(self):
        one = self.points("ddr4_2666", "--stream", "sequential")[0]["bytes_per_second"] / 1e9
        (self.folder / "mine.csv").write_text(
            "part,stream,outstanding,set,gb_per_s\n"
            f"ddr4_2666,sequential,64,,{one:.4f}\n"
            f"ddr4_2666,sequential,64,ranks=2,{2 * one:.4f}\n", encoding="utf-8")
        points = self.points("--results", "mine.csv")
        differences = [point["reference"]["difference_percent"] for point in points]
        self.assertAlmostEqual(differences[0], 0, places=1)
        self.assertLess(differences[1], -30)
        self.assertEqual(self.call("bench", "memory", "--results", "mine.csv")[0], 1)

    def test_a_wrong_results_file_is_one_line_with_its_place(self):
        header = "part,stream,outstanding,gb_per_s\n"
        for text, said in (
                ("", "mine.csv:1: expected a header and at least one row of results"),
                (header, "mine.csv:1: expected a header and at least one row of results"),
                ("part,streem,outstanding,gb_per_s\n",
                 'mine.csv:1: unknown column "streem", did you mean "stream"?'),
                ("part,stream,outstanding\n", "mine.csv:1: missing column gb_per_s or mean_ns"),
                (header + "ddr4_2666,random,64\n",
                 "mine.csv:2: expected 4 cells as in the header, found 3"),
                (header + "ddr4_2666,random,64,fast\n",
                 'mine.csv:2: gb_per_s: expected a number above 0, found "fast"'),
                (header + "ddr4_2666,random,64,nan\n",
                 'mine.csv:2: gb_per_s: expected a number above 0, found "nan"'),
                (header + "ddr4_2666,random,0,1\n",
                 'mine.csv:2: outstanding: expected a whole number from 1 to 1024, found "0"'),
                (header + "ddr4_266,random,64,1\n",
                 'mine.csv:2: unknown part "ddr4_266", did you mean "ddr4_2666"?'),
                (header + "ddr4_2666,randum,64,1\n",
                 'mine.csv:2: stream "randum": unknown name "randum", did you mean "random"?')):
            with self.subTest(text=text):
                (self.folder / "mine.csv").write_text(text, encoding="utf-8")
                self.assertEqual(self.refused("bench", "memory", "--results", "mine.csv"), [said])

    def test_bad_options_are_one_line_each(self):
        (self.folder / "folder.yaml").mkdir()
        for words, said in (
                (("ddr4_266",), 'unknown part "ddr4_266", did you mean "ddr4_2666"?'),
                (("none.yaml",), "none.yaml: no such file"),
                (("folder.yaml",), "folder.yaml: expected a file, found a folder"),
                (("ddr4_2666", "--mapping", "colum_first"),
                 'bench memory: --mapping: unknown value "colum_first", did you mean '
                 '"column_first"?'),
                (("ddr4_2666", "--stream", "stride"),
                 'stream "stride": expected stride:N with N from 1 to 1048576'),
                (("ddr4_2666", "--requests", "1000", "--stream", "random"),
                 "bench memory: --requests: expected from 1280 (20 for each outstanding one) to "
                 "100000000, found 1000"),
                (("ddr4_2666", "--results", "none.csv"), "none.csv: No such file or directory"),
                (("ddr4_2666", "--seeds", "2", "--seed", "3"),
                 "bench memory: --seeds takes seeds 1 to N, so it cannot go with --seed"),
                (("ddr4_2666", "--stream", "random", "--trace", "out.csv", "--seeds", "2"),
                 "bench memory: --trace: expected one seed, found 2"),
                (("ddr4_2666", "--trace", "out.csv"),
                 "bench memory: --trace: expected one part, setting and stream, found 29")):
            with self.subTest(words=words):
                lines = self.refused("bench", "memory", *words)
                self.assertEqual(len(lines), 1, lines)
                if "found 29" in said:
                    self.assertTrue(lines[0].startswith(said[:-2]), lines)
                else:
                    self.assertEqual(lines, [said])
        for words in (("socket_memory",), ("ddr4_2666", "--set", "t_fau=3 cycles"),
                      ("ddr4_2666", "--set", "t_faw=fast"), ("ddr4_2666", "--set", "mapping=none")):
            with self.subTest(words=words):
                self.assertTrue(self.refused("bench", "memory", *words))
        self.assertEqual(self.written(), ["folder.yaml"])

    def test_a_trace_holds_the_requests_and_other_simulators_get_them(self):
        self.good("bench", "memory", "ddr4_2666", "--stream", "random+2/1", "--trace", "t.csv",
                  *SHORT)
        lines = (self.folder / "t.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[1], "order,time_ps,address,command,channel,subchannel,rank,"
                                   "bank_group,bank,row")
        self.assertEqual(len(lines), 4002)
        first = lines[2].split(",")

        def converted(*words):
            done = subprocess.run([sys.executable, SCRIPT, *words], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return done.stdout.splitlines()
        theirs = converted("ramulator-trace", "t.csv")
        self.assertEqual(len(theirs), 4000)
        self.assertEqual(theirs[0].split()[1], ",".join([*first[5:], "0"]))
        self.assertEqual({line[0] for line in theirs}, {"R", "W"})
        stl = converted("dramsys-trace", "t.csv", "--clock-mhz", "1333")
        self.assertEqual(stl[0], f"0:\t{first[3]}\t{first[2]}")
        (self.folder / "t.csv").write_text("\n".join(lines[:3] + ["1,2,3"]), encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, "ramulator-trace", "t.csv"],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.startswith("t.csv:4: expected order,"), done.stderr)


class DescribedMemory(CliTest):
    def test_memory_has_its_standard_and_what_reads_reach(self):
        for machine, name in (("skylake_ddr4", "DDR4"), ("graviton3_ddr5", "DDR5")):
            with self.subTest(machine=machine):
                out = self.good("describe", machine)
                self.assertIn(f" {name} channels, ", out)
                self.assertIn("sequential reads reach ", out)
        hbm = self.good("describe", "single_socket", "--set", "socket.memory.channel.part=hbm2e")
        self.assertIn("HBM2E channel", hbm)
        self.assertIn("limited by tFAW/tRRD", hbm)
        self.assertIn("memory channel", self.good("describe", "single_socket", "--set",
                                                  "socket.memory.channel.standard=none"))

    def test_every_quantity_has_three_digits_and_json_is_exact(self):
        rate = "upi.bandwidth=29654298641 B/s"
        text = self.good("describe", "starnuma16", "--set", rate)
        self.assertIn("29.7 GB/s per direction", text)
        self.assertNotRegex(text, r"\d{4,} ?[kMG]i?B|\d\.\d{3,}|\d\d\.\d\d+ (ns|[kMG]i?B)")
        links = json.loads(self.good("describe", "starnuma16", "--set", rate, "--json"))["links"]
        self.assertIn(29654298641, [link["bytes_per_second"] for link in links])


if __name__ == "__main__":
    unittest.main()
