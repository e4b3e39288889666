# SPDX-License-Identifier: Apache-2.0
"""Parts that all figures and tables of the evaluation share, and rows with published values."""

import math
from dataclasses import dataclass, field

from starnuma.campaign.drawing import intervals
from starnuma.campaign.grid import Label
from starnuma.campaign.results import Estimate, estimate, pace
from starnuma.evaluation.methods import METHOD, PREFIX
from starnuma.evaluation.reference import program_of, published_name
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, unbroken

CORES = {"ours": "", "published core": PREFIX, "published method": METHOD}  # -> prefix of machines
NEAREST = ("published method", "published core", "ours")  # to the publication, in descending order
LOOKS = {name: Look(name, index) for index, name in enumerate(CORES)}


@dataclass
class Exhibit:
    """One figure or table, made from the results of its plan."""

    blocks: list
    numbers: dict = field(default_factory=dict)  # name -> value, for the golden file
    statements: dict = field(default_factory=dict)  # statements of a publication: key -> Found


@dataclass
class Line:
    """A row of a table: one workload, or the mean over all."""

    name: str
    values: dict  # core -> Estimate
    published: float = None
    why: str = ""


def workloads_of(results):
    return list(dict.fromkeys(label.workload for label in results.points))


def short(workload):
    """Returns the publication's name of a workload, else the program's."""
    return published_name(workload) or program_of(workload)


def runs_of(results, machine, workload, setting=""):
    return results.runs.get(Label(machine, workload, "", setting))


def pairs_of(results, base, own, workload):
    """Returns [(base run, own run)], one per seed; empty if one of them failed."""
    return list(zip(runs_of(results, base, workload) or [], runs_of(results, own, workload) or []))


def speedups(results, base, own, workload, pace=pace):
    return [pace(a) / pace(b)
            for a, b in pairs_of(results, base, own, workload)]


def speedup_lines(results, base, own, published=lambda name: None, why=lambda *_: "", pace=pace):
    """Returns one Line per workload.

    published   function of a workload's name to its published value why         function of a core's
    prefix and a workload to a sentence"""
    lines = []
    for workload in workloads_of(results):
        values = {}
        for core, prefix in CORES.items():
            found = speedups(results, prefix + base, prefix + own, workload, pace)
            if found:
                values[core] = estimate(found)
        if values:
            name = published_name(workload)
            lines.append(Line(short(workload), values, published(name) if name else None,
                              why(workload)))
    return lines


def mean_line(lines, published=None, why=""):
    """Returns the geometric means over the workloads, one per seed, as a Line."""
    values = {}
    for core in CORES:
        columns = [line.values[core].values for line in lines if core in line.values]
        if columns:
            values[core] = estimate([geometric_mean(by_seed) for by_seed in zip(*columns)])
    return Line("geometric mean", values, published, why)


def geometric_mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def table(caption, lines, decimals, corner="workload"):
    """Returns a Table of our values, the published value and its difference from the nearest one, and
    sentences."""
    shown = [core for core in CORES if any(core in line.values for line in lines)]
    rows = []
    for line in lines:
        known = line.published
        near = nearest(line)
        apart = "" if not known or near is None else f"{100 * (near.mean / known - 1):+.0f} %"
        rows.append(Row(line.name, [
            *(Cell(unbroken(line.values[core].text(decimals)) if core in line.values else "–")
              for core in shown),
            Cell("–" if known is None else f"{known:,.{decimals}f}", "soft"),
            Cell(apart, "soft")]))
    heads = [*(Head("our core" if core == "ours" else core) for core in shown), Head("published"),
             Head("difference")]
    return [Table(caption, heads, rows, corner=corner),
            *(Text(f"{line.name}: {line.why}") for line in lines if line.why)]


def nearest(line):
    """Returns the value of a Line that is nearest to the publication, or None."""
    return next((line.values[core] for core in NEAREST if core in line.values), None)


def dots(name, title, lines, scale):
    """Returns a panel with one row per line: each core with intervals, the published value as a line."""
    rows = [(line.name, line.values) for line in lines]
    looks = {core: look for core, look in LOOKS.items() if any(core in line.values for line in lines)}
    core = next(core for core in NEAREST if core in looks)
    known = {line.name: {core: line.published} for line in lines if line.published is not None}
    panel = intervals(name, title, rows, looks, Scale(scale), known)
    legend = [(look.label, Swatch(look.index)) for look in looks.values()]
    if known:
        legend.append(("published, a line", Swatch(None, "line")))
    return Figure(name, [panel], legend)


def measured(results, machine, workload, path, factor=1, setting=""):
    """Returns a statistic's Estimate over seeds, or None."""
    runs = runs_of(results, machine, workload, setting)
    values = [run.value(path) for run in runs or []]
    if not values or None in values:
        return None
    return estimate([factor * value for value in values])


def statistic_lines(results, machine, path, published=lambda name: None, factor=1,
                    why=lambda *_: ""):
    lines = []
    for workload in workloads_of(results):
        values = {core: found for core, prefix in CORES.items()
                  if (found := measured(results, prefix + machine, workload, path, factor))}
        if values:
            name = published_name(workload)
            lines.append(Line(short(workload), values, published(name) if name else None,
                              why(workload)))
    return lines


def numbers(prefix, lines):
    """Returns {name: value} for the golden file; values are with the published core if it ran, else with
    ours."""
    return {f"{prefix}.{line.name}".replace(" ", "_").replace(",", ""):
            (line.values.get("published core") or line.values["ours"]).mean for line in lines}


def constant(value):
    return Estimate(value, 0.0, (value,))
