#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Signals: no process outlives its parent, and a folder is the old one or marked incomplete."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from cli import CLI, CliTest, needs_engine
from processes import Call, stat_of, until, words_of

# The first pass of the static oracle is a grandchild, as is the program that makes the report.
RUN = ("run", "starnuma16", "bfs:scale=10")
# Half a minute, so that a remaining process has not ended by itself when a test checks.
LONG = ("run", "starnuma16", "bfs:scale=14,trials=64")
FILES = ["effective.yaml", "host.json", "report.html", "stats.json", "summary.txt", "worst.json"]


class Interruptions(CliTest):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.made = Path(place.name) / "x"
        subprocess.run([CLI, *RUN, "-o", cls.made, "--seed", "1"], check=True)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.made, self.folder / "x")
        self.old = self.stats()

    def stats(self):
        return (self.folder / "x" / "stats.json").read_bytes()

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def started(self, *words, **options):
        """Starts a call with output x and waits until its simulations are about to start."""
        call = Call(self.folder, *words, "-o", "x", **options)
        self.assertTrue(until((self.folder / ".x.partial" / "new").exists))
        return call

    @staticmethod
    def wait_for(call, seconds):
        try:
            call.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass

    def expect_no_process(self, call):
        self.assertTrue(until(lambda: not call.processes()), call.processes())

    def expect_old_folder(self):
        self.assertEqual(self.names(), ["x"])
        self.assertEqual(self.stats(), self.old)

    def test_a_signal_to_the_command_ends_all_of_it_and_leaves_the_old_folder(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number.name), self.started(*LONG) as call:
                self.assertTrue(call.generation(2))
                call.kill(call.pid, number)
                self.assertEqual(call.end(),
                                 (-number, "", f"starnuma: interrupted by {number.name}\n"))
                self.expect_no_process(call)
                self.expect_old_folder()

    def test_sigkill_to_the_command_ends_all_of_it_and_leaves_the_old_folder(self):
        with self.started(*LONG) as call:
            self.assertTrue(call.generation(2))
            call.kill(call.pid)
            call.process.wait()
            self.expect_no_process(call)
        self.assertEqual(self.names(), [".x.partial", "x"])
        self.assertEqual(self.stats(), self.old)

    def test_a_signal_that_the_user_has_made_ignored_stays_ignored(self):
        with self.started(*RUN, preexec_fn=lambda: signal.signal(signal.SIGHUP,
                                                                 signal.SIG_IGN)) as call:
            self.assertTrue(call.generation(1))
            call.kill(call.pid, signal.SIGHUP)
            self.assertEqual(call.end()[::2], (0, ""))

    def test_a_child_that_a_signal_ends_is_named_with_the_signal(self):
        tails = {signal.SIGKILL: "SIGKILL (Killed); memory may have run out\n",
                 signal.SIGSEGV: "SIGSEGV (Segmentation fault)\n",
                 signal.SIGTERM: "SIGTERM (Terminated)\n"}
        for number, tail in tails.items():
            with self.subTest(number.name), self.started(*LONG) as call:
                self.assertTrue(call.generation(2))
                call.kill(call.generation(1), number)
                self.assertEqual(call.end(), (128 + number, "",
                                              f"starnuma16: the simulation was ended by {tail}"))
                self.expect_no_process(call)
                self.expect_old_folder()

    def test_a_grandchild_that_is_killed_is_named_too(self):
        with self.started(*LONG) as call:
            call.kill(call.generation(2))
            self.assertEqual(call.end(), (128 + signal.SIGKILL, "",
                                          "starnuma: a child process was ended by SIGKILL "
                                          "(Killed); memory may have run out\n"))
            self.expect_no_process(call)
            self.expect_old_folder()

    @needs_engine
    def test_of_several_runs_a_killed_one_is_named_and_the_others_are_kept(self):
        machines, workload = ("baseline16_first_touch", "starnuma16"), "bfs:scale=14,trials=8"
        with self.started("compare", *machines, workload) as call:
            call.kill(until(lambda: self.simulation(call, machines[1])))
            code, _, err = call.end()
            self.assertEqual(code, 1)
            self.assertRegex(err, rf"^failed: \./starnuma run {machines[1]} {workload} .*\n  .*SIGKILL")
            self.assertEqual(self.names(), ["results", "x"])
            self.assertEqual(self.stats(), self.old)
        self.assertIn("1 of 2 runs to make", self.good("compare", *machines, workload, "--dry-run"))

    @staticmethod
    def simulation(call, machine):
        """Returns the process that simulates the machine, the child of its `run`; None if there is none."""
        for pid in call.processes():
            words = words_of(pid)
            if words[1:2] == ["run"] and f"name: {machine}\n" in Path(words[2]).read_text():
                return next((child for child in call.processes()
                             if (stat := stat_of(child)) and stat[1] == pid), None)
        return None

    @needs_engine
    def test_a_signal_to_a_comparison_ends_all_of_it(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number.name), \
                    self.started("compare", "baseline16", "starnuma16", *LONG[2:]) as call:
                until(lambda: self.simulation(call, "starnuma16"))
                call.kill(call.pid, number)
                self.assertEqual(call.end()[0], -number)
                self.assertTrue(until(lambda: not call.processes()), call.processes())
                self.assertEqual(self.stats(), self.old)

    def test_at_random_moments_sigkill_leaves_no_process_and_no_half_folder(self):
        seed = int(os.environ.get("STARNUMA_TEST_SEED", time.time()))
        print(f"STARNUMA_TEST_SEED={seed}", flush=True)
        chance = random.Random(seed)
        start = time.monotonic()
        self.good(*RUN, "-o", "x", "--seed", "2")
        whole_time = time.monotonic() - start
        new = self.stats()
        known = {self.old: "1", new: "2"}
        for moment in range(10):
            wanted = "2" if known[self.stats()] == "1" else "1"
            before = self.stats()
            with Call(self.folder, *RUN, "-o", "x", "--seed", wanted) as call:
                self.wait_for(call, chance.uniform(0, whole_time))
                processes = call.processes()
                if processes:
                    call.kill(processes[min(chance.randrange(3), len(processes) - 1)])
                code, _, _ = call.end()
                self.expect_no_process(call)
            with self.subTest(moment=moment, code=code):
                self.assertEqual(sorted(path.name for path in (self.folder / "x").iterdir()), FILES)
                self.assertLessEqual(set(self.names()), {"x", ".x.partial"})
                self.assertIn(known[self.stats()],
                              (wanted,) if code == 0 else (wanted, known[before]))
                if self.names() != ["x"]:
                    self.good(*RUN, "-o", "x", "--seed", wanted)
                    self.assertEqual(known[self.stats()], wanted)
                self.assertEqual(self.names(), ["x"])


if __name__ == "__main__":
    unittest.main()
