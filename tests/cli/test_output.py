#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Output: write errors are reported, lists are readable, progress fits the terminal."""

import os
import re
import resource
import signal
import subprocess
import sys
import unittest

from cli import CLI, STACK_NOTICE, CliTest, needs_engine
from processes import on_terminal

WAVES = os.environ.get("STARNUMA_WAVES", "ON") == "ON"
WITH_REPORT = ("run", "baseline16_first_touch", "pointer_chase", "-o", "x")
RUN = (*WITH_REPORT, "--no-report")


class WriteErrors(CliTest):
    def test_what_stdout_does_not_take_is_an_error_with_its_reason(self):
        for words in (("--help",), ("list", "--help"), ("list",), ("describe", "baseline16"),
                      ("schema",), RUN):
            with self.subTest(" ".join(words)), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([CLI, *words], cwd=self.folder, stdout=full, text=True,
                                      stderr=subprocess.PIPE, check=False)
                self.assertEqual((done.returncode, done.stderr), (
                    1, "starnuma: cannot write to stdout: No space left on device\n"))

    def test_a_closed_stdout_gets_no_result_and_is_an_error(self):
        done = subprocess.run(["sh", "-c", '"$0" "$@" >&-', CLI, *RUN], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to stdout: Bad file descriptor", done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["x"])

    def test_a_full_disk_is_no_bad_input(self):
        self.good(*RUN)
        code, out, err = self.call("explain", "x", "--worst", "1", "--msc", "/dev/full")
        self.assertEqual((code, err), (
            1, "starnuma: cannot write /dev/full: No space left on device\n"))
        code, out, err = self.call("explain", "x", "--worst", "1", "--msc", "nowhere/a.svg")
        self.assertEqual((code, err), (
            2, "cannot write nowhere/a.svg: No such file or directory\n"))
        code, out, err = self.call("explain", "x", "--worst", "1", "--page", "/dev/full")
        self.assertEqual((code, err), (1, "explanation: cannot write /dev/full: No space left on device\n"))


class OwnFiles(CliTest):
    """Options that write a file or a trace overwrite neither an input nor an earlier trace."""

    RUN = ("run", "mine.yaml", "bfs:scale=8", "-o", "x", "--no-report")

    def test_a_file_of_another_kind_is_not_overwritten(self):
        mine = self.folder / "mine.yaml"
        mine.write_text("kind: machine\nextends: starnuma16_t16\n", encoding="utf-8")
        self.run_to("old", "starnuma16_t16", "bfs:scale=8")
        before = self.written()
        for words, option in (((*self.RUN, "--progress", "mine.yaml"), "--progress"),
                              ((*self.RUN, "--record-annex", "mine.yaml"), "--record-annex"),
                              ((*self.RUN, "--record-tracker", "mine.yaml"), "--record-tracker"),
                              (("explain", "old", "--msc", "mine.yaml"), "explain: --msc"),
                              (("explain", "old", "--page", "mine.yaml"), "explain: --page"),
                              (("verify", "protocol", "--junit", "mine.yaml"), "--junit"),
                              (("bench", "memory", "ddr5_4800", "--stream", "random", "--trace", "mine.yaml"),
                               "bench memory: --trace")):
            if option.startswith("explain") and not WAVES:
                continue
            with self.subTest(option):
                text = mine.read_text(encoding="utf-8")
                self.assertEqual(self.refused(*words), [
                    f"{option}: mine.yaml exists and was not written by this option; choose another file"])
                self.assertEqual(mine.read_text(encoding="utf-8"), text)
        self.assertEqual(self.written(), before)

    def test_a_file_of_an_earlier_run_is_replaced(self):
        for _ in range(2):
            self.good("run", "starnuma16_t16", "bfs:scale=8", "-o", "x", "--no-report", "--record-annex", "a",
                      "--record-tracker", "t", "--progress", "p")

    def test_a_trace_is_not_overwritten(self):
        record = ("run", "starnuma16_t16", "bfs:scale=8", "-o", "x", "--no-report", "--record", "t.snt")
        self.good(*record)
        before = {path: path.read_bytes() for path in (self.folder / "t.snt").iterdir()}
        for words in (record, ("run", "starnuma16_t16", "trace:t.snt", *record[3:]),
                      ("trace", "convert", "t.snt", "--filter", "4KiB", "-o", "t.snt"),
                      ("trace", "convert", "t.snt", "--to", "text", "-o", "t.snt"),
                      ("trace", "record", "-o", "t.snt", "--", "/bin/true")):
            with self.subTest(words):
                self.assertEqual(self.refused(*words),
                                 ["t.snt: holds a trace; remove it or choose another folder"])
        self.assertEqual({path: path.read_bytes() for path in (self.folder / "t.snt").iterdir()}, before)


class FullDisks(CliTest):
    """Files next to the results: complete, or absent with one line that gives the reason."""

    RUN = ("run", "starnuma16_t16", "bfs:scale=8", "-o", "x", "--no-report")

    def limited(self, kibibytes, *words):
        """Calls the program with a limit on the size of files."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (kibibytes << 10, kibibytes << 10))
        done = subprocess.run([CLI, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False, preexec_fn=limit)
        return done.returncode, STACK_NOTICE.sub("", done.stderr)

    @unittest.skipUnless(WAVES, "built with STARNUMA_WAVES=OFF")
    def test_waves_that_do_not_fit_are_no_waves(self):
        old = self.folder / "w.fst"
        old.write_text("from an earlier run", encoding="utf-8")
        for kibibytes in (16, 100, 400):  # the library's own files, or a part of the last one
            with self.subTest(kibibytes):
                self.assertEqual(self.limited(kibibytes, *self.RUN, "--waves", "w.fst"), (
                    1, "starnuma: cannot write w.fst: File too large\n"))
                self.assertEqual(self.written(), ["w.fst"])
                self.assertEqual(old.read_text(encoding="utf-8"), "from an earlier run")

    @unittest.skipUnless(WAVES, "built with STARNUMA_WAVES=OFF")
    def test_waves_of_rtl_that_do_not_fit_are_named(self):
        code, err = self.limited(2, *self.RUN, "--waves", "w.fst")
        self.assertEqual(code, 1)
        self.assertRegex(err, r"^starnuma: cannot write \S+\.fst: File too large\n$")
        self.assertEqual(self.written(), [])

    def test_a_trace_that_does_not_fit_leaves_nothing(self):
        self.good("run", "starnuma16_t16", "bfs:scale=8", "-o", "x", "--no-report", "--record", "t.snt")
        before = self.written()
        for words in (("trace", "convert", "t.snt", "--filter", "4KiB", "-o", "a/b/new"),
                      ("trace", "convert", "t.snt", "--to", "text", "-o", "a/b/new"),
                      (*self.RUN[:-3], "-o", "y", "--no-report", "--record", "a/b/new")):
            with self.subTest(words):
                code, err = self.limited(3, *words)
                self.assertEqual(code, 1, err)
                self.assertRegex(err, r"^(?=.*a/b/new.partial/).*File too large.*\n$")
                self.assertEqual(self.written(), before)

    def test_annex_events_that_do_not_fit_are_no_events(self):
        annex = ("--record-annex", "a.annex:0-63")
        self.assertEqual(self.limited(1, *self.RUN, *annex), (
            1, "starnuma: cannot write a.annex: File too large\n"))
        self.assertEqual(self.written(), [])
        code, _, err = self.call(*self.RUN, "--record-annex", "/dev/full")
        self.assertEqual((code, err), (
            1, "starnuma: cannot write /dev/full: No space left on device\n"))
        self.assertEqual(self.written(), [])

    def test_annex_events_replace_those_of_an_earlier_run(self):
        (self.folder / "a.annex").write_text("starnuma-annex\n", encoding="utf-8")
        self.good(*self.RUN, "--record-annex", "a.annex")
        self.assertRegex((self.folder / "a.annex").read_text(encoding="utf-8"), "^starnuma-annex")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.annex", "x"])


class Surroundings(CliTest):
    def call_in(self, environment, *words):
        done = subprocess.run([CLI, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False, env={**os.environ, **environment})
        return done.returncode, done.stdout, done.stderr

    def test_a_python_that_is_not_there_is_named_before_anything_runs(self):
        self.assertEqual(self.call_in({"STARNUMA_PYTHON": "/nowhere/python3"}, *WITH_REPORT), (
            2, "", "cannot start /nowhere/python3: No such file or directory; reports need "
            "Python 3, set STARNUMA_PYTHON to one\n"))
        self.assertEqual(self.written(), [])

    def test_a_python_that_runs_nothing_is_named(self):
        self.assertEqual(self.call_in({"STARNUMA_PYTHON": "/bin/false"}, *WITH_REPORT), (
            2, "", "/bin/false: ended with code 1 instead of running Python; set STARNUMA_PYTHON to a Python 3\n"))
        self.assertEqual(self.written(), [])

    def test_a_python_without_a_module_that_reports_need_is_named(self):
        bare = self.folder / "bare"
        bare.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n', encoding="utf-8")
        bare.chmod(0o755)
        code, out, err = self.call_in({"STARNUMA_PYTHON": str(bare)}, *WITH_REPORT)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1))
        self.assertIn("has no module jinja2 and no matplotlib and no yaml, which reports need", err)

    def test_a_wrong_home_is_refused(self):
        for home in ("/nowhere", str(self.folder)):
            for words in (("list",), RUN, ("verify", "rtl")):
                self.assertEqual(self.call_in({"STARNUMA_HOME": home}, *words), (
                    2, "", f'STARNUMA_HOME: "{home}" is not the folder of starnuma, it has no '
                    "platforms/machines\n"))


class Lists(CliTest):
    def test_columns_do_not_run_together(self):
        text = self.good("list")
        names = re.findall(r"(?m)^  (\S+)", text)
        self.assertIn("baseline16_double_bandwidth", names)
        self.assertIn("producer_consumer", names)
        for name in names:
            self.assertRegex(text, rf"(?m)^  {name}  +\S")

    def test_help_has_whole_sentences(self):
        commands = re.findall(r"(?m)^  (\w+) +(.*)$", self.good("--help"))
        self.assertGreater(len(commands), 10)
        for command, sentence in commands:
            self.assertRegex(sentence, r"^[A-Z].*[.)]$", command)
            self.assertLessEqual(len(sentence), 100, command)

    def test_a_workload_whose_options_are_missing_is_refused(self):
        for spec in ("bfs:", "bfs:scale=8,"):
            self.assertEqual(self.call("run", "baseline16", spec), (
                2, "", f"workload bfs: an option is missing at the end of '{spec}'; expected "
                "name=value\n"))
        self.assertEqual(self.written(), [])


class Progress(CliTest):
    COLUMNS = 50

    def on_terminal(self, *words, kind="xterm"):
        """Returns the output of a call to a terminal that is connected to stderr only."""
        done, drawn = on_terminal([CLI, *words], self.COLUMNS, cwd=self.folder,
                                  env={**os.environ, "TERM": kind})
        self.assertEqual(done.returncode, 0, drawn)
        return drawn

    def expect_one_line(self, drawn):
        self.assertNotIn("\n", drawn)
        lines = [line for line in drawn.split("\r\033[K") if line]
        self.assertTrue(lines)
        for line in lines:
            self.assertLess(len(line), self.COLUMNS)
        self.assertTrue(drawn.endswith("\r\033[K"))
        return lines

    @needs_engine
    def test_several_runs_share_one_line_that_fits(self):
        lines = self.expect_one_line(self.on_terminal(
            "bakeoff", "bfs:scale=12,trials=8", "--policies", "static_oracle", "-o", "x"))
        self.assertTrue(any(re.match(r"\d+ of \d+ runs; \w+: \w+ \d+ %, ", line) for line in lines),
                        lines)

    def test_bench_and_verify_show_what_they_do(self):
        for words in (("verify", "coherence", "--ops", "20000"),
                      ("bench", "pool", "storm", "--time", "5us", "-o", "x")):
            with self.subTest(" ".join(words)):
                self.expect_one_line(self.on_terminal(*words))

    def test_a_terminal_that_can_only_print_shows_none(self):
        self.assertEqual(self.on_terminal("run", "starnuma16", "bfs:scale=10", kind="dumb"), "")


if __name__ == "__main__":
    unittest.main()
