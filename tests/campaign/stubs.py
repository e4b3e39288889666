# SPDX-License-Identifier: Apache-2.0
"""Results of runs that no program made."""

from types import SimpleNamespace

from starnuma.campaign.grid import Label


class Stub:
    """A run with these statistics and phases."""

    def __init__(self, phases=(), **values):
        self.phases = phases
        self.value = {f"run.{name}": value for name, value in values.items()}.get


def results_of(plan, times, **values):
    """Returns results of one workload, bfs, with these times by (machine, setting) and seed."""
    labels = {Label(machine, "bfs", "", setting): by_seed
              for (machine, setting), by_seed in times.items()}
    return SimpleNamespace(plan=plan, points=dict.fromkeys(labels), runs={
        label: [Stub(time_ns=time, **values) for time in by_seed] for label, by_seed in labels.items()})
