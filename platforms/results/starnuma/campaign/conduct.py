# SPDX-License-Identifier: Apache-2.0
"""Finds which results of a plan are missing, executes those runs and loads all results."""

import argparse
import os
import sys
from functools import lru_cache
from pathlib import Path

from starnuma.campaign import cache, engine
from starnuma.campaign.expect import History, duration
from starnuma.campaign.grid import baseline_of, points_of, resolve
from starnuma.campaign.mixes import Mixes, MixTable
from starnuma.campaign.results import Results
from starnuma.campaign.tables import NONE, axes_of
from starnuma.files import BadInput
from starnuma.result_folder import load_run


def add_options(parser):
    """Adds the options that the command line passes to every command that executes plans."""
    for name in ("cli", "platforms"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--cache", default="results/cache")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--size")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--profile")
    parser.add_argument("--slurm", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--json", action="store_true", help="print the document in place of the tables")


def parser_of(name, description):
    parser = argparse.ArgumentParser(prog=name, description=description)
    add_options(parser)
    return parser


def show(options, text, document):
    """Prints the tables, or with --json the file of the result folder that has them as data."""
    print((options.output / document).read_text(encoding="utf-8") if options.json else text,
          end="" if options.json else "\n")


def settings_of(options):
    if not options.cache:
        raise BadInput("--cache: expected a folder, found nothing")
    options.cache = Path(options.cache)
    return engine.Settings(options.cli, cache.program_of(options.cli), options.cache, options.jobs,
                           options.slurm, options.profile)


class Runs:
    """Points whose results are required, without duplicates."""

    def __init__(self, points, settings):
        self.settings = settings
        self.unique = {point.key: point for point in points}
        self.missing = self.find_missing()
        self.failed = {}  # key -> reason
        self.load = lru_cache(maxsize=None)(  # plans share runs
            lambda key: load_run(cache.folder_of(settings.cache, key)))

    def find_missing(self):
        history = History(self.settings.cache)
        self.unknown, missing = 0, []
        for key, point in self.unique.items():
            folder = cache.folder_of(self.settings.cache, key)
            if not cache.is_whole(folder, key, self.settings.program):
                expected = history.expect(point.effective)
                self.unknown += not expected.known
                missing.append(engine.Wanted(key, point.effective, point.command(folder),
                                             point.part * expected.seconds, expected.bytes, point.asked,
                                             point.checkpoint, point.label.text()))
        return missing

    def outlook(self):
        """Returns one line with the number of runs and the expected effort of the missing ones."""
        total, missing = len(self.unique), len(self.missing)
        if not missing:
            return f"all {total} runs are in the cache"
        seconds = sum(one.seconds for one in self.missing)
        text = f"{missing} of {total} runs to make, about {duration(seconds)} of CPU"
        if self.settings.jobs > 1 and missing > 1:
            at_least = max(seconds / self.settings.jobs, max(one.seconds for one in self.missing))
            text += f", {duration(at_least)} with {self.settings.jobs} jobs"
        if self.unknown:
            text += f" ({self.unknown} like none in the cache, taken as 10 s each)"
        return text

    def print_commands(self):
        print(self.outlook())
        for one in self.missing:
            print(f"{duration(one.seconds):>8}  {one.command}")

    def run(self):
        """Executes the missing runs and reports failures; returns True if all results exist."""
        if self.missing:
            engine.check_settings(self.settings)
        if not self.settings.quiet:
            print(self.outlook(), file=sys.stderr, flush=True)
        for one, why in self.execute():
            print(f"failed: {one.command}\n  {why}", file=sys.stderr)
        return not self.failed

    def execute(self):
        """Executes the missing runs; returns [(Wanted, reason)] of the failed ones."""
        failed = engine.run(self.missing, self.settings)
        self.failed = {one.key: why for one, why in failed}
        return failed


class Campaign(Runs):
    """The runs of one or several plans."""

    def __init__(self, plans, settings, alone=False):
        """With `alone`, each program of a mixed load also runs alone on the same machine."""
        self.plans, self.points, self.mixes = plans, [], []  # points and mixes of each plan
        for plan in plans:
            points = points_of(plan)
            resolve(points, plan, settings.cli, settings.program)
            self.points.append(points)
            self.mixes.append(Mixes(points if alone else [], settings.program))
        super().__init__([point for points in (*self.points, *(mixes.points for mixes in self.mixes))
                          for point in points], settings)

    def results(self):
        return [Results(plan, points, lambda point: self.load(point.key), self.settings.program, self.failed)
                for plan, points in zip(self.plans, self.points)]

    def mixed(self, results, mixes):
        """Returns the MixTable of a plan's mixed loads; None if it has none."""
        rows = {label: mixes.mix(label, results, baseline_of(label, results.plan, results.points),
                                 lambda point: self.load(point.key), self.failed)
                for label in mixes.by_label}
        axes = axes_of(results)
        found = {tuple(getattr(label, axis) or NONE for axis in axes): mix
                 for label, mix in rows.items() if mix}
        return MixTable(found, axes) if found else None
