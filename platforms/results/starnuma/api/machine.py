# SPDX-License-Identifier: Apache-2.0
"""Machines with settings, checked when they are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Union

from starnuma.api import html
from starnuma.api.program import call

Value = Union[str, int, float, bool, Sequence[Union[str, int, float]]]
SMALLEST = "gups:updates=1000"  # a workload that every machine can run


def text_of(value: Value) -> str:
    """Returns a value as the program reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(str, value))}]"
    return str(value)


@dataclass(frozen=True)
class Machine:
    """A machine: a shipped name or a YAML file, with settings by dotted field.

    target    shipped name, or path of a file
    settings  {field: value} on top of it
    policy    placement policy; None: the machine's own
    name      name in tables"""

    target: str
    settings: Mapping[str, str] = field(default_factory=dict)
    policy: str | None = None
    name: str = ""

    def words(self) -> list[str]:
        """Returns the arguments of the program that select the settings and the policy."""
        words = [word for key, value in self.settings.items() for word in ("--set", f"{key}={value}")]
        return [*words, *(["--policy", self.policy] if self.policy else [])]

    def __str__(self) -> str:
        return self.name

    def _repr_html_(self) -> str:
        rows = [*self.settings.items(), *([("policy", self.policy)] if self.policy else [])]
        return html.heading(self.name, "" if self.name == self.target else self.target) + \
            (html.table(["field", "value"], rows) if rows else "")


def machine(target: str | Path, settings: Mapping[str, Value] | None = None, *, policy: str | None = None,
            name: str | None = None) -> Machine:
    """Returns a checked machine.

    target    name of a shipped machine (`starnuma.machines` lists them), or path of a YAML file
    settings  {field: value}, such as {"pool.device.snoop_filter_size": "8 MiB"}; `starnuma.fields` lists them
    policy    placement policy in place of the machine's own
    name      name in tables; by default the target and its settings

    Raises InputError for an unknown name or field, or a value out of range."""
    texts = {key: text_of(value) for key, value in (settings or {}).items()}
    parts = [Path(target).stem, *(f"{key.rpartition('.')[2]}={value}" for key, value in texts.items()),
             *([policy] if policy else [])]
    made = Machine(str(target), texts, policy, name or " ".join(parts))
    call("run", made.target, SMALLEST, *made.words(), "--dry-run")
    return made


def as_machine(given: Machine | str | Path, settings: Mapping[str, Value] | None = None) -> Machine:
    """Returns a machine for a name, a path or a machine, with further settings."""
    if not isinstance(given, Machine):
        return machine(given, settings)
    if not settings:
        return given
    return machine(given.target, {**given.settings, **settings}, policy=given.policy)
