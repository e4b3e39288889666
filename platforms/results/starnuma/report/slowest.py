# SPDX-License-Identifier: Apache-2.0
"""Slowest accesses: what each waited for, and the commands that show it."""

from collections import Counter

from starnuma.latency import kinds_of
from starnuma.report import classes
from starnuma.report.access_line import access_line
from starnuma.report.content import Cell, Commands, Fold, Head, Heading, Row, Table, Text
from starnuma.report.fold import folded
from starnuma.slow import commands, worst_of

SHOWN = 8
DRAWN = 24  # on the time line


def slowest(runs, folders):
    """Returns a table and commands per run; `folders` name each run's folder in commands."""
    blocks = []
    for number, (run, folder) in enumerate(zip(runs, folders)):
        accesses = worst_of(run)
        if accesses:
            kinds = kinds_of([run])
            shown = accesses[:SHOWN]
            blocks += [Heading(run.name), Text(cause(accesses, kinds)),
                       access_line(run, number, accesses[:DRAWN], kinds, folder), table(run, shown, kinds),
                       Commands(commands(shown[0], folder, run, kinds))]
        if len(accesses) > 1:
            blocks.append(Fold("Commands for the others in the table", block=Commands(
                [command for slow in shown[1:] for command in commands(slow, folder, run, kinds)])))
    return blocks


def cause(accesses, kinds):
    """Returns a sentence: the largest part of the slowest access, and how many others share it."""
    first = accesses[0]
    kind, share = first.main
    alike = sum(slow.main[0] == kind for slow in accesses)
    line, same = Counter(slow.line for slow in accesses).most_common(1)[0]
    what = next((f"{each.label}: {each.meaning}" for each in kinds if each.name == kind), kind)
    text = (f"The slowest access takes {first.latency_ns:,.0f} ns, {100 * share:.0f} % of it "
            f"{what}. The same is most of {alike} of the {len(accesses)} slowest.")
    if same > 1:
        text += f" {same} of these are to one line, 0x{line:x}."
    return text


def label_of(name, kinds):
    return next((kind.label for kind in kinds if kind.name == name), name)


def table(run, accesses, kinds):
    rows = []
    for slow in accesses:
        kind, share = slow.main
        rows.append(Row(f"#{slow.transaction}", [
            Cell(f"{slow.latency_ns:,.1f}"), Cell(f"{slow.contention_ns(kinds):,.1f}"),
            Cell(f"{100 * share:.0f} % {label_of(kind, kinds)}", "text"),
            Cell(classes.label_of(slow.access_class), "text"), Cell(slow.core, "text"),
            Cell(slow.home, "text"), Cell(f"0x{slow.line:x}", code=True),
            Cell(f"{slow.issued / 1e6:,.3f}")]))
    heads = [Head("ns"), Head("waiting"), Head("mostly", look="text"), Head("class", look="text"),
             Head("core", look="text"), Head("home", look="text"), Head("line"),
             Head("asked at, us")]
    return folded(Table(f"Slowest accesses of {run.name}", heads, rows, corner="access"))
