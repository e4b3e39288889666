# SPDX-License-Identifier: Apache-2.0
"""Comparison of each run of a plan with its baseline, for plans with `differences`.

Reports how much time and AMAT differ. If the difference exceeds the limit of the plan, the comparison
names the terms that cause it. The terms are factors whose product is the ratio of the times."""

import math
from dataclasses import dataclass

from starnuma.campaign.grid import Label, baseline_of
from starnuma.campaign.results import Estimate, estimate
from starnuma.campaign.terms import TERMS, mean_terms, percent
from starnuma.latency import kinds_of, parts_of
from starnuma.report.fold import folded
from starnuma.report.content import Cell, Head, Row, Section, Table, unbroken

AMAT, MISSES = "run.amat_ns", "run.llc_misses"
NONE = "–"
LEAST = math.log(1.01)  # smallest term that is reported, as a logarithm
LEAST_SHARE = 0.02  # smallest latency kind that is reported, as a share of AMAT
IN_AMAT = ("unloaded", "contention")
TITLES = {"amat": "AMAT", **{name: title for name, title in TERMS.items() if name not in IN_AMAT}}
INTRO = ("Time and AMAT over those of the baseline, seed by seed. Terms are factors of the time, "
         "geometric means over the seeds: pending misses +10 % are fewer of them, which take 10 % more "
         "time. In brackets: ns of the mean miss.")


@dataclass
class Difference:
    """A row of the grid compared with its baseline."""

    label: Label
    time: Estimate  # ratio
    amat: Estimate = None  # ratio; None if a run has no misses
    terms: dict = None  # logarithms of the factors of the time
    kinds: dict = None  # latency kind -> its difference in the mean miss, ns
    base_amat: float = 0  # ns

    def is_within(self, percents):
        return all(abs(100 * (found.mean - 1)) <= percents for found in (self.time, self.amat) if found)

    def sentence(self):
        """Returns, for example, "AMAT +8 % (line queue +15, DRAM queue +5), pending misses -1 %"."""
        shown = largest(self.terms or {}, LEAST)
        return ", ".join(f"{TITLES[name]} {percent(term)}" + (self.brackets() if name == "amat" else "")
                         for name, term in shown) or NONE

    def brackets(self):
        shown = ", ".join(f"{kind} {ns:+.0f}" for kind, ns in largest(self.kinds, LEAST_SHARE * self.base_amat))
        return f" ({shown})" if shown else ""


def largest(values, least):
    """Returns [(name, value)] of the values with at least this magnitude, the largest first."""
    return sorted(((name, value) for name, value in values.items() if abs(value) >= least),
                  key=lambda item: -abs(item[1]))


def mean(values):
    return estimate(values).mean


def difference(label, pairs, time):
    """Returns the Difference of [(base run, own run)], one pair per seed."""
    amats = [[run.value(AMAT) for run in pair] for pair in pairs if all(run.value(MISSES) for run in pair)]
    if len(amats) < len(pairs):
        return Difference(label, time)
    terms = {name: -term for name, term in mean_terms(pairs).items()}  # factors of the time, not of the
                                                                       # speed-up
    folded = {"amat": sum(terms[name] for name in IN_AMAT),
              **{name: term for name, term in terms.items() if name not in IN_AMAT}}
    kinds = kinds_of([run for pair in pairs for run in pair])
    parts = [[parts_of(run, kinds) for run in pair] for pair in pairs]
    apart = {kind.label: mean(own[kind.name] - base[kind.name] for base, own in parts) for kind in kinds}
    return Difference(label, time, estimate(own / base for base, own in amats), folded, apart,
                      mean(base for base, _ in amats))


class Differences:
    """Differences of all rows that have another row as their baseline."""

    def __init__(self, results):
        self.within = results.plan.within
        self.found = []
        for label, runs in results.runs.items():
            base = baseline_of(label, results.plan, results.points.keys())
            gains = None if base == label else results.speedups(label, base)
            if gains is not None:
                pairs = list(zip(results.runs[base], runs))
                self.found.append(difference(label, pairs, estimate(1 / gain for gain in gains)))

    def heads(self):
        return ["time", "AMAT", f"within {self.within} %", "by"]

    def cells(self, one):
        close = one.is_within(self.within)
        return [one.time.text(3), one.amat.text(3) if one.amat else NONE, "yes" if close else "no",
                "" if close else one.sentence()]

    def text(self):
        """Returns the table as text for a terminal."""
        rows = [["compared with its baseline", "workload", *self.heads()],
                *([one.label.text(), one.label.workload, *self.cells(one)] for one in self.found)]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(cell.rjust(width) if i in (2, 3) else cell.ljust(width)
                                   for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
                         for row in rows) + f"\n\n{INTRO}\n"

    def section(self):
        rows = [self.page_row(one) for one in self.found]
        heads = [Head("workload", look="text"), *map(Head, self.heads()[:-1]), Head(self.heads()[-1], look="text")]
        return Section("Differences", INTRO, [folded(Table("Over the baseline", heads, rows, corner="run"))])

    def page_row(self, one):
        *short, sentence = self.cells(one)
        return Row(one.label.text(), [Cell(one.label.workload, "text"), *(Cell(unbroken(cell)) for cell in short),
                                      Cell(sentence, "text long")])

    def document(self):
        """Returns a list with one dictionary per row: ratios by seed, factors of the time, and ns by latency
        kind."""
        return [{"run": one.label.text(), "workload": one.label.workload, "within": one.is_within(self.within),
                 "time": one.time.values, "amat": one.amat and one.amat.values,
                 "terms": {name: math.exp(term) for name, term in (one.terms or {}).items()},
                 "latency_ns": one.kinds or {}} for one in self.found]
