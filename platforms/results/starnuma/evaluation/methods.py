# SPDX-License-Identifier: Apache-2.0
"""Both methods of the evaluation: each machine with the published core also runs by the published method."""

from dataclasses import replace

from starnuma.evaluation.reference import published_name
from starnuma.report.content import Text

PREFIX = "published "  # prefix of machines with the published core
METHOD = "published method "  # prefix of the same machines by the published method
SHORTEST = 0.5  # share of a published phase below which a run is reported
LEFT_OUT = (
    "The published method (`method: published`) leaves out the first phase, the costs of moves, tracker "
    "traffic and the capacity of the device's directory. Links, memory, caches, dependences and barriers are "
    "simulated.",
    "In time (our core, published core) every cost applies and the phases in which pages settle count. It "
    "leaves out that a full-size phase is longer: a scaled one sees fewer sharers of a region.")


def with_published_method(plan):
    """Adds the machines by the published method; returns the plan."""
    plan.machines += [replace(machine, name=METHOD + machine.name.removeprefix(PREFIX),
                              sets={**machine.sets, "method": "published"})
                      for machine in plan.machines if machine.name.startswith(PREFIX)]
    return plan


def notes(results):
    """Returns the texts on what each method leaves out, if the plan has both, and a warning of short phases."""
    both = any(machine.name.startswith(METHOD) for machine in results.plan.machines)
    short = short_phases(results)
    return [*(left_out() if both else []),
            *([Text(f"Phases are shorter than {SHORTEST:g} of a published one, scaled with the program, so "
                    f"moves cost more and come later than published: {', '.join(short)}.")] if short else [])]


def left_out():
    """Returns one text for each method."""
    return [Text(sentences) for sentences in LEFT_OUT]


def short_phases(results):
    """Returns "workload share" of each workload whose phases are shorter than SHORTEST published ones."""
    shares = {}
    for label, runs in results.runs.items():
        share = runs[0].value("run.migration.phase_share")
        if share is not None and share < SHORTEST:
            shares.setdefault(published_name(label.workload) or label.workload, share)
    return [f"{name} {share:.2f}" for name, share in shares.items()]
