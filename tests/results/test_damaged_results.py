#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Result folders that are damaged: each is refused with one line that names the file."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from starnuma.advise.__main__ import main as advise
from starnuma.files import BadInput
from starnuma.report.guard import guarded
from starnuma.result_folder import load_run

GOOD = {"run.time_ns": 100, "run.amat_ns": 200, "run.latency.dram_queue_ns": 10,
        "machine.pool.memory0.utilisation": 0.5, "machine.socket0.memory.channel0.utilisation": 0.1}
EFFECTIVE = "workload: kv\nmachine:\n  name: m\n  socket:\n    count: 1\n"
VALUES = ["NaN", "Infinity", "-Infinity", "null", '"5"', "true", "[1]", "{}", "1e308", "-1e308",
          "9" * 400, "9" * 5000]


class Damaged(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name) / "run"
        self.folder.mkdir()
        self.write(GOOD)

    def write(self, stats, effective=EFFECTIVE):
        entries = [{"path": path, "value": value, "unit": "1", "description": ""}
                   for path, value in stats.items()]
        (self.folder / "stats.json").write_text(json.dumps(entries), encoding="utf-8")
        (self.folder / "effective.yaml").write_text(effective, encoding="utf-8")

    def refusal(self):
        with self.assertRaises(BadInput) as refused:
            load_run(self.folder)
        self.assertNotIn("\n", str(refused.exception))
        self.assertLess(len(str(refused.exception)), 400)
        return str(refused.exception)

    def advice(self, *words):
        """Exit code and stderr of advise."""
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            try:
                advise([*map(str, words)])
            except SystemExit as stopped:
                return stopped.code, errors.getvalue()
        return 0, errors.getvalue()

    def test_a_good_folder_passes(self):
        self.assertEqual(load_run(self.folder).value("run.time_ns"), 100)
        self.assertEqual(self.advice(self.folder), (0, ""))

    def test_a_value_that_is_no_finite_number_is_refused_with_its_path(self):
        text = (self.folder / "stats.json").read_text(encoding="utf-8")
        for value in VALUES:
            with self.subTest(value[:20]):
                (self.folder / "stats.json").write_text(text.replace("200", value, 1), encoding="utf-8")
                self.assertIn("stats.json", self.refusal())

    def test_files_that_are_no_statistics_are_refused(self):
        for text in ("", "[", "{}", "5", "null", "[5]", '[{"path": "a"}]', "[" * 100_000, "\x00",
                     '[{"path": 5, "value": 1, "unit": "1", "description": ""}]',
                     '[{"path": "a", "value": 1, "unit": null, "description": ""}]'):
            with self.subTest(text[:20]):
                (self.folder / "stats.json").write_text(text, encoding="utf-8")
                self.assertIn("stats.json", self.refusal())

    def test_a_statistic_that_stands_twice_is_refused(self):
        stats = json.loads((self.folder / "stats.json").read_text(encoding="utf-8"))
        (self.folder / "stats.json").write_text(json.dumps([*stats, stats[0]]), encoding="utf-8")
        self.assertIn("run.time_ns: stands there twice", self.refusal())

    def test_an_effective_yaml_of_another_run_is_refused(self):
        self.write({**GOOD, "program.kv0.time_ns": 5})
        self.assertIn("names no programs, whose statistics are of kv0", self.refusal())
        self.write(GOOD, EFFECTIVE + "programs:\n  - {name: kv0}\n")
        self.assertIn("names kv0, whose statistics are of no programs", self.refusal())
        self.write({**GOOD, "machine.socket15.memory.channel0.utilisation": 0})
        self.assertIn("it has 1 sockets, whose statistics are of 16", self.refusal())

    def test_an_effective_yaml_that_is_no_mapping_is_refused(self):
        for text in ("", "5", "[1]", "a: [", "a: *b", "[" * 5000, "a: 2026-13-45", "a: !!python/name:os.system"):
            with self.subTest(text[:20]):
                self.write(GOOD, text)
                self.assertIn("effective.yaml", self.refusal())

    def test_tables_with_odd_cells_are_refused_with_their_line(self):
        for row in ("1,nan", "1,inf", "1,", "1,1e308", "1,2,3", "1", "1,0x10", "1,x"):
            with self.subTest(row):
                (self.folder / "intervals.csv").write_text(f"end_ns,amat_ns\n1,2\n{row}\n", encoding="utf-8")
                with self.assertRaisesRegex(BadInput, r"intervals\.csv:3: not a table of numbers"):
                    load_run(self.folder).intervals

    def test_a_limit_of_advise_is_a_number_that_a_job_can_slow_down_by(self):
        for limit in ("nan", "inf", "-inf", "0", "0.5", "-1", "1e308"):
            with self.subTest(limit):
                code, said = self.advice(self.folder, f"--limit={limit}")
                self.assertEqual((code, said.count("\n")), (2, 1))
                self.assertIn("--limit: expected a number of 1 to 1000", said)

    def test_advise_refuses_statistics_that_cannot_be(self):
        for path, value in (("machine.pool.memory0.utilisation", 1.5), ("machine.pool.memory0.utilisation", -0.5),
                            ("run.latency.dram_queue_ns", 500), ("run.latency.dram_queue_ns", -1)):
            with self.subTest(path):
                self.write({**GOOD, path: value})
                code, said = self.advice(self.folder)
                self.assertEqual((code, said.count("\n")), (2, 1))
                self.assertIn("impossible statistics", said)

    def test_what_cannot_be_written_ends_with_1_and_the_reason(self):
        def write():
            raise OSError(28, "No space left on device")
        errors = io.StringIO()
        with self.assertRaises(SystemExit) as stopped, contextlib.redirect_stderr(errors):
            guarded("report", write, "page.html")
        self.assertEqual((stopped.exception.code, errors.getvalue()),
                         (1, "report: cannot write page.html: No space left on device\n"))

    def test_a_missing_column_is_one_line(self):
        errors = io.StringIO()
        with self.assertRaises(SystemExit) as stopped, contextlib.redirect_stderr(errors):
            guarded("report", lambda: {}["os_busy_share"], results=["a", "b"])
        self.assertEqual((stopped.exception.code, errors.getvalue().count("\n")), (2, 1))
        self.assertRegex(errors.getvalue(), "^report: a, b: damaged .*os_busy_share")

    def test_a_defect_without_results_is_not_called_damage(self):
        for error in (KeyError, TypeError, ValueError):
            with self.subTest(error), self.assertRaises(error):
                guarded("fit", mock.Mock(side_effect=error))

    def test_escapes_in_names_reach_no_terminal(self):
        errors = io.StringIO()
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(errors):
            guarded("", lambda: load_run(Path("\x1b[2J")))
        self.assertNotIn("\x1b", errors.getvalue())


if __name__ == "__main__":
    unittest.main()
