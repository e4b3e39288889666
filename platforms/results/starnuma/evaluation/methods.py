# SPDX-License-Identifier: Apache-2.0
"""Both methods of the evaluation: each machine with the published core also runs by the published method."""

from dataclasses import replace

from starnuma.report.content import Text

PREFIX = "published "  # prefix of machines with the published core
METHOD = "published method "  # prefix of the same machines by the published method
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


def notes(plan):
    """Returns the texts on what each method leaves out, if the plan has both."""
    both = any(machine.name.startswith(METHOD) for machine in plan.machines)
    return [Text(sentences) for sentences in LEFT_OUT] if both else []
