# SPDX-License-Identifier: Apache-2.0
"""Figures of speed-ups, latencies and mixes.

Each function takes its plan's results and the published values and returns an Exhibit."""

from copy import copy

from starnuma.campaign.results import pace_outside_barriers
from starnuma.campaign.terms import mean_terms
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.explain import (amat_sentence, gain_sentence, published_terms,
                                         speedup_sentence)
from starnuma.evaluation.methods import METHOD, PREFIX
from starnuma.evaluation.reference import CLASSES, published_name
from starnuma.report.bars import Bar, Look, Scale, stacked
from starnuma.report.classes import looks_of, shares
from starnuma.report.content import Figure, Swatch, Text
from starnuma.report.sharing import sharing
from starnuma.published import Published

PARTS = {"unloaded": Look("unloaded", 0), "contention": Look("contention", 3, True)}
EIGHT = "published: over eight workloads, FMI and POA among them"


def gains(results, base, own, average, note="", known=None, reference=None):
    """Returns an Exhibit of speed-ups by workload with their terms, and published ones if they are known."""
    def why(workload):
        pairs = ex.pairs_of(results, METHOD + base, METHOD + own, workload) \
            or ex.pairs_of(results, PREFIX + base, PREFIX + own, workload)
        return gain_terms(pairs, workload, reference if known else None)
    lines = ex.speedup_lines(results, base, own, known or (lambda name: None), why)
    lines.append(ex.mean_line(lines, average, note))
    return lines


def gain_terms(pairs, workload, reference):
    """Returns a sentence on the terms of the gain of `pairs`, next to published ones with a reference."""
    if not pairs:
        return ""
    ours, name = mean_terms(pairs), published_name(workload)
    if reference is None or name is None:
        return gain_sentence(ours)
    return speedup_sentence(ours, published_terms(reference.system(name, "baseline"),
                                                  reference.system(name, "starnuma")))


def speedup_exhibit(name, title, lines):
    return ex.Exhibit([ex.dots(name, title, lines, "speed-up"), *ex.table(title, lines, 3)],
                      ex.numbers(name, lines[-1:]))


def fig8a(results, reference):
    t16 = gains(results, "baseline", "T16", reference.average("speedup_t16"),
                EIGHT, reference.speedup, reference)
    t0 = gains(results, "baseline", "T0", reference.average("speedup_t0"))
    made = speedup_exhibit("fig8a", "Speed-up of T16 over the baseline", t16)
    other = speedup_exhibit("fig8a-t0", "Speed-up of T0 over the baseline", t0)
    outside = ex.speedup_lines(results, "baseline", "T16", pace=pace_outside_barriers)
    return ex.Exhibit([*made.blocks,
                       *ex.table("Speed-up of T16 outside barriers and before threads' ends",
                                 [*outside, ex.mean_line(outside)], 3), *other.blocks],
                      {**ex.numbers("fig8a.T16", t16), **ex.numbers("fig8a.T0", t0[-1:])})


def fig8b(results, reference):
    """Shows AMAT, its unloaded part and contention."""
    blocks, numbers = [], {}
    for system, which in (("baseline", "baseline"), ("T16", "starnuma")):
        bars = []
        for workload in ex.workloads_of(results):
            name = published_name(workload)
            known = reference.system(name, which) if name else None
            for core, prefix in ex.CORES.items():
                parts = parts_of(results, prefix + system, workload)
                if parts:
                    bars.append(Bar(f"{ex.short(workload)}, {core}", parts))
            if known:
                bars.append(Bar(f"{name}, published", {"unloaded": known.unloaded,
                                                       "contention": max(known.contention, 0)}))
        title = f"AMAT of {system}, ns"
        described = "; ".join(f"{bar.label} {sum(bar.parts.values()):.0f}" for bar in bars)
        drawn = stacked(f"fig8b-{system}", title, described, bars, PARTS, Scale())
        blocks.append(Figure(f"fig8b-{system}", [drawn],
                             [(look.label, Swatch(look.index, "hatched" if look.hatched else
                                                  "fill")) for look in PARTS.values()]))

        def why(workload, system=system, which=which):
            name = published_name(workload)
            parts = parts_of(results, PREFIX + system, workload)
            if not name or not parts:
                return ""
            return amat_sentence(parts["unloaded"], parts["contention"],
                                 reference.system(name, which))
        lines = ex.statistic_lines(
            results, system, "run.amat_ns",
            lambda name, which=which: reference.system(name, which).amat, why=why)
        blocks += ex.table(title, lines, 0)
        numbers.update(ex.numbers(f"fig8b.{system}", lines[:1]))
    return ex.Exhibit(blocks, numbers)


def parts_of(results, machine, workload):
    found = {part: ex.measured(results, machine, workload, f"run.amat_{part}_ns")
             for part in PARTS}
    return {} if None in found.values() else {part: value.mean for part, value in found.items()}


def fig8c(results, reference):
    """Shows the source of the data of misses by class."""
    blocks = []
    for system, which in (("baseline", "baseline"), ("T16", "starnuma")):
        rows, farthest = [], []
        for workload in ex.workloads_of(results):
            name = published_name(workload)
            known = reference.system(name, which).mix if name else None
            for core, prefix in ex.CORES.items():
                mix = mix_of(results, prefix + system, workload)
                rows.append((f"{ex.short(workload)}, {core}", mix))
                if known and mix and prefix:
                    apart = max(CLASSES, key=lambda each: abs(mix.get(each, 0) - known[each]))
                    farthest.append(f"{name} {apart.replace('_', ' ')} "
                                    f"{100 * (mix.get(apart, 0) - known[apart]):+.0f} points")
            if known:
                rows.append((f"{name}, published", known))
        all_runs = [run for runs in results.runs.values() for run in runs[:1]]
        blocks += shares(f"fig8c-{system}", f"Access mix of {system}, %", rows, looks_of(all_runs))
        blocks.append(Text("The class that is farthest from the published mix: "
                           + "; ".join(farthest) + "."))
    return ex.Exhibit(blocks)


def mix_of(results, machine, workload):
    found = {each: ex.measured(results, machine, workload, f"run.access_mix.{each}")
             for each in CLASSES}
    return {each: value.mean for each, value in found.items() if value is not None}


def fig9(results, _):
    lines = gains(results, "baseline", "oracle", None)
    return speedup_exhibit("fig9", "Speed-up of the pool, both systems placed by an oracle", lines)


def fig10(results, reference):
    lines = gains(results, "baseline", "T16 switched", reference.average("speedup_switch_270ns"))
    return speedup_exhibit("fig10", "Speed-up of T16 behind a CXL switch", lines)


def fig11(results, reference):
    blocks, means = [], {}
    for own, title, key in (
            ("baseline iso", "Baseline with the pool's bandwidth on its links",
             "baseline_iso_bw"),
            ("baseline double", "Baseline with every coherent link doubled", None),
            ("T16 half", "T16 with half the pool's bandwidth", None), ("T16", "T16", None)):
        lines = gains(results, "baseline", own, reference.average(key) if key else None)
        means[own] = lines[-1]
        blocks += speedup_exhibit(f"fig11-{own.replace(' ', '-')}", title, lines).blocks
    for sentence in ratio_sentences(means, reference):
        blocks.append(Text(sentence))
    return ex.Exhibit(blocks, {name: value for own, line in means.items()
                               for name, value in ex.numbers(f"fig11.{own}", [line]).items()})


def ratio_sentences(means, reference):
    """Returns sentences on the two ratios that are published as such."""
    for above, below, key in (("T16", "baseline double", "t16_over_2x_bw"),
                              ("T16 half", "baseline iso", "half_bw_over_iso_bw")):
        gains = [f"{100 * (means[above].values[core].mean / means[below].values[core].mean - 1):+.0f}"
                 f" % ({core})" for core in ex.CORES
                 if core in means[above].values and core in means[below].values]
        yield f"{above} over {below}: {', '.join(gains)}; published: {100 * (reference.average(key) - 1):+.0f} %."


def fig12(results, reference):
    lines = gains(results, "baseline", "T16 small", reference.average("small_pool_1_17"))
    return speedup_exhibit("fig12", "Speed-up of T16 with a pool of 1/17 of the footprint", lines)


def fig14(results, _):
    lines = gains(results, "baseline", "T16", None)
    return speedup_exhibit("fig14", "Speed-up of T16 with eight cores a socket", lines)


def snoop_filter(results, _):
    """Speed-up of T16 by the size of the pool device's snoop filter."""
    blocks, means = [], {}
    for machine in results.plan.machines[1:]:
        share = machine.name.removeprefix("T16 ").removesuffix(" x")
        lines = gains(results, "baseline", machine.name, None)
        means[share] = lines[-1]
        blocks += speedup_exhibit(f"snoop-filter-{share}",
                                  f"Speed-up of T16 with a snoop filter of {share} times the lines "
                                  "of all caches", lines).blocks
    blocks.append(Text(enough_sentence({share: line.values["ours"].mean
                                        for share, line in means.items()})))
    return ex.Exhibit(blocks, {name: value for share, line in means.items() for name, value in
                               ex.numbers(f"snoop_filter.{share.replace('.', '_')}", [line]).items()})


def enough_sentence(gain_by_share, tolerance=0.02):
    """Names the smallest filter whose geometric mean is at most `tolerance` (a ratio) below that of
    the largest one. gain_by_share: mean speed-up by multiple of the cached lines, at least one."""
    largest = max(gain_by_share, key=float)
    enough = min((share for share, gain in gain_by_share.items()
                  if gain >= gain_by_share[largest] * (1 - tolerance)), key=float)
    return (f"The smallest snoop filter within {100 * tolerance:g} % of the speed-up with {largest} "
            f"times the cached lines has {enough} times the cached lines.")


def cdf(key, program):
    def exhibit(results, reference):
        points = reference.sharing(key)
        first = [copy(runs[0]) for runs in results.runs.values()]
        published = [Published("baseline", {}, set(), None, points)]
        for run, label in zip(first, results.runs):
            run.name = f"{ex.short(label.workload)}, " + \
                ("published core" if label.machine.startswith(PREFIX) else "our core")
        sentences = []
        for what, plural in (("pages", "pages"), ("misses", "accesses")):
            theirs = dict(points[what]).get(8)
            ours = [f"{100 * dict(run.numbered(f'run.sharing.{what}')).get(8, 1):.0f} % "
                    f"({run.name})" for run in first]
            sentences.append(Text(f"Share of {plural} with at most 8 sharers: {', '.join(ours)}; "
                                  f"published {100 * theirs:.0f} % ({program})."))
        return ex.Exhibit([*sharing(first, published, key), *sentences],
                          {f"{key}.pages_to_8": dict(first[0].numbered("run.sharing.pages"))[8]})
    return exhibit


fig2 = cdf("fig2_bfs_cdf", "BFS")
fig13 = cdf("fig13_tc_cdf", "TC")
