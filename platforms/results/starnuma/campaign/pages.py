# SPDX-License-Identifier: Apache-2.0
"""Writes the files of a plan's result folder; picture.svg is its first figure."""

from starnuma.campaign import drawing, tables
from starnuma.campaign.grid import baseline_of
from starnuma.campaign.differences import Differences
from starnuma.campaign.samples import Samples
from starnuma.report import page, standalone
from starnuma.report.content import Commands, Fold, Section
from starnuma.report.drawing import drawings
from starnuma.report.verdict import verdict
from starnuma.report.wiring import wiring_of


def write(folder, results, failed, phases=None, mixed=None):
    """mixed: the MixTable of a plan with mixed loads."""
    more = {"sampled": Samples(results, phases)} if phases else {}  # key in plan.json -> table
    if mixed:
        more["mixed"] = mixed
    if results.plan.within is not None:
        more["differences"] = Differences(results)
    text = "\n".join([tables.summary(results), *(table.text() for table in more.values())])
    page.write(folder / "summary.txt", text)
    page.write(folder / "plan.csv", tables.as_csv([results]))
    figures = drawing.figures_of(results) if results.runs else []
    if figures:
        page.write(folder / "picture.svg", standalone.file_of(figures[0]))
    page.write(folder / "report.html", html(results, figures, failed, more))
    page.write(folder / "plan.json", tables.as_json(results, failed, more))
    return text


def html(results, figures, failed, more):
    plan = results.plan
    sections = [Section("Results", plan.summary, [tables.page_table(results)]),
                *(table.section() for table in more.values()), Section("Figures", "", figures),
                *machines(results.runs), repeat(results.points, results.program)]
    if failed:
        sections.insert(0, Section("Failed", "Runs that gave no result.", [
            Commands([(why, command) for command, why in failed.items()])]))
    return page.page(plan.name, plan.summary, sections, lead(results))


def lead(results):
    """Returns the first sentences, about the first run of each row that has a baseline."""
    labels = list(results.runs)
    bases = [baseline_of(label, results.plan, results.points.keys()) for label in labels]
    speedups = [results.speedups(label) if base in results.runs else None for label, base in zip(labels, bases)]
    gains = [(labels.index(base), values) if values else None for base, values in zip(bases, speedups)]
    names = [label.text() + (f" with {label.workload}" if len({each.workload for each in labels}) > 1 else "")
             for label in labels]
    return verdict([results.runs[label][0] for label in labels], gains, names)


def machines(runs_by_label):
    """Returns a drawing and the effective configuration of each machine, policy and setting."""
    first = {}
    for label, runs in runs_by_label.items():
        name = " · ".join(filter(None, (label.machine, label.policy, label.setting)))
        first.setdefault(name, (label.machine, runs[0]))
    wired = differently_wired(first)
    return [Section("Machines", "Each way of wiring, drawn from the first run of it.",
                    drawings([first[name][1] for name in wired], wired)),
            Section("Configurations", "The first run of each; it runs again as it stands.",
                    [Fold(name, run.effective) for name, (_, run) in first.items()])]


def differently_wired(first):
    """Returns the names of runs whose components or links differ from those of all previous runs."""
    found = {}
    for name, (_, run) in first.items():
        wiring = wiring_of(run)
        if wiring:
            links = tuple((edge.a, edge.b, len(edge.busy)) for edge in wiring.edges)
            found.setdefault(links, name)
    return list(found.values())


def repeat(points_by_label, program):
    commands = [(" ".join(filter(None, vars(label).values())), points[0].command())
                for label, points in points_by_label.items()]
    return Section("Repeat", f"Program {program[:12]}.", [Commands(commands)])
