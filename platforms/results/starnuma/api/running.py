# SPDX-License-Identifier: Apache-2.0
"""One run, from the cache of plans if it is there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starnuma.api.errors import RunError
from starnuma.api.machine import Value, as_machine
from starnuma.api.plans import CACHE, GivenMachine, engine_settings, placed_errors, plan_of
from starnuma.api.program import call
from starnuma.api.progress import display_of
from starnuma.api.result import Result
from starnuma.campaign import cache as results
from starnuma.campaign import engine
from starnuma.campaign.conduct import Campaign


def run(machine: GivenMachine, workload: str, settings: Mapping[str, Value] | None = None, *,
        seed: int | None = None, interval: str = "", cache: str | Path = CACHE, progress: bool = True) -> Result:
    """Executes a workload on a machine and returns the result; a finished run comes from the cache.

    machine   a Machine, the name of a shipped one, or the path of a YAML file
    workload  such as "bfs:scale=16"; `starnuma.workloads` lists them
    settings  {field: value} on top of the machine's
    seed      seed in place of the workload's own
    interval  interval of the time series in intervals.csv, such as "10us"; "": none
    cache     folder of finished runs, which plans share
    progress  whether a notebook or a terminal shows the progress

    Raises InputError for bad input and RunError if the run ends without a result."""
    checked = as_machine(machine, settings)
    if interval:  # the engine passes it on without a check
        call("run", checked.target, workload, *checked.words(), "--interval", interval, "--dry-run")
    plan = plan_of([checked], [workload], seeds=(seed,), interval=interval)
    engine_of_plans = engine_settings(cache)
    with placed_errors():
        campaign = Campaign([plan], engine_of_plans)
    (point,), = campaign.points
    for wanted in campaign.missing:
        display = display_of(progress, terminal=True)
        try:
            why = engine.run_alone(wanted, engine_of_plans,
                                   lambda share, phase: display.show(share, f"{wanted.name}: {phase} {100 * share:.0f} %"))
        finally:
            display.clear()
        if why:
            raise RunError(f"{wanted.command}\n  {why}")
    return Result(results.folder_of(engine_of_plans.cache, point.key), point.label.machine)
