#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Folders of engines: the next engine removes those of killed ones, at whatever point they were killed."""

import tempfile
import unittest
from pathlib import Path

from starnuma.campaign.cache import locked
from starnuma.campaign.engine import ROOM, folder_of_engine


class EngineFolders(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.cache = Path(place.name)
        self.room = self.cache / ROOM

    def names(self):
        return sorted(path.name for path in self.room.iterdir())

    def test_an_engine_leaves_only_the_lock_of_all(self):
        with folder_of_engine(self.cache) as work:
            self.assertEqual(self.names(), sorted(["lock", work.name]))
        self.assertEqual(self.names(), ["lock"])

    def test_the_next_engine_removes_what_killed_ones_left(self):
        killed_before_it_had_a_lock = self.room / "tmp_without_lock"
        (killed_before_it_had_a_lock / "wanted").mkdir(parents=True)
        killed_later = self.room / "tmp_with_lock"
        (killed_later / "progress").mkdir(parents=True)
        (killed_later / "lock").touch()
        (killed_later / "jobs.json").touch()
        with folder_of_engine(self.cache) as work:
            self.assertEqual(self.names(), sorted(["lock", work.name]))

    def test_an_engine_that_ends_removes_what_a_dying_one_wrote_meanwhile(self):
        with folder_of_engine(self.cache):
            (self.room / "tmp_written_late/.snakemake").mkdir(parents=True)
        self.assertEqual(self.names(), ["lock"])

    def test_the_folder_of_an_engine_that_runs_stays(self):
        running = self.room / "tmp_running"
        with locked(running / "lock"):
            with folder_of_engine(self.cache):
                pass
            self.assertEqual(self.names(), ["lock", "tmp_running"])


if __name__ == "__main__":
    unittest.main()
