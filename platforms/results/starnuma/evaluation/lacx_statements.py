# SPDX-License-Identifier: Apache-2.0
"""Statements of LACX's publication on its evaluation, each checked against statistics."""

import math

from starnuma.campaign.results import estimate
from starnuma.evaluation import nodes, shift
from starnuma.evaluation.statements import (Statement, as_change, change_text, percent_of,
                                            same_sign, within)

GROUPS = ("migrated_to_cxl", "single_instance_slowdown", "multi_instance", "memory_pressure_mg_d",
          "bandwidth")
BASE, OWN, DEALT = "autonuma", "lacx", "page_interleave"
CXL = "memory_node0"
TESTBED = "lacx_testbed"
MIGRATED = {"shm_bench_2g_32t": "shm", "shm_bench_range": "shm", "ycsb_a_800m_32t": "YCSB-A",
            "ycsb_a_range": "YCSB-A", "npb_cg_d": "cg", "npb_mg_d": "mg"}
SINGLE = {"shm_bench": "shm", "ycsb_a": "YCSB-A", "npb_cg_d": "cg"}
SEVERAL = {"ycsb_a_10x": "YCSB-A", "mg": "mg", "lu": "lu", "bt": "bt", "cg": "cg"}
YCSB = {"50": "YCSB-A", "95": "YCSB-B", "100": "YCSB-C"}


def called(workload):
    """Returns "mg" for "mg:scale=13,cycles=8@..."; several instances have the name of one."""
    name, _, rest = workload.partition("@")[0].partition(":")
    options = dict(word.split("=") for word in rest.split(","))
    return YCSB[options.get("reads", "50")] if name == "kv" else name


class Runs:
    """Pairs of runs of one plan, without and with LACX."""

    def __init__(self, results):
        self.results = results

    def of(self, machine, name, policy):
        """Returns the runs of a program under a policy, one per seed."""
        for label, runs in self.results.runs.items():
            if (label.machine, label.policy) == (machine, policy) and \
                    called(label.workload) == name:
                return runs
        raise KeyError(f"no run of {name} on {machine}")

    def pair(self, machine, name):
        return self.of(machine, name, BASE), self.of(machine, name, OWN)

    def names(self):
        return list(dict.fromkeys(called(label.workload) for label in self.results.points))

    def machines(self):
        return [machine.name for machine in self.results.plan.machines]


class Measured:
    """Runs of all plans that the statements are about."""

    def __init__(self, single, several, several_mg, pressure, spread):
        self.single, self.pressure, self.spread = Runs(single), Runs(pressure), Runs(spread)
        self.instances = {name: Runs(results) for results in (several, several_mg)
                          for name in Runs(results).names()}

    def rules(self):
        rules = {}
        for key, name in MIGRATED.items():
            rules[f"migrated_to_cxl.{key}"] = self.rule(self.migrated, name)
        for key, name in SINGLE.items():
            rules[f"single_instance_slowdown.{key}"] = self.rule(self.single_change, name)
        for key, name in SEVERAL.items():
            rules[f"multi_instance.{key}"] = self.rule(
                self.changed, lambda name=name: self.instances[name].pair(TESTBED, name))
        for key in ("2_5_to_1", "1_5_to_1", "1_to_1_5"):
            rules[f"memory_pressure_mg_d.dram_to_cxl_{key}"] = self.rule(
                self.changed, lambda key=key: self.pressure.pair(f"{TESTBED}_{key}", "mg"))
        for key, function in (("cxl_node_average", self.cxl_average),
                              ("total_average", self.total_average),
                              ("kernel_high_tier_peak_mbps", self.peak),
                              ("lacx_cxl_mbps", self.cxl_bandwidth)):
            rules[f"bandwidth.{key}"] = self.rule(function)
        return rules

    @staticmethod
    def rule(function, *words):
        return lambda name, known: function(name, known, *words)

    def migrated(self, name, known, program):
        runs = self.single.of(TESTBED, program, OWN)
        share = estimate([run.value(f"{shift.heads_of(run)[0]}.migration.shared_pages_share")
                          for run in runs])
        bounds = [f"{100 * value:.0f}" for value in known] if isinstance(known, list) else \
            [f"{100 * known:.1f}"]
        return Statement(name, "–".join(bounds) + " %", percent_of(share),
                         within(known, share.mean), scanned(runs[0]))

    @staticmethod
    def changed(name, known, pair):
        bases, owns = pair()
        found = shift.change(bases, owns)
        return Statement(name, as_change(known), change_text(found), same_sign(known, found.mean),
                         shift.sentence(shift.pairs_of(bases, owns)))

    def single_change(self, name, known, program):
        made = self.changed(name, known, lambda: self.single.pair(TESTBED, program))
        made.why += self.dealt(program)
        return made

    def dealt(self, program):
        """Returns a sentence on the cost of pages on the CXL node for a program; "" if it was not run."""
        if program not in self.spread.names():
            return ""
        pairs = shift.pairs_of(self.single.of(TESTBED, program, BASE),
                               self.spread.of(TESTBED, program, DEALT))
        return "; with a third of its pages on each node, regardless of their use, " \
               f"{shift.sentence(pairs)}"

    def bandwidths(self, policy, wanted):
        """Returns the mean bandwidth over the sets of instances, MB/s by seed; `wanted` selects the nodes."""
        columns = []
        for name, runs in self.instances.items():
            found = runs.of(TESTBED, name, policy)
            columns.append([nodes.mean_bandwidth(run, [node for node in nodes.bandwidth(run)
                                                       if wanted(node)]) for run in found])
        return [math.fsum(values) / len(values) for values in zip(*columns)]

    def average(self, name, known, wanted):
        base, own = self.bandwidths(BASE, wanted), self.bandwidths(OWN, wanted)
        found = estimate([b / a - 1 for a, b in zip(base, own)])
        return Statement(name, as_change(known), change_text(found), same_sign(known, found.mean),
                         f"{base[0]:,.0f} MB/s before and {own[0]:,.0f} with LACX, where times "
                         f"change: {self.times()}")

    def times(self):
        return ", ".join(f"{name} {as_change(shift.change(*runs.pair(TESTBED, name)).mean)}"
                         for name, runs in self.instances.items())

    def cxl_average(self, name, known):
        return self.average(name, known, lambda node: node == CXL)

    def total_average(self, name, known):
        return self.average(name, known, lambda node: True)

    def peak(self, name, known):
        """Returns a sentence on the peak bandwidth of a socket's memory with NUMA balancing alone."""
        found = max((value, program) for program, runs in self.instances.items()
                    for run in runs.of(TESTBED, program, BASE)
                    for node, points in nodes.bandwidth(run).items() if node != CXL
                    for _, value in points)
        run = self.instances[found[1]].of(TESTBED, found[1], BASE)[0]
        return Statement(name, f"{known:,} MB/s", f"{found[0]:,.0f} MB/s", within(known, found[0]),
                         f"in {found[1]}, whose cores have {in_flight(run):.1f} misses pending for "
                         f"{amat(run):.0f} ns: {supply(run):,.0f} MB/s of misses in all")

    def cxl_bandwidth(self, name, known):
        found = estimate(self.bandwidths(OWN, lambda node: node == CXL))
        shares = ", ".join(f"{program} {100 * on_cxl(runs.of(TESTBED, program, OWN)[0]):.0f} %"
                           for program, runs in self.instances.items())
        return Statement(name, "–".join(f"{value:,}" for value in known) + " MB/s",
                         found.text(0) + " MB/s", within(known, found.mean),
                         f"pages there at the end: {shares}")


def scanned(run):
    """Returns a sentence that explains the number of moved pages by faults and scans."""
    head = shift.heads_of(run)[0]

    def of(path):
        return run.value(f"{head}.migration.{path}") or 0
    kinds = {f"{a} {b}": of(f"faults_{a}_{b}") for a in ("private", "shared")
             for b in ("local", "remote")}
    total = sum(kinds.values()) or 1
    faults = of("page_faults") / (run.value(f"{head}.pages.total") or 1)
    return (f"{of('scan_passes'):.0f} passes of the scan, {faults:.1f} faults a page, " +
            ", ".join(f"{100 * count / total:.0f} % {kind}" for kind, count in kinds.items()) +
            "; half of the pages that moved were there after "
            f"{100 * half_way(run):.0f} % of the time")


def half_way(run):
    """Returns the share of the time after which half of the maximum of pages was on the CXL node."""
    column = next(name for name in run.memory[0] if name.endswith("." + CXL))
    most = max(row[column] for row in run.memory)
    span = run.memory[-1]["time_ns"] or 1
    return next(row["time_ns"] for row in run.memory if row[column] >= most / 2) / span


def in_flight(run):
    return run.value("run.pending_misses_per_core")


def amat(run):
    return run.value("run.amat_ns")


def supply(run):
    return 1000 * 64 * run.value("run.llc_misses") / run.value("run.time_ns")


def on_cxl(run):
    """Returns the share of all pages that is on the CXL node at the end."""
    last = {column: pages for column, pages in run.memory[-1].items() if column != "time_ns"}
    return sum(pages for column, pages in last.items() if column.endswith("." + CXL)) / \
        sum(last.values())
