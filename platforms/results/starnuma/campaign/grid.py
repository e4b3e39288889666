# SPDX-License-Identifier: Apache-2.0
"""The runs of a plan: every machine with every workload, policy, setting and seed."""

import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from starnuma.campaign import cache
from starnuma.campaign.places import Problems
from starnuma.campaign.plan import Entry

NOTHING = Entry("", "", "")
SILENT = "the program failed without a word"


@dataclass(frozen=True)
class Label:
    """Row of the table; policy and setting are "" if the machine's own apply."""

    machine: str
    workload: str
    policy: str = ""
    setting: str = ""

    def text(self):
        return " ".join(filter(None, (self.machine, self.policy, self.setting)))


@dataclass
class Point:
    """One run of the grid."""

    label: Label
    seed: int
    words: list  # arguments of `run`
    entries: tuple  # entries for machine, workload, policy, setting
    effective: str = ""
    key: str = ""
    asked: tuple = ()  # requested words in addition to `effective`, see cache.key_of
    checkpoint: Path = None  # the checkpoint whose checksum is in `asked`
    part: float = 1.0  # estimated share of the work of a full run
    phase: tuple = ()  # for a single phase: key of the full run, share of the phase, its number

    def command(self, folder="DIR"):
        asked = list(self.asked)
        if self.checkpoint:
            asked[asked.index("--from-checkpoint") + 1] = str(self.checkpoint)
        elif "--checkpoints" in asked:
            asked.insert(asked.index("--checkpoints") + 1, "DIR")
        return shlex.join(["./starnuma", "run", *self.words, "-o", str(folder), *asked])


def points_of(plan):
    points = []
    for machine in plan.machines:
        settings = [NOTHING] if machine.alone else plan.settings or [NOTHING]
        policies = [replace(machine, name=machine.policy)] if machine.policy else \
            plan.policies or [NOTHING]
        for workload in plan.workloads:
            for policy in policies:
                for setting in settings:
                    label = Label(machine.name, workload.name,
                                  "" if machine.policy else policy.name, setting.name)
                    words = words_of(machine, workload, policy, setting)
                    points += [Point(label, seed, words + seed_words(seed),
                                     (machine, workload, policy, setting), asked=plan.asked)
                               for seed in plan.seeds]
    return points


def words_of(machine, workload, policy, setting):
    words = [machine.target, workload.target]
    if policy.name:
        words += ["--policy", policy.name]
    for key, value in {**machine.sets, **setting.sets}.items():
        words += ["--set", f"{key}={value}"]
    return words


def seed_words(seed):
    return [] if seed is None else ["--seed", str(seed)]


def baseline_of(label, plan, labels):
    """Returns the row that the speed-up of a row is relative to; None if the plan has no such row."""
    if not plan.baseline:
        return None
    wanted = replace(label, **plan.baseline)
    for other in (wanted, replace(wanted, setting=""), replace(wanted, policy=""),
                  replace(wanted, setting="", policy="")):
        if other in labels:
            return other
    return None


def dry_run(cli, words):
    """Returns the ended process of a run that only prints its effective.yaml."""
    return subprocess.run([cli, "run", *words, "--dry-run"], text=True, check=False, capture_output=True)


def resolve(points, plan, cli, program):
    """Sets the effective configuration and the key of every point. Raises BadInput with all errors."""
    def ask(point):
        return dry_run(cli, point.words)
    problems = Problems()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for point, answer in zip(points, pool.map(ask, points)):
            if answer.returncode == 0:
                point.effective = answer.stdout
                point.key = cache.key_of(answer.stdout, program, point.asked)
            else:
                blame(point, answer.stderr, problems)
    labels = {point.label for point in points}
    for label in labels:
        if plan.baseline and baseline_of(label, plan, labels) is None:
            problems.add(plan.place, ("plan", "baseline"),
                         f"no such run for {' '.join(filter(None, vars(label).values()))}")
    problems.raise_if_any()


def blame(point, message, problems):
    """Adds an error at the entry that caused it: a field that was set, workload, policy or machine."""
    machine, workload, policy, setting = point.entries
    for line in message.strip().splitlines() or [SILENT]:
        owner, key = machine, ""
        named = re.match(r"--set ([^:= ]+)", line)
        if named:
            key = named[1]
            owner = setting if key in setting.sets else machine
            line = line.removeprefix(f"--set {key}: ").removeprefix(f"machine.{key}: ")
        elif "workload" in line:
            owner = workload
        elif policy.name and line.startswith(("no policy", "--policy: ")):
            owner = policy
            line = line.removeprefix("--policy: ")
        problems.add(owner.place, (owner.path, *([key] if key else [])), line)
