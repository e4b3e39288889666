# SPDX-License-Identifier: Apache-2.0
"""First sentences of a page: how much faster, because of what, and what limits next."""

from starnuma.campaign.results import TIME, estimate
from starnuma.latency import kinds_of, parts_of
from starnuma.links import UTILISATION

AMAT = "run.amat_ns"
NOISE = 0.005  # a smaller change of AMAT is not a reason


def verdict(runs, gains=None, names=None):
    """Returns up to three sentences; fewer if the runs lack the statistics.

    gains: for each run (number of the run that it is compared with, speed-ups by seed), or None. The sentences
    are about the fastest run and the one that it is compared with; about the only run without a comparison.
    names: of the runs, if not those of their machines"""
    names = names or [run.name for run in runs]
    compared = [(index, gain) for index, gain in enumerate(gains or []) if gain and gain[0] != index]
    if not compared:
        return [*what_it_takes(runs[0]), *limit(runs[0])] if len(runs) == 1 else []
    index, (base, values) = max(compared, key=lambda one: estimate(one[1][1]).mean)
    return [faster(names[index], names[base], estimate(values)), *reason(runs[index], runs[base]), *limit(runs[index])]


def faster(name, base, gain):
    seeds = f" over {len(gain.values)} seeds" if len(gain.values) > 1 else ", with one seed"
    if len(gain.values) > 1 and abs(gain.mean - 1) <= gain.half:
        return (f"{name} is as fast as {base} within the 95 % interval of their speed-up, "
                f"{gain.text(3)}{seeds}.")
    return f"{name} is {gain.text(2)} times as fast as {base}{seeds}."


def what_it_takes(run):
    """Returns the mean of a miss and its waiting share, of a run without comparison."""
    amat, waiting = run.value(AMAT), run.value("run.amat_contention_ns")
    if not amat or waiting is None:
        return []
    return [f"An LLC miss of {run.name} takes {amat:,.0f} ns on average, {100 * waiting / amat:.0f} % of it waiting."]


def reason(run, base):
    """Returns the change of AMAT and its largest part, or of what changed instead."""
    after, before = run.value(AMAT), base.value(AMAT)
    if not after or not before:
        return []
    if abs(after / before - 1) < NOISE:
        return [f"Their AMAT is alike, {after:,.0f} ns; {other_reason(run, base)}."]
    kinds = kinds_of([run, base])
    change = {kind: ours - theirs for kind, ours, theirs in changes(run, base, kinds)}
    sentence = f"AMAT {'falls' if after < before else 'rises'} from {before:,.0f} to {after:,.0f} ns"
    if change:
        kind = (min if after < before else max)(change, key=change.get)
        sentence += f", most of it by {kind.label} ({change[kind]:+,.0f} ns): {kind.meaning}"
    return [sentence + "."]


def changes(run, base, kinds):
    ours, theirs = parts_of(run, kinds) or {}, parts_of(base, kinds) or {}
    return [(kind, ours.get(kind.name, 0), theirs.get(kind.name, 0)) for kind in kinds if ours and theirs]


def other_reason(run, base):
    """Returns a clause with the ratio of misses, barriers or instructions that differs most."""
    ratios = {}
    for label, path in (("LLC misses per 1000 instructions", "run.llc_mpki"),
                        ("instructions", "run.instructions"), ("time in barriers", "run.barrier_share")):
        ours, theirs = run.value(path), base.value(path)
        if ours and theirs:
            ratios[label] = ours / theirs
    if not ratios:
        return "the statistics name no other reason"
    label = max(ratios, key=lambda name: abs(ratios[name] - 1))
    return f"the largest difference is in {label}, {100 * (ratios[label] - 1):+.0f} %"


def limit(run):
    """Returns the kind of waiting that takes most of AMAT, and the busiest link."""
    kinds = [kind for kind in kinds_of([run]) if kind.contention]
    parts, amat = parts_of(run, kinds) or {}, run.value(AMAT)
    busy = [(stat["value"], f"{found[1]} {found[2]}") for path, stat in run.by_path.items()
            if (found := UTILISATION.match(path))]
    if not parts or not amat:
        return []
    kind = max(kinds, key=lambda each: parts.get(each.name, 0))
    link = f" The busiest link, {max(busy)[1]}, is busy {100 * max(busy)[0]:.0f} % of the time." if busy else ""
    return [f"Limited next by {kind.label}, {100 * parts[kind.name] / amat:.0f} % of its AMAT.{link}"]
