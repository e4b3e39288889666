#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile scenarios, and a sample of hostile plans, boxes and result folders at the command line: each is
accepted or refused with exit code 2 and few lines, soon, and nothing is written.

The test check.hostile_inputs reads many more plans, boxes and result folders without the program."""

import json
import os
import shutil
import unittest

from cli import MOST_BYTES, MOST_SECONDS, CliTest
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
