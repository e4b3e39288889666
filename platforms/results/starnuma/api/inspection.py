# SPDX-License-Identifier: Apache-2.0
"""Descriptions of machines, checks of files, and explanations of slow accesses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starnuma.api import html
from starnuma.api.machine import Machine, as_machine
from starnuma.api.plans import GivenMachine
from starnuma.api.program import call, document
from starnuma.api.result import Result


@dataclass(frozen=True)
class Description:
    """Shape, links and unloaded latencies of a machine; `document` is that of `describe --json`."""

    machine: Machine
    document: dict[str, Any]

    @property
    def latency_ns(self) -> dict[str, dict[str, float]]:
        """Unloaded latency of a read by requesting node, then by home."""
        return dict(self.document["latency_ns"])

    def __str__(self) -> str:
        return call("describe", self.machine.target, *self.machine.words())

    def _repr_html_(self) -> str:
        links = Counter((each["kind"], each["bytes_per_second"], each["one_way_ns"])
                        for each in self.document["links"])
        reads = Counter(next(iter(self.latency_ns.values())).values())
        return html.heading(self.machine.name, f"{self.document['sockets']} sockets of "
                            f"{self.document['cores_per_socket']} cores in {self.document['chassis']} chassis") + \
            html.table(["links", "number", "GB/s a direction", "one way, ns"],
                       [[kind, number, rate / 1e9, ns] for (kind, rate, ns), number in links.items()]) + \
            html.table(["homes of socket 0's reads", "unloaded latency, ns"],
                       [[number, ns] for ns, number in sorted(reads.items())])


def describe(machine: GivenMachine) -> Description:
    """Returns the shape, links and unloaded latencies of a machine. Raises InputError for bad input."""
    checked = as_machine(machine)
    return Description(checked, document("describe", checked.target, *checked.words()))


def check(*paths: str | Path) -> list[str]:
    """Checks YAML files of machines, experiments, scenarios and plans, or the laws of result folders.

    Returns the warnings. Raises InputError with the file and line of every problem, and RunError with the laws
    that do not hold."""
    return call("check", *map(str, paths)).splitlines()


@dataclass(frozen=True)
class Explanation:
    """Slow accesses hop by hop; `accesses` are those of `explain --json`."""

    accesses: list[dict[str, Any]]

    def __repr__(self) -> str:
        return "\n".join(map(self._title, self.accesses))

    def _repr_html_(self) -> str:
        return "".join(self._access(each) for each in self.accesses)

    @staticmethod
    def _title(access: dict[str, Any]) -> str:
        return f"#{access['transaction']}: {access['latency_ps'] / 1000:,.1f} ns, {access['class']}, {access['core']}"

    def _access(self, access: dict[str, Any]) -> str:
        parts = sorted(((kind, ps / 1000) for kind, ps in access["ledger_ps"].items()), key=lambda part: -part[1])
        spans = [(hop["at_ps"] / 1000, hop["took_ps"] / 1000, hop["waited_ps"] / 1000) for hop in access["hops"]]
        hops = [[*span, hop["where"], hop["what"]] for span, hop in zip(spans, access["hops"])]
        return html.heading(self._title(access)) + \
            html.stacked_bar(parts, "ns") + \
            html.time_line(spans, ["at, ns", "took, ns", "waited, ns", "where", "what"], hops)


def explain(result: Result | str | Path, worst: int = 3) -> Explanation:
    """Returns the slowest accesses of a run hop by hop; repeats the run as far as that takes.

    result  a Result, or the folder of one
    worst   number of accesses, the slowest first"""
    folder = result.folder if isinstance(result, Result) else Path(result)
    return Explanation(document("explain", str(folder), "--worst", str(worst))["accesses"])
