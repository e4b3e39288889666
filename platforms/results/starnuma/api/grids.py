# SPDX-License-Identifier: Apache-2.0
"""Grids of runs, executed by the engine of plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starnuma.api import html
from starnuma.api.errors import InputError, Problem, RunError, caller
from starnuma.api.plans import CACHE, GivenMachine, GivenSettings, engine_settings, placed_errors, plan_of
from starnuma.api.progress import Shown, display_of, watched
from starnuma.api.result import Result
from starnuma.campaign import cache as results
from starnuma.campaign.conduct import Campaign
from starnuma.campaign.grid import Label, baseline_of
from starnuma.campaign.places import nearest
from starnuma.campaign.results import Estimate, Results, estimate
from starnuma.campaign.tables import AXES, NOTE, TITLES, title_of

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Column:
    """One value of each row of a grid: means over the seeds with 95 % intervals.

    title  name of the value with its unit
    axes   axes that have names in this grid
    rows   [(names by axis, Estimate)]"""

    title: str
    axes: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], Estimate], ...]
    decimals: int = 3

    def frame(self) -> pandas.DataFrame:
        """Returns one row per row of the grid: its names, mean, half_width_95 and by_seed."""
        import pandas
        return pandas.DataFrame([(*names, found.mean, found.half, found.values) for names, found in self.rows],
                                columns=[*self.axes, "mean", "half_width_95", "by_seed"])

    def plot(self, axes: Any = None) -> Any:
        """Draws a bar per row with its interval; returns the matplotlib axes."""
        if axes is None:
            from matplotlib import pyplot
            axes = pyplot.subplots(figsize=(7, 0.8 + 0.35 * len(self.rows)))[1]
        labels = [" · ".join(filter(None, names)) for names, _ in self.rows]
        axes.barh(labels, [found.mean for _, found in self.rows],
                  xerr=[found.half for _, found in self.rows], height=0.6, capsize=3)
        axes.invert_yaxis()
        axes.set_xlabel(self.title)
        return axes

    def __repr__(self) -> str:
        lines = [f"{' '.join(filter(None, names))}: {found.text(self.decimals)}" for names, found in self.rows]
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        return html.table([*self.axes, self.title],
                          [[*names, found.text(self.decimals)] for names, found in self.rows])


class Grid:
    """Finished runs of a grid."""

    def __init__(self, found: Results, folders: dict[tuple[Label, int], Path]) -> None:
        self._results, self._folders = found, folders
        self.axes = tuple(axis for axis in AXES if any(getattr(label, axis) for label in found.runs))

    @property
    def runs(self) -> list[Result]:
        """The results in the order of the rows, then of the seeds."""
        return [Result(folder, label.text()) for (label, _), folder in self._folders.items()]

    def column(self, path: str) -> Column:
        """Returns a statistic of each row, such as "run.amat_ns". Raises KeyError if no run has it."""
        return self._column(path, title_of(path), {label: self._results.estimate(label, path)
                                                   for label in self._results.runs})

    def speedup(self, over: str) -> Column:
        """Returns the speed-ups over the rows whose machine, policy or setting is `over`.

        A row's baseline agrees with the row on the other axes. Ratios are computed seed by seed."""
        axis = self._axis_of(over)
        plan = replace(self._results.plan, baseline={axis: over})
        found = {}
        for label in self._results.runs:
            ratios = self._results.speedups(label, baseline_of(label, plan, self._results.points.keys()))
            found[label] = estimate(ratios) if ratios else None
        return self._column("speedup", f"speed-up over {over}", found)

    def frame(self) -> pandas.DataFrame:
        """Returns every statistic of every run: run, path, value, the axes and the seed."""
        import pandas
        rows = [(folder.name, path, stat["value"], *(getattr(label, axis) for axis in AXES), seed)
                for (label, seed), folder, run in zip(self._folders, self._folders.values(), self._each_run())
                for path, stat in run.by_path.items()]
        return pandas.DataFrame(rows, columns=["run", "path", "value", *AXES, "seed"])

    def _each_run(self) -> Iterable[Any]:
        return (run for runs in self._results.runs.values() for run in runs)

    def _axis_of(self, name: str) -> str:
        known = {getattr(label, axis): axis for label in self._results.runs
                 for axis in ("setting", "policy", "machine") if getattr(label, axis)}
        if name not in known:
            place = caller()
            raise InputError([Problem(f'no machine, policy or setting "{name}"{nearest(name, known)}',
                                      place.file, place.line, "over")])
        return known[name]

    def _column(self, path: str, title: str, found: dict[Label, Estimate | None]) -> Column:
        rows = tuple((tuple(getattr(label, axis) for axis in self.axes), each)
                     for label, each in found.items() if each is not None)
        if not rows:
            raise KeyError(f'no run has "{path}"{nearest(path, self._paths())}')
        return Column(title, self.axes, rows, TITLES.get(path, ("", 3))[1])

    def _paths(self) -> list[str]:
        return list(dict.fromkeys(path for run in self._each_run() for path in run.by_path))

    def _ipython_key_completions_(self) -> list[str]:
        return self._paths()

    def __getitem__(self, path: str) -> Column:
        return self.column(path)

    def __repr__(self) -> str:
        return f"<Grid of {len(self._folders)} runs>"

    def _repr_html_(self) -> str:
        paths = [path for path in self._results.plan.columns if path in self._paths()]
        columns = [self.column(path) for path in paths]
        cells = [dict(column.rows) for column in columns]
        names = list(dict.fromkeys(name for each in cells for name in each))
        rows = [[*name, *(each[name].text(column.decimals) if name in each else "–"
                          for each, column in zip(cells, columns))] for name in names]
        several = len(self._results.plan.seeds) > 1
        return html.table([*self.axes, *(column.title for column in columns)], rows) + (NOTE if several else "")


def grid(machines: Sequence[GivenMachine], workloads: Sequence[str], settings: GivenSettings = None, *,
         policies: Sequence[str] = (), seeds: int | Sequence[int] = 1, jobs: int | None = None,
         cache: str | Path = CACHE, progress: bool = True) -> Grid:
    """Executes every machine with every workload, policy, setting and seed, as `plan` does.

    machines   machines, names of shipped ones or paths of YAML files
    workloads  such as ["bfs:scale=16", "cc:scale=16"]
    settings   {field: [values]}, all combinations; or a list of {field: value}
    policies   placement policies in place of the machines' own
    seeds      number of seeds, from 1 on, or a list of seeds
    jobs       runs at the same time; by default as many as this host has cores
    cache      folder of finished runs, which are reused
    progress   whether a notebook or a terminal shows the progress

    Raises InputError for bad input and RunError if a run fails; the other runs are then in the cache."""
    chosen = tuple(range(1, seeds + 1)) if isinstance(seeds, int) else tuple(seeds)
    plan = plan_of(machines, workloads, settings, policies, chosen)
    engine = engine_settings(cache, jobs)
    with placed_errors():
        campaign = Campaign([plan], engine)
    keys = [one.key for one in campaign.missing]

    def look() -> Shown:
        done = sum(results.folder_of(engine.cache, key).exists() for key in keys)
        return done / len(keys), f"{done} of {len(keys)} runs"

    if keys:
        with watched(display_of(progress, terminal=False), look):
            campaign.execute()
    if campaign.failed:
        raise RunError("\n".join(f"{campaign.unique[key].command()}\n  {why}"
                                 for key, why in campaign.failed.items()))
    found, = campaign.results()
    return Grid(found, {(label, point.seed): results.folder_of(engine.cache, point.key)
                        for label, points in found.points.items() for point in points})
