# SPDX-License-Identifier: Apache-2.0
"""Fig. 14, the half on sampling: speed-ups from the first part of each phase, compared with full ones."""

import math

from starnuma.campaign.drawing import intervals
from starnuma.campaign.grid import Label
from starnuma.campaign.phases import full, total
from starnuma.campaign.results import estimate
from starnuma.evaluation import exhibit as ex
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, unbroken

SYSTEMS = ("baseline", "T16")
CLOSE = 0.05  # difference that needs no explanation
TERMS = {"misses": "number of misses", "amat": "AMAT", "in_flight": "pending misses"}
MEASURES = {"instructions per ns": lambda one: one.instructions / one.time,
            "AMAT, ns,": lambda one: one.amat}


def looks_of(shares):
    return {"full": Look("all of each phase", 0),
            **{share: Look(f"first {share} %", number + 1) for number, share in enumerate(shares)}}


def sampling(results, _, phases):
    stated = results.plan.sampling
    looks = looks_of(stated.shares)
    totals = totals_of(results, phases)
    rows, drawn, sentences = [], [], []
    for (core, workload), by_system in totals.items():
        name = f"{ex.short(workload)}, {core}"
        speedups = {key: [base / own for base, own in zip(times(by_system["baseline"][key]),
                                                          times(by_system["T16"][key]))]
                    for key in looks}
        drawn.append((name, {key: estimate(values) for key, values in speedups.items()}))
        for what, by_key in (("speed-up of T16", speedups),
                             *((f"{measure} of {system}", of_system(by_system[system], read))
                               for system in SYSTEMS for measure, read in MEASURES.items())):
            rows.append(row_of(f"{name}: {what}", by_key, 1 if "AMAT" in what else 3))
        sentences += [Text(sentence) for system in SYSTEMS for share in stated.shares
                      if (sentence := explained(f"{name}, {system}", share, by_system[system]))]
    heads = [Head("full"), *(Head(text) for share in stated.shares
                             for text in (f"first {share} %", "apart"))]
    panel = intervals("sampling", "Speed-up of T16, full and sampled", drawn, looks,
                      Scale("speed-up"))
    legend = [(look.label, Swatch(look.index)) for look in looks.values()]
    caption = f"Full and sampled, the first {stated.warm_up} % of each phase for warming up"
    return ex.Exhibit([Figure("sampling", [panel], legend),
                       Table(caption, heads, rows, corner="workload"), *sentences])


def totals_of(results, phases):
    """Returns {(core, workload): {system: {"full" or share: [[Total by phase] by seed]}}}.

    Omits workloads with an incomplete system."""
    totals = {}
    for workload in ex.workloads_of(results):
        for core, prefix in ex.CORES.items():
            systems = {system: of_runs(results, phases, prefix + system, workload)
                       for system in SYSTEMS}
            if all(systems.values()):
                totals[core, workload] = systems
    return totals


def of_runs(results, phases, machine, workload):
    label = Label(machine, workload)
    runs = results.runs.get(label)
    if not runs:
        return None
    found = {"full": [full(run) for run in runs]}
    for share in results.plan.sampling.shares:
        found[share] = [phases.sampled(point.key, run, share)
                        for point, run in zip(results.points[label], runs)]
        if None in found[share]:
            return None
    return found


def times(seeds):
    return [total(phases).time for phases in seeds]


def of_system(by_key, measure):
    totals = {key: [total(phases) for phases in seeds] for key, seeds in by_key.items()}
    return {key: [measure(one) for one in seeds] for key, seeds in totals.items()}


def row_of(name, by_key, decimals):
    cells = [Cell(unbroken(estimate(by_key["full"]).text(decimals)))]
    for share in [key for key in by_key if key != "full"]:
        apart = estimate([100 * (own / full - 1)
                          for own, full in zip(by_key[share], by_key["full"])])
        cells += [Cell(unbroken(estimate(by_key[share]).text(decimals))),
                  Cell(unbroken(f"{apart.text(1)} %"), "soft")]
    return Row(name, cells)


def explained(name, share, by_key):
    """Returns a sentence on the term and phase that cause the deviation of a sample; "" if it is small.

    The terms are those of Little's law, time = misses x AMAT / pending misses."""
    pairs = list(zip(by_key[share], by_key["full"]))
    totals = [(total(own), total(whole)) for own, whole in pairs]
    mean = {part: math.fsum(math.log(getattr(own, part) / getattr(whole, part))
                            for own, whole in totals) / len(totals) for part in ("time", *TERMS)}
    if abs(math.expm1(mean["time"])) <= CLOSE:
        return ""
    terms = sorted(TERMS, key=lambda term: -abs(mean[term]))
    parts = ", ".join(f"{TERMS[term]} {100 * math.expm1(mean[term]):+.0f} %" for term in terms)
    number, part = farthest(pairs)
    moving = [100 * math.fsum(one.moving / one.time for one in side) / len(totals)
              for side in zip(*totals)]
    return (f"{name}: time from the first {share} % is {100 * math.expm1(mean['time']):+.0f} % "
            f"apart: {parts}; phase {number} alone makes {100 * part:+.0f} %; pages move in "
            f"{moving[0]:.0f} % of the sampled time, in {moving[1]:.0f} % of all.")


def farthest(pairs):
    """Returns the phase that contributes most to the difference in time, and its share, as means over seeds."""
    parts = {}
    for sampled, whole in pairs:
        for number, (own, other) in enumerate(zip(sampled, whole), 1):
            part = (own.time - other.time) / total(whole).time / len(pairs)
            parts[number] = parts.get(number, 0.0) + part
    return max(parts.items(), key=lambda item: abs(item[1]))
