# SPDX-License-Identifier: Apache-2.0
"""Comparison of sampled phases with full phases, for plans with `sampling`.

Both exclude the last phase of a run, because the end of the program truncates it.
"""

from starnuma.campaign.grid import baseline_of
from starnuma.campaign.phases import full, total
from starnuma.campaign.results import estimate
from starnuma.campaign.tables import page_row, text_heads
from starnuma.report.content import Head, Section, Table
from starnuma.report.fold import folded
from starnuma.text_table import aligned

INTRO = ("Each phase runs alone, from its checkpoint; its first part represents all of its instructions. "
         "The last phase of a run is excluded, because the end of the program truncates it.")
FULL = "full"


class Samples:
    """Times by label and seed, of all phases and as sampled, for labels that have both."""

    def __init__(self, results, phases):
        self.results, self.sampling = results, results.plan.sampling
        self.times = {label: times for label in results.runs
                      if (times := self.times_of(label, phases))}

    def times_of(self, label, phases):
        runs, points = self.results.runs[label], self.results.points[label]
        if any(len(run.phases) < 2 for run in runs):
            return None  # no complete phase
        times = {FULL: [total(full(run)).time for run in runs]}
        for share in self.sampling.shares:
            sampled = [phases.sampled(point.key, run, share) for point, run in zip(points, runs)]
            if None in sampled:
                return None
            times[share] = [total(one).time for one in sampled]
        return times

    def rows(self):
        """Returns [(label, title, {full or share: values}, decimals)] of times, and of speed-ups if there is
        a baseline."""
        rows = []
        for label, times in self.times.items():
            rows.append((label, "time, us", {key: [ns / 1e3 for ns in values]
                                             for key, values in times.items()}, 1))
            base = self.times.get(baseline_of(label, self.results.plan, self.results.points.keys()))
            if base and base is not times:
                rows.append((label, "speed-up", {key: [a / b for a, b in zip(base[key], times[key])]
                                                 for key in times}, 3))
        return rows

    def heads(self):
        return [FULL, *(text for share in self.sampling.shares
                        for text in (f"first {share} %", "apart, %"))]

    def cells(self, by_key, decimals):
        """Returns texts: the value of all phases, then for each share its value and its difference in %."""
        texts = [estimate(by_key[FULL]).text(decimals)]
        for share in self.sampling.shares:
            apart = [100 * (own / whole - 1) for own, whole in zip(by_key[share], by_key[FULL])]
            texts += [estimate(by_key[share]).text(decimals), estimate(apart).text(1)]
        return texts

    def text(self):
        """Returns the table as text for a terminal."""
        rows = [[label.text(), label.workload, what, *self.cells(by_key, decimals)]
                for label, what, by_key, decimals in self.rows()]
        rows.insert(0, ["sampled", "workload", "", *self.heads()])
        return "\n".join(aligned(rows, 3)) + "\n"

    def section(self):
        rows = [page_row([label.text(), label.workload, what], self.cells(by_key, decimals))
                for label, what, by_key, decimals in self.rows()]
        heads = [*text_heads(["workload", ""]), *map(Head, self.heads())]
        caption = f"The first {self.sampling.warm_up} % of each phase for warming up"
        return Section("Sampling", INTRO, [folded(Table(caption, heads, rows, corner="machine"))])

    def document(self):
        """Returns a list with one dictionary per row: label, title, and values by share and seed."""
        return [{"run": label.text(), "workload": label.workload, "what": what,
                 "values": {str(key): values for key, values in by_key.items()}}
                for label, what, by_key, _ in self.rows()]
