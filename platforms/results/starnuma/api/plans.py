# SPDX-License-Identifier: Apache-2.0
"""Plans from Python values, for the engine that executes plan files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Union

from starnuma.api.errors import InputError, Problem, caller, input_error
from starnuma.api.machine import Machine, Value, as_machine, text_of
from starnuma.api.program import program
from starnuma.campaign import cache
from starnuma.campaign.checks import MOST_RUNS
from starnuma.campaign.engine import Settings
from starnuma.campaign.places import FilePosition
from starnuma.campaign.plan import COLUMNS, Entry, Plan
from starnuma.files import BadInput, CannotRead, CannotRun

CACHE = "results/cache"
GivenMachine = Union[Machine, str, Path]
GivenSettings = Union[Mapping[str, Sequence[Value]], Sequence[Mapping[str, Value]], None]


def engine_settings(folder: str | Path, jobs: int | None = None) -> Settings:
    cli = program()
    return Settings(cli, cache.program_of(cli), Path(folder), jobs or os.cpu_count() or 1, quiet=True)


@contextmanager
def placed_errors() -> Iterator[None]:
    """Turns errors of the engine's input into InputError, with the position of the call if they have none."""
    place = caller()
    try:
        yield
    except (InputError, CannotRead, CannotRun):
        raise
    except BadInput as error:
        raise input_error(str(error), place) from None


def plan_of(machines: Iterable[GivenMachine], workloads: Iterable[str], settings: GivenSettings = None,
            policies: Iterable[str] = (), seeds: Sequence[int | None] = (None,), interval: str = "") -> Plan:
    """Returns the plan of a grid. Positions in its errors are those of the call."""
    place = caller()
    entries = [Entry(each.name, place, "machines", each.target, each.policy, dict(each.settings))
               for each in map(as_machine, machines)]
    loads = [Entry(each, place, "workloads", each) for each in workloads]
    plan = Plan("grid", "", Path(place.file), "", entries, loads,
                [Entry(each, place, "policies", each) for each in policies], settings_of(settings, place),
                tuple(seeds), {}, list(COLUMNS), [], place, interval=interval)
    check(plan, place)
    return plan


def settings_of(given: GivenSettings, place: FilePosition) -> list[Entry]:
    """Returns the values of the axis: all combinations of a mapping's values, or the listed mappings."""
    if isinstance(given, Mapping):
        choices = [dict(zip(given, values)) for values in product(*given.values())] if given else []
    else:
        choices = [dict(each) for each in given or ()]
    entries = []
    for choice in choices:
        sets = {key: text_of(value) for key, value in choice.items()}
        name = ", ".join(f"{key.rpartition('.')[2]}={value}" for key, value in sets.items())
        entries.append(Entry(name or "as it is", place, "settings", sets=sets))
    return entries


def check(plan: Plan, place: FilePosition) -> None:
    """Raises InputError for an empty axis, equal names on an axis and too many runs."""
    def refuse(message: str, key: str) -> None:
        raise InputError([Problem(message, place.file, place.line, key)])

    for key in ("machines", "workloads", "seeds"):
        if not getattr(plan, key):
            refuse("expected at least one, found nothing", key)
    for key in ("machines", "workloads", "policies", "settings"):
        names = [entry.name for entry in getattr(plan, key)]
        for name in names:
            if names.count(name) > 1:
                refuse(f'a second "{name}", expected a name of its own', key)
    if plan.number_of_runs() > MOST_RUNS:
        refuse(f"{plan.number_of_runs():,} runs, expected {MOST_RUNS:,} at most", "grid")
