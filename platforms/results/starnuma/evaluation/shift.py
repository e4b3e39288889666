# SPDX-License-Identifier: Apache-2.0
"""Decomposition of a program's time under two policies into terms, from statistics alone.

As in campaign/terms.py the terms follow from Little's law. Here they apply to each program of a run and to
times instead of speed-ups. The mean latency is divided into groups of latency kinds; hint faults are one.
"""

import math

from starnuma.campaign.results import estimate
from starnuma.campaign.terms import logarithmic_mean, percent

FAULTS, FAR, LINKS = "hint faults and moves", "way to memory", "queues on links"
OWN = {"page_fault": FAULTS, "migration_stall": FAULTS, "dram_queue": "queues at memory",
       "walk_queue": "page walks", "line_queue": "lines in use", "mshr_queue": "lines in use"}
LEAST = 0.01  # smallest term that is reported


def heads_of(run):
    """Returns the prefixes of the statistics of a run's programs."""
    return [f"program.{program['name']}" for program in run.programs] or ["run"]


def group_of(kind):
    return OWN.get(kind) or (LINKS if kind.endswith("_queue") else FAR)


def latency(run, head):
    """Returns {group: ns of the mean miss}."""
    groups, before = {}, f"{head}.latency."
    for path, stat in run.by_path.items():
        if path.startswith(before) and path.endswith("_ns"):
            name = group_of(path[len(before):-len("_ns")])
            groups[name] = groups.get(name, 0.0) + stat["value"]
    return groups


def terms_of(base, own, head):
    """Returns the logarithms of the factors of a program's time; their sum is log(own / base)."""
    old, new = latency(base, head), latency(own, head)
    mean = logarithmic_mean(sum(old.values()), sum(new.values()))
    terms = {name: (new.get(name, 0) - old.get(name, 0)) / mean for name in {**old, **new}}

    def factor(path):
        return math.log(own.value(f"{head}.{path}") / base.value(f"{head}.{path}"))
    outside = factor("pending_misses_outside_barriers")
    terms["pending misses"] = -outside
    terms["barriers"] = outside - factor("pending_misses_per_core")
    terms["number of misses"] = factor("llc_misses")
    terms["rest"] = factor("time_ns") - sum(terms.values())
    return terms


def mean_terms(pairs):
    """Returns the mean terms over [(base run, own run, prefix)]."""
    each = [terms_of(*pair) for pair in pairs]
    names = dict.fromkeys(name for terms in each for name in terms)
    return {name: math.fsum(terms.get(name, 0) for terms in each) / len(each) for name in names}


def sentence(pairs):
    """Returns, for example, "time +12 %: hint faults and moves +9 %, barriers +3 %"."""
    terms = mean_terms(pairs)
    named = sorted((name for name in terms if abs(terms[name]) >= LEAST),
                  key=lambda name: (-abs(terms[name]), name))
    parts = ", ".join(f"{name} {percent(terms[name])}" for name in named)
    return f"time {percent(math.fsum(terms.values()))}" + (f": {parts}" if parts else "")


def pairs_of(bases, owns, head=None):
    """Returns [(base run, own run, prefix)], one per seed, of one program or of all."""
    return [(base, own, name) for base, own in zip(bases, owns)
            for name in ([head] if head else heads_of(own))]


def change(bases, owns, head=None):
    """Returns the Estimate of the change of time as a share: the mean over the programs, by seed."""
    values = []
    for base, own in zip(bases, owns):
        names = [head] if head else heads_of(own)
        ratios = [own.value(f"{name}.time_ns") / base.value(f"{name}.time_ns") for name in names]
        values.append(math.fsum(ratios) / len(ratios) - 1)
    return estimate(values)
