#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""diff: lists what changed between two result folders; exit code 0 same, 1 changed, 2 bad input."""

import json
import unittest

from cli import CliTest

YAML = "kind: experiment\nseed: 1\nmachine:\n  upi: {bandwidth: 3 GB/s, source: a book}\n"


class Diff(CliTest):
    def folder_of(self, name, values, yaml=YAML):
        folder = self.folder / name
        folder.mkdir()
        (folder / "effective.yaml").write_text(yaml, encoding="utf-8")
        (folder / "stats.json").write_text(json.dumps(
            [{"path": path, "value": value, "unit": "ns", "description": "what it is"}
             for path, value in values.items()]), encoding="utf-8")
        return name

    def changed(self, *words):
        code, out, err = self.call("diff", *words)
        self.assertEqual((code, err), (1, ""))
        return out

    def test_equal_folders_print_nothing(self):
        a = self.folder_of("a", {"run.amat_ns": 80})
        b = self.folder_of("b", {"run.amat_ns": 80}, YAML.replace("a book", "another book"))
        self.assertEqual(self.good("diff", a, b), "")

    def test_time_and_amat_precede_heavier_changes(self):
        a = self.folder_of("a", {"run.a": 1, "run.amat_ns": 100, "run.time_ns": 100})
        b = self.folder_of("b", {"run.a": 9, "run.amat_ns": 102, "run.time_ns": 101})
        out = self.changed(a, b)
        order = [out.index(path) for path in ("run.time_ns", "run.amat_ns", "run.a ")]
        self.assertEqual(order, sorted(order))

    def test_fields_and_statistics_are_listed_heaviest_first(self):
        a = self.folder_of("a", {"run.slow": 100, "run.fast": 50, "run.same": 1, "run.old": 3,
                                 "machine.upi.x.bytes": 0})
        b = self.folder_of("b", {"run.slow": 150, "run.fast": 50.5, "run.same": 1, "run.young": 4,
                                 "machine.upi.x.bytes": 7}, YAML.replace("3 GB/s", "6 GB/s"))
        out = self.changed(a, b)
        self.assertIn("differing fields: 1, statistics: 5 of 6", out)
        self.assertIn("machine.upi.bandwidth: 3 GB/s -> 6 GB/s", out)
        order = [out.index(text) for text in
                 ("run.old", "run.young", "run.slow", "run.fast", "machine.upi.x.bytes")]
        self.assertEqual(order, sorted(order))
        for text in ("gone", "new", "+50 %", "+1.00 %", "from 0"):
            self.assertIn(text, out)
        self.assertNotIn("run.same", out)
        self.assertNotIn("source", out)

    def test_a_threshold_leaves_small_changes_out(self):
        a = self.folder_of("a", {"run.x": 1000})
        b = self.folder_of("b", {"run.x": 1009})
        self.assertEqual(self.good("diff", a, b, "--threshold", "1%"), "")
        self.assertIn("+0.90 %", self.changed(a, b, "--threshold", "0.5 %"))

    def test_a_long_list_is_cut_unless_all_is_wanted(self):
        a = self.folder_of("a", {f"run.x{i}": 1 for i in range(100)})
        b = self.folder_of("b", {f"run.x{i}": 2 for i in range(100)})
        self.assertIn("and 75 more: --all", self.changed(a, b))
        self.assertEqual(self.changed(a, b, "--all").count("+100 %"), 100)

    def test_two_runs_differ_by_what_was_set(self):
        self.run_to("a", "baseline16", "bfs:scale=8")
        self.run_to("b", "baseline16", "bfs:scale=8", "--set", "upi.latency=26 ns")
        out = self.changed("a", "b", "--all")
        self.assertIn("machine.upi.latency: 25 ns -> 26 ns", out)
        self.assertIn("run.latency.upi_wire_ns", out)

    def test_results_of_a_large_machine_are_compared_too(self):
        values = {f"machine.socket{i}.core{i}.some.quite.long.path.{i}": i for i in range(12000)}
        a, b = self.folder_of("a", values), self.folder_of("b", {**values, "run.x": 1})
        self.assertGreater((self.folder / a / "stats.json").stat().st_size, 1 << 20)
        self.assertEqual(self.good("diff", a, a), "")
        self.assertIn("run.x", self.changed(a, b))

    def test_a_value_that_is_no_number_any_more_is_a_difference(self):
        good = self.folder_of("good", {"run.x": 1, "run.y": 2})
        for value in (float("nan"), float("inf")):
            with self.subTest(value):
                odd = self.folder_of(f"with_{value}", {"run.x": value, "run.y": 2})
                self.assertIn("statistics: 1 of 2", self.changed(good, odd))
                self.assertIn("statistics: 1 of 2", self.changed(odd, good))
                self.assertEqual(self.good("diff", odd, odd), "")

    def test_bad_folders_give_one_line(self):
        good = self.folder_of("good", {"run.x": 1})
        (self.folder / "empty").mkdir()
        broken = self.folder_of("broken", {})
        bad = self.folder / broken / "stats.json"
        cases = {"nowhere": "nowhere", "empty": "result folder", broken: "stats.json"}
        for text in ('[{"path": "x"}]', '{"path": 1}', '[1, 2]',
                     '[{"path": "x", "value": "y", "unit": "1"}]', '[{"path": "x", "value": "1", "unit": "1"}]', '[{"path": 1,'):
            bad.write_text(text, encoding="utf-8")
            for folder, word in cases.items():
                with self.subTest(folder, text=text):
                    code, out, err = self.call("diff", good, folder)
                    self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
                    self.assertIn(word, err)
        for threshold in ("1", "-1%", "x%", "200%"):
            code, _, err = self.call("diff", good, good, "--threshold", threshold)
            self.assertEqual((code, err.count("\n")), (2, 1))
            self.assertIn("1%", err)


if __name__ == "__main__":
    unittest.main()
