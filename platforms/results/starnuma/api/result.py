# SPDX-License-Identifier: Apache-2.0
"""Result of one run."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starnuma.api import html
from starnuma.campaign.places import nearest
from starnuma.latency import kinds_of, parts_of
from starnuma.result_folder import Run, load_run
from starnuma.slow import Access, worst_of

if TYPE_CHECKING:
    import pandas

SHOWN = {"run.amat_ns": "AMAT, ns", "run.amat_contention_ns": "contention, ns", "run.ipc": "IPC",
         "run.llc_mpki": "LLC MPKI", "run.time_ns": "time, ns"}


class Stats(Mapping[str, float]):
    """Statistics of a run by path; completes paths in notebooks."""

    def __init__(self, run: Run) -> None:
        self._stats: dict[str, dict[str, Any]] = run.by_path

    def __getitem__(self, path: str) -> float:
        return float(self._stat(path)["value"])

    def __iter__(self) -> Iterator[str]:
        return iter(self._stats)

    def __len__(self) -> int:
        return len(self._stats)

    def unit(self, path: str) -> str:
        return str(self._stat(path)["unit"])

    def description(self, path: str) -> str:
        return str(self._stat(path)["description"])

    def _stat(self, path: str) -> dict[str, Any]:
        if path not in self._stats:
            raise KeyError(f'no statistic "{path}"{nearest(path, self._stats)}')
        return self._stats[path]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._stats)


class Result:
    """Result folder of a run; files are read on first use."""

    def __init__(self, folder: str | Path, machine: str = "") -> None:
        """Reads a folder; `machine`: name in place of the one in effective.yaml.

        Raises BadInput if the folder is not that of a finished run."""
        self.folder = Path(folder)
        self._machine = machine
        self._run: Run = load_run(self.folder)

    @property
    def machine(self) -> str:
        return self._machine or str(self._run.name)

    @property
    def workload(self) -> str:
        return str(self._run.workload)

    @property
    def seed(self) -> int:
        return int(self._run.settings["seed"])

    @cached_property
    def stats(self) -> Stats:
        return Stats(self._run)

    @property
    def amat(self) -> float:
        """Mean latency of an LLC miss, ns; NaN if the run has none of its own."""
        return self.stats.get("run.amat_ns", math.nan)

    @cached_property
    def ledger(self) -> dict[str, float]:
        """Mean latency of an LLC miss by kind, ns; the parts sum to `amat`."""
        return dict(parts_of(self._run, kinds_of([self._run])))

    @cached_property
    def worst(self) -> list[Access]:
        """The slowest accesses, slowest first."""
        return list(worst_of(self._run))

    def frame(self) -> pandas.DataFrame:
        """Returns all statistics as `starnuma.load` does."""
        from starnuma.frames import load
        found: pandas.DataFrame = load(self.folder)
        return found

    def __repr__(self) -> str:
        return f"<Result of {self.workload} on {self.machine}, seed {self.seed}: AMAT {self.amat:.1f} ns>"

    def _repr_html_(self) -> str:
        shown = [(title, self.stats[path]) for path, title in SHOWN.items() if path in self.stats]
        parts = sorted(((kind, ns) for kind, ns in self.ledger.items() if ns), key=lambda part: -part[1])
        return html.heading(self.machine, f"{self.workload}, seed {self.seed}") + \
            html.table([title for title, _ in shown], [[value for _, value in shown]]) + \
            (html.stacked_bar(parts, "ns") if parts else "")
