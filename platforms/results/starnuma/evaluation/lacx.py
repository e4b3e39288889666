# SPDX-License-Identifier: Apache-2.0
"""LACX compared with NUMA balancing alone: pages that move to the CXL node, times, and bandwidth."""

from starnuma.campaign.drawing import intervals
from starnuma.campaign.results import estimate
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation import nodes, shift
from starnuma.evaluation.lacx_statements import (BASE, GROUPS, OWN, SEVERAL, SINGLE, TESTBED,
                                                 Measured)
from starnuma.evaluation.statements import (as_change, as_data, blocks, change_text, checked,
                                            leaves, percent_of, read_published)
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, unbroken


def claim(block, measured):
    """Compares the gain in the abstract with the largest published gain and with ours."""
    known = {**block["multi_instance"], **{f"mg, {key}": value for key, value in
                                           block["memory_pressure_mg_d"].items()}}
    best = min((value, key) for key, value in known.items() if key != "note")
    pairs = {f"{name}, one": measured.single.pair(TESTBED, name)
             for name in measured.single.names()}
    pairs |= {f"{name}, several": runs.pair(TESTBED, name)
              for name, runs in measured.instances.items()}
    pairs |= {f"mg on {machine}": measured.pressure.pair(machine, "mg")
              for machine in measured.pressure.machines()}
    ours = min((shift.change(*pair).mean, name) for name, pair in pairs.items())
    slow = max(block["single_instance_slowdown"].items(), key=lambda item: item[1])
    return Text(f"The abstract says up to {100 * block['abstract_gain_up_to']:.0f} %. The largest "
                f"gain of the published evaluation is {-100 * best[0]:.0f} % ({best[1]}), its "
                f"largest loss {100 * slow[1]:.0f} % ({slow[0]}, one instance). Here the best time "
                f"is {as_change(ours[0])} ({ours[1]}).")


def lacx(results, reference, several, several_mg, pressure, spread):
    measured = Measured(results, several, several_mg, pressure, spread)
    block = read_published(reference.platforms, "other_systems")["lacx"]
    found = checked(leaves(block, GROUPS), measured.rules())
    single, pressed = measured.single, measured.pressure
    first = [(f"{name}, {policy}", single.of(TESTBED, name, policy)[0])
             for name in ("shm", "YCSB-A", "cg", "mg") for policy in (BASE, OWN)]
    worst = pressed.machines()[-1]
    many = [(f"mg on {worst}, {policy}", pressed.of(worst, "mg", policy)[0])
            for policy in (BASE, OWN)]
    many += [(f"{name} several times, {policy}", runs.of(TESTBED, name, policy)[0])
             for name, runs in measured.instances.items() for policy in (BASE, OWN)]
    return ex.Exhibit([
        *blocks("LACX over NUMA balancing alone: each statement of its evaluation", found),
        claim(block, measured), times(measured, block), *single_programs(single),
        *nodes.memory_figures("lacx-memory", [each for each in first if each[0].endswith(OWN)]),
        nodes.bandwidth_figure("lacx-bandwidth", first[:4] + many[:2]),
        nodes.bandwidth_table(first + many)],
        statements=as_data({each.name: each for each in found}))


def times(measured, block):
    """Shows execution times relative to NUMA balancing alone, and the published ones."""
    rows, known = [], {}
    for name in measured.single.names():
        rows.append((name, {"here": over(measured.single.pair(TESTBED, name))}))
    for key, name in SINGLE.items():
        known[name] = {"here": 1 + block["single_instance_slowdown"][key]}
    for key, name in SEVERAL.items():
        label = f"{name}, several"
        rows.append((label, {"here": over(measured.instances[name].pair(TESTBED, name))}))
        known[label] = {"here": 1 + block["multi_instance"][key]}
    for machine in measured.pressure.machines():
        ratio = machine.removeprefix(TESTBED + "_")
        label = f"mg, {ratio.replace('_to_', ':').replace('_', '.')}"
        rows.append((label, {"here": over(measured.pressure.pair(machine, "mg"))}))
        known[label] = {"here": 1 + block["memory_pressure_mg_d"][f"dram_to_cxl_{ratio}"]}
    drawn = intervals("lacx-times", "Execution time over NUMA balancing alone", rows,
                      {"here": Look("here", 0)}, Scale("times"), known)
    legend = [("here", Swatch(0)), ("published, a line", Swatch(None, "line"))]
    return Figure("lacx", [drawn], legend, heading="Execution time with LACX")


def over(pair):
    return estimate([1 + value for value in shift.change(*pair).values])


def single_programs(single):
    """Shows one program at a time: where its pages end up, its time, and the terms of its time."""
    rows, sentences = [], []
    for name in single.names():
        bases, owns = single.pair(TESTBED, name)
        head = shift.heads_of(owns[0])[0]
        moved = estimate([run.value(f"{head}.migration.shared_pages_share") for run in owns])
        passes = estimate([run.value(f"{head}.migration.scan_passes") for run in owns])
        sentences.append(Text(f"{name}: {shift.sentence(shift.pairs_of(bases, owns))}."))
        rows.append(Row(name, [Cell(unbroken(percent_of(moved))), Cell(unbroken(passes.text(0))),
                               Cell(unbroken(change_text(shift.change(bases, owns))))]))
    return [Table("One program at a time: pages that moved to the CXL node, and time over NUMA "
                  "balancing alone", [Head("moved"), Head("passes of the scan"), Head("time")],
                  rows, corner="program"), *sentences]
