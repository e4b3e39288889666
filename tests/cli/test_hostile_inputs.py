#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile scenarios, and a sample of hostile plans, boxes and result folders at the command line: each is
accepted or refused with exit code 2 and few lines, soon, and nothing is written.

The test check.hostile_inputs reads many more plans, boxes and result folders without the program."""

import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

import boxes
from cli import CLI, MOST_BYTES, MOST_SECONDS, CliTest
from hostile import SEED, texts
from starnuma.files import parse_yaml

SCENARIO = {"kind": "scenario", "machine": "starnuma16", "seed": 1,
            "programs": [{"workload": "bfs:scale=8", "sockets": "0-7", "start": "1 us"},
                         {"workload": "kv:scale=8", "sockets": "8-15"}],
            "faults": [{"kind": "link_errors", "link": "cxl.socket3_pool", "bit_error_rate": 1e-9, "at": "2 us"},
                       {"kind": "memory_scrub", "memory": "pool", "period": "1 ms", "lasts": "10 us"},
                       {"kind": "link_down", "link": "upi.socket0_socket1", "completion_timeout": "1 us"}]}
PLAN = {"kind": "plan", "summary": "s", "machines": ["starnuma16"], "workloads": ["bfs:scale=8"], "seeds": 1,
        "columns": ["run.ipc"], "baseline": {"machine": "starnuma16"}}
SCENARIOS, CALLS, MOST_LINES = 120, 12, 25
SLOWEST = 10 * MOST_SECONDS  # `explain` repeats the run of a folder that it accepts
# Calls whose values and words begin with a dash.
DASHES = [("advise", "good", "--limit=-inf"), ("advise", "--", "-none"), ("fit", "box.yaml", "--output=--m.yml"),
          ("plan", "plan.yaml", "--size=-x"), ("plan", "plan.yaml", "--profile=-x"), ("plan", "--", "-p.yaml"),
          ("check", "--", "-r"), ("size", "--", "-m", "bfs:scale=8"), ("size", "starnuma16", "bfs:scale=8", "--costs=-x"),
          ("figures", "--", "-x"), ("validate", "-o", "v", "--set=-x=1", "cxl_b")]
# Output of `fit` and `probe` -> a part of the refusal.
OUTPUTS = {".": "expected a file called", "a b.yaml": "expected a file called", "pipe.yaml": "not written by fit",
           "box.yaml": "is the box itself", "link.yaml": "is the box itself", "mine.yaml": "not written by fit",
           "none/m.yaml": "No such file"}


def no_space():
    """Makes each write to a file of the called program fail."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def load(name, text):
    return json.loads(text) if name.endswith(".json") else parse_yaml(text, name)


class HostileInputs(CliTest):
    def hold(self, file, *words, seconds=MOST_SECONDS, accepted=(0,)):
        """Calls the program, which accepts the file or refuses it; returns True if it is refused."""
        before = self.written()
        code, _, err, used = self.measured(*words)
        self.assertIn(code, (*accepted, 2), err[:500])
        lines = err.splitlines()
        self.assertEqual(bool(lines), code == 2, err[:500])
        self.assertLessEqual(len(lines), MOST_LINES)
        self.assertTrue(all(line.strip() and line.isprintable() for line in lines), lines)
        self.assertLess(used.ru_utime + used.ru_stime, seconds, words)
        self.assertLess(used.ru_maxrss * 1024, MOST_BYTES)
        self.assertEqual(self.written(), before)
        if lines and file:
            self.assertIn(file, lines[0])
        return code == 2

    def one_line(self, *words):
        """Returns the line of a call that is refused soon and writes nothing."""
        before = self.written()
        code, _, err, used = self.measured(*words)
        self.assertEqual((code, err.count("\n")), (2, 1), err)
        self.assertLess(used.ru_utime + used.ru_stime, 2 * MOST_SECONDS)
        self.assertEqual(self.written(), before)
        return err

    def each(self, name, tree, count, *words, seconds=MOST_SECONDS, least=0.5):
        """Calls the program with mutants of a good file; at least the share `least` of them is refused."""
        refused = 0
        inputs = texts(tree, count)
        for i, text in enumerate(inputs):
            with self.subTest(seed=SEED, input=i, text=text[:300]):
                (self.folder / name).write_text(text, encoding="utf-8")
                refused += self.hold(name, *words, seconds=seconds)
        self.assertGreaterEqual(refused, least * len(inputs))

    def test_scenarios(self):
        self.each("scenario.yaml", SCENARIO, SCENARIOS, "check", "scenario.yaml")

    def test_plans(self):
        self.each("plan.yaml", PLAN, CALLS, "plan", "plan.yaml", "--dry-run", seconds=2 * MOST_SECONDS)

    def test_boxes(self):
        """No mutants: a box that is accepted would be simulated."""
        self.each("box.yaml", {}, 0, "fit", "box.yaml", "-o", "m.yaml", seconds=2 * MOST_SECONDS, least=1)

    def test_files_of_result_folders(self):
        """A changed value may still be valid: `diff` finds a difference then, code 1."""
        good = self.run_to("good", "baseline16", "bfs:scale=8")
        for name, calls in (("stats.json", [("diff", "good", "bad"), ("advise", "bad")]),
                            ("effective.yaml", [("diff", "good", "bad"), ("advise", "bad"), ("explain", "bad")]),
                            ("worst.json", [("explain", "bad")])):
            text = (good / name).read_text(encoding="utf-8")
            tree = load(name, text)
            shutil.copytree(good, self.folder / "bad")
            refused = 0
            inputs = texts(tree, CALLS)
            for i, text in enumerate(inputs):
                (self.folder / "bad" / name).write_text(text, encoding="utf-8")
                for words in calls:
                    with self.subTest(name, words=words, seed=SEED, input=i, text=text[:300]):
                        refused += self.hold("bad", *words, seconds=SLOWEST, accepted=(0, 1))
            self.assertGreaterEqual(refused, len(calls) * len(inputs) // 3)
            shutil.rmtree(self.folder / "bad")

    def test_words_that_look_like_options_are_none(self):
        good = self.run_to("good", "baseline16", "bfs:scale=8")
        (self.folder / "box.yaml").write_text(json.dumps(boxes.ONE_SOCKET), encoding="utf-8")
        for name in ("plan.yaml", "-p.yaml"):
            (self.folder / name).write_text(json.dumps({**PLAN, "seeds": 0}), encoding="utf-8")
        shutil.copytree(good, self.folder / "-r")
        (self.folder / "-r" / "stats.json").write_text("{}", encoding="utf-8")
        for words in DASHES:
            with self.subTest(words=words):
                self.one_line(*words)

    def test_outputs_that_are_no_place_for_a_machine_are_refused_before_the_work(self):
        (self.folder / "box.yaml").write_text(json.dumps(boxes.TWO_SOCKETS_AND_EXPANDER), encoding="utf-8")
        (self.folder / "mine.yaml").write_text("kind: machine\n", encoding="utf-8")
        (self.folder / "link.yaml").symlink_to("box.yaml")
        os.mkfifo(self.folder / "pipe.yaml")
        for output, reason in OUTPUTS.items():
            with self.subTest(output=output):
                self.assertIn(reason, self.one_line("fit", "box.yaml", "-o", output))
        self.assertEqual(self.refused("probe", "-o", "mine.yaml"), [
            "probe: --output: mine.yaml exists and was not written by this option; choose another file"])
        self.assertEqual(self.refused("export", "golden", ""), ["export: expected a folder, found nothing"])

    def test_a_full_disk_leaves_nothing(self):
        for words in (("run", "starnuma16", "bfs:scale=8", "-o", "new/out", "--no-report"),
                      ("bench", "pool", "storm", "--point", "lines4", "--time", "1 us", "-o", "out"),
                      ("export", "golden", "kit"), ("bench", "queueing", "--messages", "1000", "--junit", "v.xml")):
            with self.subTest(words=words):
                done = subprocess.run([CLI, *words], cwd=self.folder, capture_output=True, text=True, check=False,
                                      preexec_fn=no_space)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
                self.assertIn("File too large", done.stderr)
                self.assertEqual([name for name in self.written() if name != "v.xml"], [])

    def test_accesses_of_another_run_are_not_explained(self):
        good, other = (self.run_to(name, "baseline16", "bfs:scale=8", "--seed", seed)
                       for name, seed in (("good", "1"), ("other", "2")))
        shutil.copy(other / "effective.yaml", good / "effective.yaml")
        line, = self.refused("explain", "good")
        self.assertRegex(line, r"^good/worst\.json: access #\d+ does not occur in the run of effective\.yaml")

    def test_a_second_value_of_a_statistic_is_refused(self):
        good = self.run_to("good", "baseline16", "bfs:scale=8")
        shutil.copytree(good, self.folder / "bad")
        stats = json.loads((good / "stats.json").read_text(encoding="utf-8"))
        (self.folder / "bad" / "stats.json").write_text(json.dumps([*stats, stats[3]]), encoding="utf-8")
        for words in (("diff", "good", "bad"), ("check", "bad")):
            with self.subTest(words=words):
                self.assertIn(stats[3]["path"], self.refused(*words)[0])

    def test_special_files_are_no_scenarios(self):
        os.mkfifo(self.folder / "pipe.yaml")
        (self.folder / "device.yaml").symlink_to("/dev/zero")
        (self.folder / "loop.yaml").symlink_to("loop.yaml")
        (self.folder / "large.yaml").write_bytes(b"#" * (2 << 20))
        for name in ("pipe", "device", "loop", "large"):
            for words in (("check",), ("run",), ("plan",), ("fit",)):
                with self.subTest(name=name, words=words):
                    self.assertTrue(self.hold(f"{name}.yaml", *words, f"{name}.yaml", seconds=2 * MOST_SECONDS))


if __name__ == "__main__":
    unittest.main()
