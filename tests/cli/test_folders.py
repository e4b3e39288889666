#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A result folder is replaced completely or not at all, by one command at a time; other files never are."""

import os
import resource
import shutil
import signal
import subprocess
import unittest

from cli import CLI, CliTest, needs_engine
from processes import Call, until

RUN = ("run", "baseline16_first_touch", "pointer_chase")
# Long enough to overlap with another run, without its report.
LONGER = ("run", "baseline16_first_touch", "bfs:scale=12,trials=2", "--no-report")
FILES = ["effective.yaml", "host.json", "stats.json", "summary.txt", "worst.json"]
WITH_REPORT = sorted([*FILES, "report.html"])


def contents(folder):
    """Returns {path: content} of every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def small_files_only():
    """Makes writes fail in a child as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))


class FolderTest(CliTest):
    def names(self, folder="."):
        return sorted(path.name for path in (self.folder / folder).iterdir())

    def refuse(self, *words):
        """Expects that a call is refused and changes nothing; returns its one line."""
        before = contents(self.folder)
        code, out, err = self.call(*words)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertEqual(contents(self.folder), before)
        return err


class TwoAtOnce(FolderTest):
    def test_of_two_runs_at_once_into_a_folder_one_is_whole_and_one_is_refused(self):
        own = {}
        for seed in ("1", "2"):
            self.good(*LONGER, "-o", f"alone{seed}", "--seed", seed)
            own[seed] = (self.folder / f"alone{seed}" / "effective.yaml").read_bytes()
        overlapped = 0
        for _ in range(100):
            ends = self.started_at_once({seed: [*LONGER, "-o", "x", "--seed", seed] for seed in own})
            self.assertEqual(self.names("x"), FILES)
            whole = {seed for seed, (_, _, code) in ends.items() if code == 0}
            self.assertIn((self.folder / "x" / "effective.yaml").read_bytes(),
                          [own[seed] for seed in whole])
            # On a busy host the first may have ended before the second starts, so they did not overlap.
            if len(whole) == 1:
                (refused,) = set(ends) - whole
                self.assertEqual(ends[refused][2], 2)
                self.assertRegex(ends[refused][1], r"^x: another command( \(process \d+\))? is "
                                 r"making this folder; .*\n$")
                overlapped += 1
            if overlapped == 10:
                break
        self.assertEqual(overlapped, 10)
        self.assertEqual(self.names(), ["alone1", "alone2", "x"])

    def started_at_once(self, calls):
        """Starts all calls simultaneously; returns {call: (stdout, stderr, exit code)}."""
        gate, opening = os.pipe()
        running = {name: subprocess.Popen(
            ["sh", "-c", 'read -r _; exec "$0" "$@"', CLI, *words], cwd=self.folder, stdin=gate,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for name, words in calls.items()}
        os.write(opening, b"\n" * len(running))
        ends = {name: (*call.communicate(), call.returncode) for name, call in running.items()}
        os.close(gate)
        os.close(opening)
        return ends

    def test_every_command_that_makes_a_folder_waits_its_turn(self):
        with Call(self.folder, *RUN, "-o", "x") as first:
            until(lambda: (self.folder / ".x.partial" / "lock").exists())
            first.kill(first.pid, signal.SIGSTOP)
            for words in (RUN, ("compare", "baseline16", "starnuma16", "bfs:scale=8"),
                          ("bakeoff", "bfs:scale=8"), ("bench", "pool", "storm")):
                with self.subTest(words[0]):
                    code, out, err = self.call(*words, "-o", "x")
                    self.assertEqual((code, out), (2, ""))
                    self.assertIn(f"x: another command (process {first.pid})", err)
            first.kill(first.pid, signal.SIGCONT)
            self.assertEqual(first.end()[::2], (0, ""))
        self.assertEqual(self.names("x"), WITH_REPORT)


class Replaced(FolderTest):
    def test_a_run_that_fails_leaves_the_old_folder_as_it_was(self):
        old = contents(self.run_to("x", *RUN[1:], "--interval", "1us"))
        self.assertIn("intervals.csv", old)
        done = subprocess.run([CLI, *RUN, "-o", "x"], cwd=self.folder, capture_output=True,
                              text=True, check=False, preexec_fn=small_files_only)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^starnuma: cannot write \S+stats.json: File too large\n$")
        self.assertEqual(contents(self.folder / "x"), old)
        self.assertEqual(self.names(), ["x"])

    def test_a_run_that_fails_leaves_no_folder_that_was_made_for_it(self):
        (self.folder / "mine").mkdir()
        done = subprocess.run([CLI, *RUN, "-o", "mine/of/today/x"], cwd=self.folder,
                              capture_output=True, check=False, preexec_fn=small_files_only)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.written(), ["mine"])

    @needs_engine
    def test_nothing_of_another_command_stays_in_a_folder(self):
        self.good("compare", "baseline16", "starnuma16", "bfs:scale=8", "-o", "x")
        self.assertEqual(self.names("x"), ["baseline16", "compare.json", "report.html",
                                           "starnuma16", "summary.txt"])
        self.run_to("x", *RUN[1:], "--interval", "1us")
        self.assertEqual(self.names("x"), sorted([*FILES, "intervals.csv"]))
        self.run_to("x", *RUN[1:])
        self.assertEqual(self.names("x"), FILES)

    def test_a_file_of_the_users_in_a_result_folder_is_not_lost(self):
        self.run_to("x", *RUN[1:])
        (self.folder / "x" / "notes.txt").write_text("mine", encoding="utf-8")
        self.assertIn("x: holds notes.txt, ", self.refuse(*RUN, "-o", "x"))
        shutil.move(self.folder / "x" / "notes.txt", self.folder)
        (self.folder / "x" / "kept").mkdir()
        self.assertIn("x: holds kept, ", self.refuse(*RUN, "-o", "x"))

    def test_a_file_that_comes_meanwhile_is_not_lost_and_neither_is_the_new_result(self):
        self.run_to("x", *RUN[1:])
        with Call(self.folder, *RUN, "-o", "x") as call:
            until(lambda: (self.folder / ".x.partial" / "lock").exists())
            (self.folder / "x" / "notes.txt").write_text("mine", encoding="utf-8")
            code, out, err = call.end()
        self.assertEqual((code, out), (1, ""))
        self.assertIn("x: holds notes.txt, ", err)
        self.assertIn("the complete files of the new one are in", err)
        self.assertEqual(self.names("x"), sorted([*FILES, "notes.txt"]))
        self.assertEqual(self.names(".x.partial/new"), WITH_REPORT)

    def test_waves_are_not_written_into_a_folder_that_is_replaced(self):
        self.run_to("x", *RUN[1:])
        if "STARNUMA_WAVES=OFF" not in self.call(*RUN, "--waves", "a.fst", "--wave-on", "x")[2]:
            self.assertIn("--waves: x/a.fst is in the result folder",
                          self.refuse(*RUN, "-o", "x", "--waves", "x/a.fst"))

    def test_a_link_to_a_folder_stays_a_link_to_the_new_one(self):
        (self.folder / "disk").mkdir()
        (self.folder / "x").symlink_to("disk/x")
        self.assertIn("x: is a symbolic link to nothing", self.refuse(*RUN, "-o", "x"))
        (self.folder / "disk" / "x").mkdir()
        for _ in range(2):
            self.run_to("x", *RUN[1:])
            self.assertTrue((self.folder / "x").is_symlink())
            self.assertEqual(self.names("disk/x"), FILES)
            self.assertEqual(self.names("disk"), ["x"])

    def test_a_link_in_the_place_of_the_draft_is_not_followed(self):
        (self.folder / "mine").mkdir()
        for name in ("lock", "new", "letter"):
            (self.folder / "mine" / name).write_text("mine", encoding="utf-8")
        (self.folder / ".x.partial").symlink_to("mine")
        self.assertIn(".x.partial: is in the way", self.refuse(*RUN, "-o", "x"))
        (self.folder / ".x.partial").unlink()
        (self.folder / ".x.partial").mkdir()
        (self.folder / ".x.partial" / "new").symlink_to("../mine")
        self.run_to("x", *RUN[1:])
        self.assertEqual(self.names("mine"), ["letter", "lock", "new"])
        self.assertEqual(self.names(), ["mine", "x"])

    def test_folders_that_cannot_be_swapped_are_refused(self):
        here = self.folder
        (here / "x").mkdir()
        self.folder = here / "x"
        for name in (".", "../x"):
            self.assertIn("is the current folder or around it", self.refuse(*RUN, "-o", name))
        self.folder = here
        self.assertIn("is a name of incomplete folders", self.refuse(*RUN, "-o", ".x.partial"))


class Incomplete(FolderTest):
    def test_what_reads_folders_says_that_one_is_incomplete(self):
        self.run_to("x", *RUN[1:])
        (self.folder / ".y.partial" / "new").mkdir(parents=True)
        for words in (("diff", "x", ".y.partial"), ("explain", ".y.partial/")):
            with self.subTest(words[0]):
                self.assertRegex(self.refuse(*words), r"^\.y\.partial/?: is incomplete, left by a "
                                 "command that was interrupted or still runs\n$")
        for words in (("diff", "y", "x"), ("explain", "y")):
            with self.subTest(words[0]):
                self.assertRegex(self.refuse(*words), r"^y: is not there; \.y\.partial is what "
                                 "there is of it, ")

    def test_an_old_folder_that_was_put_aside_comes_back(self):
        # State on a file system without exchange of folders if the command is killed between two renames.
        old = contents(self.run_to("x", *RUN[1:]))
        (self.folder / ".x.partial").mkdir()
        (self.folder / "x").rename(self.folder / ".x.partial" / "old")
        done = subprocess.run([CLI, *RUN, "-o", "x"], cwd=self.folder, capture_output=True,
                              text=True, check=False, preexec_fn=small_files_only)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(contents(self.folder / "x"), old)
        self.assertEqual(self.names(), ["x"])


if __name__ == "__main__":
    unittest.main()
