# SPDX-License-Identifier: Apache-2.0
"""Comparison that the command line requests: its entrants, their runs and their folders."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from starnuma.campaign import cache
from starnuma.campaign.conduct import Runs, parser_of, settings_of, show
from starnuma.campaign.grid import Label, Point, seed_words
from starnuma.campaign.mixes import Mixes, MixTable
from starnuma.campaign.plan import Plan
from starnuma.campaign.results import Results
from starnuma.files import BadInput, load_json
from starnuma.report.guard import guarded
from starnuma.result_folder import load_run


@dataclass
class Entrant:
    """One machine, as the program describes it."""

    name: str
    yaml_name: str  # name as written in a YAML file
    words: list  # arguments of `run` without the seed
    policy: str
    keeps_first_touch: bool
    has_pool: bool
    programs: list  # program names of a scenario
    runs: list  # list of {seed, effective}


class Contest:
    """Entrants that run with every seed; `results` is set when all runs exist."""

    def __init__(self, options):
        document = load_json(options.contest)
        self.options = options
        self.workload, self.seeds = document["workload"], document["seeds"]
        self.entrants = [Entrant(**entrant) for entrant in document["entrants"]]
        self.about, self.folder = document["about"], Path(document["folder"])
        settings = settings_of(options)
        settings.quiet = True
        self.points = [self.point(entrant, run, settings.program, tuple(document["asked"]))
                       for entrant in self.entrants for run in entrant.runs]
        self.mixes = Mixes(self.points, settings.program)
        self.runs = Runs([*self.points, *self.mixes.points], settings)
        self.results = None

    def point(self, entrant, run, program, asked):
        key = cache.key_of(run["effective"], program, asked)
        return Point(self.label(entrant), run["seed"], entrant.words + seed_words(run["seed"]), (),
                     run["effective"], key, asked)

    def label(self, entrant):
        return Label(entrant.name, self.workload)

    @property
    def many_seeds(self):
        return len(self.seeds) > 1

    def name_of(self, entrant, seed):
        """Returns the name of a run's folder."""
        return f"{entrant.name}_seed{seed}" if self.many_seeds else entrant.name

    def seeds_text(self):
        return f"seeds 1 to {len(self.seeds)}" if self.many_seeds else f"seed {self.seeds[0]}"

    def make(self):
        """Executes the runs and copies them into the result folder; returns True if all exist."""
        if not self.runs.run():
            return False
        placed = {}
        points = iter(self.points)
        for entrant in self.entrants:
            for seed in self.seeds:
                folder = self.options.output / self.name_of(entrant, seed)
                self.place(next(points), folder, entrant)
                placed[entrant.name, seed] = load_run(folder)
        plan = Plan("", "", self.options.contest, "", [], [], [], [], tuple(self.seeds), {}, [], [], "")
        self.results = Results(plan, self.points,
                               lambda point: placed[point.label.machine, point.seed],
                               self.runs.settings.program, {})
        return True

    def place(self, point, folder, entrant):
        """Copies a run from the cache to `folder` under the entrant's name."""
        try:
            shutil.copytree(cache.folder_of(self.options.cache, point.key), folder,
                            ignore=shutil.ignore_patterns(cache.LIST))
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        text = cache.MACHINE_NAME.sub(lambda _: f"machine:\n  name: {entrant.yaml_name}\n",
                                      point.effective)
        (folder / cache.EFFECTIVE).write_text(text, encoding="utf-8")

    def runs_of(self, entrant):
        """Returns the runs of an entrant, one per seed."""
        return self.results.runs[self.label(entrant)]

    def mixed(self, names, base):
        """Returns the MixTable of entrants under these names, with speed-ups over `base`; None
        unless they run several programs."""
        rows = {(name,): self.mixes.mix(self.label(entrant), self.results, self.label(base),
                                        lambda point: self.runs.load(point.key), {})
                for name, entrant in zip(names, self.entrants)}
        return MixTable(rows, [self.about.get("first", "machine")]) if all(rows.values()) else None

    def first_runs(self):
        """Returns each entrant's run with the first seed."""
        return [self.runs_of(entrant)[0] for entrant in self.entrants]

    def shown(self):
        """Returns the folders of the first runs as commands name them."""
        return [self.folder / self.name_of(entrant, self.seeds[0]) for entrant in self.entrants]

    def speedups(self, entrant, base):
        """Returns the speed-ups of an entrant over `base`, one per seed."""
        found = self.results.speedups(self.label(entrant), self.label(base))
        if found is None:
            raise BadInput(f"{entrant.name}: measured by another method than {base.name}; expected the "
                           "same method.first_phase of all machines")
        return found


def take_part(description, write, document, words=None):
    """Runs a command: parses its options, executes the runs and calls `write(contest)`.

    `write` writes the files of the result folder and returns the summary; `document` is the file that
    has the tables as data."""
    parser = parser_of("contest", description)
    parser.add_argument("--contest", type=Path, required=True)
    parser.add_argument("--no-report", action="store_true", help="write no pages of single runs")
    options = parser.parse_args(words)

    def conduct():
        contest = Contest(options)
        if options.dry_run:
            contest.runs.print_commands()
            return 0
        if not contest.make():
            return 1
        show(options, write(contest), document)
        return 0

    sys.exit(guarded("", conduct, options.output))
