# SPDX-License-Identifier: Apache-2.0
"""Runs of single phases from checkpoints of full runs, and their totals.

Both exclude the last phase, because the end of the program truncates it.
"""

import math
from dataclasses import dataclass, fields, replace

from starnuma.campaign import cache
from starnuma.campaign.conduct import Runs

SKIPPING = 0.1  # estimated share of a full run's work to reach the phase


@dataclass
class Total:
    """Totals of a phase or of a whole run."""

    time: float  # ns
    instructions: float  # sum over all threads
    misses: float
    miss_time: float  # sum of the latencies of all misses, ns
    moving: float  # time that the migrating core is busy, ns

    @property
    def amat(self):
        return self.miss_time / self.misses

    @property
    def in_flight(self):
        """Mean number of misses in flight, by Little's law."""
        return self.miss_time / self.time


def phases_of(points, settings, sampling):
    """Returns a Point for every phase of the finished full runs, at each share."""
    made = []
    for point in points:
        folder = cache.folder_of(settings.cache, point.key)
        if not cache.is_whole(folder, point.key, settings.program):
            continue
        files = sorted(folder.glob("phase-*.json"))[:-1]
        for file in files:
            for share in sampling.shares:
                asked = ("--from-checkpoint", cache.checksum(file), *sampling.words(share))
                made.append(replace(point, asked=asked, checkpoint=file,
                                    key=cache.key_of(point.effective, settings.program, asked),
                                    phase=(point.key, share, int(file.stem.split("-")[1])),
                                    part=SKIPPING + share / 100 / len(files)))
    return made


class Phases:
    """Runs of single phases that the plans of a campaign require, from checkpoints of their full runs."""

    def __init__(self, campaign):
        made = [phase for plan, points in zip(campaign.plans, campaign.points) if plan.sampling
                for phase in phases_of(points, campaign.settings, plan.sampling)]
        self.runs = Runs(made, campaign.settings)
        self.keys = {point.phase: point.key for point in made}

    def sampled(self, key, run, share):
        """Returns one Total per phase, extrapolated from its sample; None if a sample failed."""
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


def print_outlook(campaign):
    """Prints the commands that a campaign and its single phases would execute."""
    campaign.print_commands()
    if any(plan.sampling for plan in campaign.plans):
        print("phases alone, of full runs that are there:", end=" ")
        Phases(campaign).runs.print_commands()


def run_stages(campaign):
    """Executes all full runs, then the single phases.

    Returns (True if all results exist, Phases); Phases is None if no plan requests any."""
    whole = campaign.run()
    if not any(plan.sampling for plan in campaign.plans):
        return whole, None
    phases = Phases(campaign)
    return phases.runs.run() and whole, phases


def failures(campaign, phases):
    """Returns {command: reason} of the failed runs."""
    return {stage.unique[key].command(): why
            for stage in (campaign, *([phases.runs] if phases else []))
            for key, why in stage.failed.items()}


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
