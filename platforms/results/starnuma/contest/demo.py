# SPDX-License-Identifier: Apache-2.0
"""Compares baseline and pool, with our core and with the published core."""

import textwrap

from starnuma.contest.columns import (SEEDS_NOTE, interval, latency_table, mean_of, policy_rows,
                                      published_speedup, summary_lines, table)
from starnuma.contest.contest import take_part
from starnuma.contest.machines import write_folder
from starnuma.published import published_of

OURS = "Our core, which mispredicts branches and whose atomics wait for older accesses:\n"
PUBLISHED_CORE = "The core of the published simulator:\n"
ABOUT = (
    "The published simulator replays a trace, so its core lacks what costs ours most: no branch is "
    "mispredicted, no fence or atomic waits for older accesses, no thread waits at a barrier. "
    "published16 and published16_t16 have its core, its L1 and L2 of 5 and 10 cycles and pages "
    "that stay in the baseline; barriers remain, since a program runs. No core here prefetches. "
    "Only these two have published values next to them: machine, policy and program are the published "
    "ones, except for a smaller graph. On starnuma16_t16 and published16_t16, pages migrate by the "
    "counts of the tracking hardware, in RTL, which start before the measured window (warmup).")


QUICK = "Quick comparison on a small graph; `demo` without --quick measures a large one.\n\n"


def mean_time(contest, entrant):
    return mean_of(contest.runs_of(entrant), "run.time_ns")


def base_of(contest, group):
    """Returns the fastest machine without a pool."""
    return min((entrant for entrant in group if not entrant.has_pool),
               key=lambda entrant: mean_time(contest, entrant))


def gain(contest, group, base):
    """Returns a sentence with the speed-up of the last machine, which has the pool."""
    last = group[-1]
    known, known_base = (published_of(contest.runs_of(each)[0]) for each in (last, base))
    published = published_speedup(known, known_base)
    return (f" {last.name} has a speed-up of {interval(contest.speedups(last, base), 2)} over "
            f"{base.name}" + (f" (published: {published:.2f})" if published else "") + ".")


def slower_than_first_touch(contest, group):
    """Returns sentences on the machines that are slower than first touch without a pool."""
    stays = next(each for each in group if not each.has_pool and each.keeps_first_touch)
    return "".join(
        f" {entrant.name} ({entrant.policy}) is slower than first touch: it takes "
        f"{interval(contest.speedups(stays, entrant), 2)} times as long as {stays.name}."
        for entrant in group if mean_time(contest, entrant) > mean_time(contest, stays))


def first_paragraph(contest, groups, bases):
    measured = summary_lines(contest.first_runs()[0], "Measured: ")[0]
    seeds = f", in each of {len(contest.seeds)} runs" if contest.many_seeds else ""
    return (f"Each figure is of {measured}{seeds}."
            + "".join(gain(contest, group, base) for group, base in zip(groups, bases))
            + " Speed-ups are over the fastest machine without a pool."
            + "".join(slower_than_first_touch(contest, group) for group in groups))


def wrapped(text):
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False) + "\n"


def write(contest):
    ours = contest.about["ours"]
    groups = contest.entrants[:ours], contest.entrants[ours:]
    bases = [base_of(contest, group) for group in groups]
    note = first_paragraph(contest, groups, bases)
    quick = QUICK if contest.about["quick"] else ""
    text = "".join([quick, wrapped(note), "\n", f"{contest.workload}, {contest.seeds_text()}\n",
                    policy_rows(contest.entrants), "\n", OURS, table(contest, groups[0], bases[0]),
                    "\n", PUBLISHED_CORE, table(contest, groups[1], bases[1]), "\n", wrapped(ABOUT),
                    "\n", latency_table(contest), SEEDS_NOTE if contest.many_seeds else ""])
    write_folder(contest, {entrant.name: base for group, base in zip(groups, bases)
                           for entrant in group}, text, quick + note)
    return text


if __name__ == "__main__":
    take_part(__doc__, write, "compare.json")
