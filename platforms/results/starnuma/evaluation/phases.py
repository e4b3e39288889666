# SPDX-License-Identifier: Apache-2.0
"""Runs of phases alone, from the checkpoints that full runs wrote, and what they say together.

The last phase, which the program's end cuts short, is left out of both.
"""

import math
from dataclasses import dataclass, fields, replace

from starnuma.campaign import cache
from starnuma.campaign.conduct import Runs

SHARES = (10, 30)  # percent of each phase
WARM_UP = 2  # percent of each phase: 20 M of 1 G instructions, as published
SKIPPING = 0.1  # of a full run's work, about
FULL = ("--checkpoints",)
SAMPLED = {share: ("--share", str(share), "--warm-up", str(WARM_UP)) for share in SHARES}


@dataclass
class Total:
    """A phase, or all of a run together."""

    time: float  # ns
    instructions: float  # of all threads
    misses: float
    miss_time: float  # sum of all misses' times, ns
    moving: float  # time in which the migrating core works, ns

    @property
    def amat(self):
        return self.miss_time / self.misses

    @property
    def in_flight(self):
        """Misses under way in the mean, by Little's law."""
        return self.miss_time / self.time


def phases_of(points, settings):
    """Points for every phase of these full runs, at each share."""
    made = []
    for point in points:
        folder = cache.folder_of(settings.cache, point.key)
        if not cache.is_whole(folder, point.key, settings.program):
            continue
        files = sorted(folder.glob("phase-*.json"))[:-1]
        for file in files:
            for share, words in SAMPLED.items():
                asked = ("--from-checkpoint", cache.checksum(file), *words)
                made.append(replace(point, asked=asked, checkpoint=file,
                                    key=cache.key_of(point.effective, settings.program, asked),
                                    phase=(point.key, share, int(file.stem.split("-")[1])),
                                    part=SKIPPING + share / 100 / len(files)))
    return made


class Phases:
    """The runs of phases alone that these full runs' checkpoints ask for."""

    def __init__(self, campaign):
        full = [point for point in campaign.unique.values() if point.asked == FULL]
        made = phases_of(full, campaign.settings)
        self.runs = Runs(made, campaign.settings)
        self.keys = {point.phase: point.key for point in made}

    def sampled(self, key, run, share):
        """A Total for each phase, which its sample stands for; None where one failed."""
        totals = []
        for row in run.phases[:-1]:
            own = self.keys[key, share, row["phase"]]
            if own in self.runs.failed:
                return None
            alone = self.runs.load(own)
            factor = row["instructions"] / alone.value("run.instructions")
            time = factor * alone.value("run.time_ns")
            misses = factor * alone.value("run.llc_misses")
            totals.append(Total(time, row["instructions"], misses,
                                misses * alone.value("run.amat_ns"),
                                time * alone.phases[0]["os_busy_share"]))
        return totals


def full(run):
    totals = []
    for row in run.phases[:-1]:
        time = row["end_ns"] - row["begin_ns"]
        totals.append(Total(time, row["instructions"], row["llc_misses"],
                            row["llc_misses"] * row["amat_ns"], time * row["os_busy_share"]))
    return totals


def total(phases):
    return Total(*(math.fsum(getattr(phase, each.name) for phase in phases)
                   for each in fields(Total)))
