#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Failures to run or write are reported with the system's reason, and no file is overwritten or left
half-written."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from starnuma.campaign import engine
from starnuma.campaign.conduct import settings_of
from starnuma.files import BadInput, CannotRun
from starnuma.fit.__main__ import draft_of, refuse_other_file
from starnuma.fit.machine import HEAD


class Reasons(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def settings(self, **more):
        return engine.Settings(Path("cli"), "", self.folder / "cache", 1, **more)

    def test_a_reader_that_closes_the_pipe_gets_no_message(self):
        program = ("from starnuma.report.guard import guarded\n"
                   "guarded('fit', lambda: print('x' * 100000, flush=True), 'box.yaml')")
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([sys.executable, "-B", "-c", program], stdout=write, stderr=subprocess.PIPE, check=False)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (1, b""))

    def test_slurm_without_slurm_is_said_at_once(self):
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}), \
                self.assertRaisesRegex(CannotRun, "no Slurm on this host") as refused:
            engine.check_settings(self.settings(slurm=True))
        self.assertEqual(refused.exception.code, 1)

    def test_a_missing_profile_is_bad_input(self):
        with self.assertRaisesRegex(BadInput, "--profile: .*none: no folder") as refused:
            engine.check_settings(self.settings(profile=str(self.folder / "none")))
        self.assertEqual(refused.exception.code, 2)
        (self.folder / "config.yaml").touch()
        engine.check_settings(self.settings(profile=str(self.folder)))

    def test_a_killed_engine_names_the_signal(self):
        self.assertEqual((engine.ended(-9), engine.ended(1)), ("killed by signal 9 (Killed)", ""))

    def test_a_cache_that_cannot_be_written_has_a_reason(self):
        loop, file = self.folder / "loop", self.folder / "file"
        loop.symlink_to(loop)
        file.touch()
        for cache, reason in ((loop, "symbolic links"), (file, "Not a directory"), (Path("/proc/x"), "No such file")):
            with self.subTest(cache), self.assertRaisesRegex(CannotRun, f"cannot write .*{reason}") as refused, \
                    engine.folder_of_engine(cache):
                pass
            self.assertEqual(refused.exception.code, 1)

    def test_a_cache_without_a_name_is_refused(self):
        with self.assertRaisesRegex(BadInput, "--cache: expected a folder, found nothing"):
            settings_of(SimpleNamespace(cache=""))

    def job(self, script):
        """Exit code and stdout of a job whose program is this script."""
        cli = self.folder / "cli"
        cli.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        cli.chmod(0o755)
        (self.folder / "effective.yaml").touch()
        from starnuma.campaign.cache import program_of
        done = subprocess.run(
            [sys.executable, "-B", "-m", "starnuma.campaign.job", "--cache", self.folder / "cache", "--cli", cli,
             "--program", program_of(cli), "--key", "ab12", "--effective", self.folder / "effective.yaml", "--done",
             self.folder / "done", "--at", self.folder, "--progress", self.folder / "progress"],
            capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_a_killed_run_names_the_signal_and_leaves_no_draft(self):
        self.assertEqual(self.job("kill -9 $$"), (1, "killed by signal 9 (Killed)\n"))
        self.assertEqual([path.name for path in (self.folder / "cache" / "ab").iterdir()], [".ab12.lock"])

    def test_fit_overwrites_neither_its_box_nor_another_file(self):
        box, other, own = (self.folder / name for name in ("box.yaml", "other.yaml", "own.yaml"))
        box.write_text("kind: box\n", encoding="utf-8")
        other.write_text("kind: machine\n", encoding="utf-8")
        own.write_text(HEAD + "; more\n", encoding="utf-8")
        link = self.folder / "link.yaml"
        link.symlink_to(box)
        for output, part in ((box, "the box itself"), (link, "the box itself"), (other, "not written by fit")):
            with self.subTest(output), self.assertRaisesRegex(BadInput, part):
                refuse_other_file(output, [box], HEAD)
        refuse_other_file(own, [box], HEAD)
        refuse_other_file(self.folder / "new.yaml", [box], HEAD)

    def test_a_machine_that_cannot_be_written_leaves_no_draft(self):
        (self.folder / "out").mkdir()
        with self.assertRaises(OSError), draft_of(self.folder / "out") as draft:
            draft.write_text("text", encoding="utf-8")
        with self.assertRaises(OSError), draft_of(self.folder / "none" / "m.yaml"):
            self.fail("the work has begun")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["out"])


if __name__ == "__main__":
    unittest.main()
