# SPDX-License-Identifier: Apache-2.0
"""Writes the result folder of exhibits: one page with a section for each, and a figure as picture.svg."""

import json
from dataclasses import dataclass

from starnuma.campaign.pages import machines, repeat
from starnuma.campaign.tables import as_csv
from starnuma.evaluation.methods import notes
from starnuma.evaluation.reference import Reference
from starnuma.report import page, standalone
from starnuma.report.content import Commands, Figure, Section, Table, Text
from starnuma.text_table import aligned


@dataclass
class Page:
    title: str
    intro: str
    picture: str  # name of the figure for picture.svg; empty: the first


EVALUATION = Page("Evaluation", (
    "Measured and published values. Each value is a mean over seeds with its 95 % interval "
    "(Student's t), ratios seed by seed. The published core is that of the publication's "
    "simulator; differences are of its runs by the published method, if there are any. Terms follow from statistics by Little's law: time is "
    "misses x AMAT / pending misses."), "fig8a")
OTHERS = Page("Other systems", (
    "Statements of other publications about their machines, each with the value measured here. "
    "If a statement does not hold, measured terms explain why."), "")
CHARACTERISTICS = Page("Characteristics", (
    "Characteristics of workloads on one machine, next to the published values. Each value is a mean over "
    "seeds with its 95 % interval (Student's t); curves and bars are those of the first seed."), "mix")


def write(kind, options, size, items, results, failed, phases=None):
    """Writes all files of a Page, its numbers and a summary."""
    reference = Reference(options.platforms)
    sections, numbers, statements, text = [], {}, {}, [f"{kind.title} at size {size}"]
    for each in items:
        found = [results[plan] for plan in each.plans]
        cut = [plan for plan in found if len(plan.runs) < len(plan.points)]
        if cut:
            sections.append(Section(each.title, "Some of its runs failed.",
                                    [missing(plan) for plan in cut]))
            continue
        exhibit = each.exhibit(results, reference, phases)
        numbers.update(exhibit.numbers)
        statements.update(exhibit.statements)
        sections.append(Section(each.title, found[0].plan.summary,
                                [*exhibit.blocks, *notes(found[0])]))
        for block in exhibit.blocks:
            if isinstance(block, Table):
                text += ["", f"{each.title}: {block.caption}", *as_text(block)]
            elif isinstance(block, Text):
                text.append(f"  {block.text}")
    if failed:
        sections.insert(0, Section("Failed", "Runs that gave no result.", [
            Commands([(why, command) for command, why in failed.items()])]))
    sections += closing(results)
    summary = "\n".join(text).replace("\u00a0", " ") + "\n"
    folder = options.output
    headline = [block for section in sections for block in section.blocks
                if isinstance(block, Figure) and kind.picture in ("", block.name)]
    if headline:
        page.write(folder / "picture.svg", standalone.file_of(headline[0]))
    page.write(folder / "summary.txt", summary)
    page.write(folder / "plan.csv", as_csv(results.values()))
    page.write(folder / "report.html", page.page(f"{kind.title}, size {size}", kind.intro, sections))
    page.write(folder / "plan.json", json.dumps(
        {"size": size, "figures": [each.name for each in items], "values": numbers,
         **({"statements": statements} if statements else {}), "failed": failed}, indent=1) + "\n")
    return numbers, summary


def missing(results):
    return Commands([(" ".join(filter(None, vars(label).values())), points[0].command())
                     for label, points in results.points.items() if label not in results.runs])


def closing(results):
    """Returns drawings, configurations and commands of each plan's first workload."""
    runs, points = {}, {}
    for each in results.values():
        workload = next(iter(each.points)).workload
        runs.update({label: found for label, found in each.runs.items()
                     if label.workload == workload})
        points.update({label: found for label, found in each.points.items()
                       if label.workload == workload})
    return [*machines(runs), repeat(points, each.program)]


def as_text(table):
    rows = [[table.corner, *(head.text for head in table.heads)],
            *([row.label, *(cell.text for cell in row.cells)] for row in table.rows)]
    return aligned(rows, 1)
