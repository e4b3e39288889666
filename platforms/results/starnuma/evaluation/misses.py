# SPDX-License-Identifier: Apache-2.0
"""LLC misses per instruction compared with the published ones, and the causes of the difference.

The causes are measured on machines of the plan that differ in one field, and on the instructions of real
programs."""

from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.characteristics import MACHINE, called
from starnuma.evaluation.methods import PREFIX
from starnuma.evaluation.reference import published_name
from starnuma.report.content import Cell, Head, Row, Table, Text, number, unbroken

L1, CORE = "L1 as written", PREFIX + "baseline"
NEAR = 1.5  # largest factor between two near values


def mpki(results, reference):
    """Shows LLC misses per 1000 instructions, their order, and the causes of differences."""
    rows, sentences, ours, real = [], [], {}, {}
    for workload in ex.workloads_of(results):
        name = called(results, workload)
        known = reference.mpki(published_name(workload))
        found = [ex.measured(results, machine, workload, "run.llc_mpki")
                 for machine in (MACHINE, L1, CORE)]
        if found[0] is None:
            continue
        ours[name] = found[0].mean
        real[name] = found[0].mean * instructions_term(workload, reference)
        apart = "" if known is None else f"{found[0].mean / known:.2f}"
        rows.append(Row(name, [*(Cell(unbroken(one.text(1)) if one else "–") for one in found),
                               Cell(number(known, 1), "soft"), Cell(apart, "soft")]))
        if known and not is_near(found[0].mean / known):
            sentences.append(Text(apart_by(name, workload, found, known, reference)))
    heads = [Head("as it is"), Head(L1), Head("published core"), Head("published"),
             Head("times the published")]
    sentences += [
        Text(f"Differences of more than a factor {NEAR} have terms, one after the other until the "
             "rest is less."),
        Text(f"Most misses first: {order_of(ours)}; over the instructions of the real programs, where "
             f"those are counted: {order_of(real)}; published: {' > '.join(reference.by_misses())}.")]
    return ex.Exhibit([Table("LLC misses per 1000 instructions", heads, rows, corner="workload"),
                       *sentences], {f"mpki.{name}": value for name, value in ours.items()})


def order_of(values):
    return " > ".join(sorted(values, key=lambda name: -values[name]))


def instructions_term(workload, reference):
    """Returns the change of MPKI if it is divided by the instructions that the real program executes."""
    count = reference.instructions(workload)
    return count["here"] / count["real"] if count else 1


def is_near(factor):
    return 1 / NEAR <= factor <= NEAR


def apart_by(name, workload, found, known, reference):
    """Returns the measured terms of a difference above NEAR, one after another until the rest is near."""
    real = instructions_term(workload, reference)
    steps = [("over the instructions of the real program", found[0] if real != 1 else None, real),
             ("with L1s as written", found[1], real)]
    left = found[0].mean / known
    text = f"{name}: {left:.2f} times the published"
    for label, misses, factor in steps:
        if misses and not is_near(left):
            left = factor * misses.mean / known
            text += f", {label} {left:.2f}"
    return text + "."
