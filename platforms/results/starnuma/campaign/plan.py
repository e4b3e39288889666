# SPDX-License-Identifier: Apache-2.0
"""Reads a plan's file: the axes of a grid of runs, their baseline, and tables and figures to show."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from starnuma.campaign.checks import RATIO_COLUMNS, check_experiment, check_size_and_columns
from starnuma.campaign.places import Document, Problems, check, found, nearest
from starnuma.campaign.paths import extended, target_of, workload_of
from starnuma.files import BadInput, CannotRead, printable
from starnuma.guarded_yaml import read_guarded

COLUMNS = ("run.amat_ns", "run.amat_contention_ns", "run.ipc", "run.llc_mpki")
OWN_SEED = (None,)  # the seed of the workload
MOST_ABOVE = 16  # longest chain of files that extend each other
FULL = ("--checkpoints",)  # requested of a run whose phases are also executed alone


@dataclass
class Entry:
    """One value of an axis and the position where it was written."""

    name: str
    place: str
    path: str
    target: str = ""  # name or file of a machine; argument of `run` for a workload
    policy: str | None = None  # a machine's own policy
    sets: dict = field(default_factory=dict)
    alone: bool = False  # a machine without settings


@dataclass(frozen=True)
class Sampling:
    """Phases that are also executed alone: percentages of each phase, and the percentage that warms up."""

    shares: tuple
    warm_up: int

    def words(self, share):
        return ("--share", str(share), "--warm-up", str(self.warm_up))


@dataclass
class Plan:
    name: str
    summary: str
    path: Path
    size: str
    machines: list
    workloads: list
    policies: list  # empty: the machines' own policies
    settings: list  # empty: the machines without changes
    seeds: tuple
    baseline: dict  # axis -> name; empty: no baseline
    columns: list
    figures: list
    place: str  # position of the baseline in the file
    sampling: Sampling = None
    within: int = None  # largest difference of a run from its baseline, %; None: no differences
    interval: str = ""  # interval of its runs' time series, if they record one

    column_places: tuple = ()  # (place, path, column) of each that the file names

    def number_of_runs(self):
        """Returns how many points the grid has."""
        per_workload = sum((1 if machine.alone else max(1, len(self.settings)))
                           * (1 if machine.policy else max(1, len(self.policies)))
                           for machine in self.machines)
        return per_workload * len(self.workloads) * len(self.seeds)

    @property
    def asked(self):
        """Words requested of every run, see cache.key_of."""
        return (*(FULL if self.sampling else ()),
                *(("--interval", self.interval) if self.interval else ()))


def read_plan(path, platforms, size=None):
    """Reads a plan or experiment; `size` selects one of the plan's sizes. Returns a Plan.

    Raises BadInput with all errors and their positions."""
    path = Path(path)
    document = Document(path)
    kind = document.data.get("kind") if isinstance(document.data, dict) else None
    problems = Problems()
    if kind == "experiment":
        check_experiment(document, schema(platforms, kind), problems)
        return check_size_and_columns(experiment(document), platforms, COLUMNS)
    if kind != "plan":
        raise BadInput(f"{document.at(('kind',))}: kind: expected plan or experiment, "
                       f"found {found(kind or '')}")
    reader = Reader(path, size, schema(platforms, kind), problems)
    reader.lay(document, {path.resolve()})
    return check_size_and_columns(reader.plan(), platforms, COLUMNS)


def schema(platforms, kind):
    whole = json.loads((Path(platforms) / "schema" / "starnuma.schema.json").read_text())
    return {"$ref": f"#/definitions/{kind}", "definitions": whole["definitions"]}


def experiment(document):
    """Returns a valid experiment as a Plan of one machine, one workload and the values of its sweep."""
    data, at = document.data, document.at
    sweep = data.get("sweep", {})
    settings = []
    for i, value in enumerate(sweep.get("values", [])):
        text = text_of(value)
        sets = {name: text for name in (sweep["field"], sweep.get("also")) if name}
        settings.append(Entry(text, at(("sweep", "values", i)), f"experiment.sweep.values.{i}",
                              sets=sets))
    machine = Entry(Path(data["machine"]).stem, at(("machine",)), "experiment.machine",
                    target=target_of(data["machine"], document.path))
    workload = Entry(data["workload"], at(("workload",)), "experiment.workload",
                     target=workload_of(data["workload"], document.path))
    baseline = {"setting": settings[0].name} if settings else {}
    columns = (["speedup"] if settings else []) + list(COLUMNS)
    figures = [{"value": column, "rows": "setting"} for column in columns[:3]] if settings else []
    return Plan(document.path.stem, data.get("summary", ""), document.path, "", [machine],
                [workload], [], settings, (int(data["seed"]),) if "seed" in data else OWN_SEED,
                baseline, columns, figures, at(("sweep",)))


def text_of(value):
    """Returns a value as --set takes it."""
    return f"[{', '.join(map(text_of, value))}]" if isinstance(value, list) else str(value)


class Reader:
    """Merges a plan's file with the files that it extends."""

    def __init__(self, path, size, schema_, problems):
        self.path, self.size, self.schema, self.problems = path, size, schema_, problems
        self.data, self.sources = {}, {}  # key -> value; key -> (document, path before the key)

    def lay(self, document, above):
        """Adds the keys of `document`, then the absent ones from the file that it extends."""
        check(document, self.schema, "plan", self.problems)
        self.problems.raise_if_any()
        for key, value in document.data.items():
            if key not in self.data:
                self.data[key], self.sources[key] = value, (document, ())
        if "extends" not in document.data:
            return
        other, place = extended(document.data["extends"], document.path), document.at(("extends",))
        if len(above) > MOST_ABOVE:
            raise BadInput(f"{place}: plan.extends: more than {MOST_ABOVE} files, "
                           "each extending the next")
        try:
            text = read_guarded(other)
        except CannotRead:
            raise
        except BadInput as error:
            raise BadInput(f"{place}: plan.extends: {printable(str(error))}") from error
        if other.resolve() in above:
            raise BadInput(f"{place}: plan.extends: {other} extends this file")
        self.lay(Document(other, text=text), {*above, other.resolve()})

    def choose_size(self):
        sizes = self.data.get("sizes")
        if not sizes:
            if self.size:
                raise BadInput(f"{self.path}: has no sizes, found --size {self.size}")
            return ""
        size = self.size or next(iter(sizes))
        if size not in sizes:
            raise BadInput(f"{self.path}: has no size {size}, expected {' or '.join(sizes)}"
                           f"{nearest(size, sizes)}")
        document, before = self.sources["sizes"]
        for key, value in sizes[size].items():
            self.data[key] = value
            self.sources[key] = (document, (*before, "sizes", size))
        return size

    def entries(self, axis, make):
        if axis not in self.data:
            return []
        document, before = self.sources[axis]
        made, names = [], set()
        for i, value in enumerate(self.data[axis]):
            path = (*before, axis, i)
            entry = make(value, document.at(path), ".".join(map(str, ("plan", *path))))
            if entry.name in names:
                self.problems.add(entry.place, (entry.path,),
                                  f'a second "{entry.name}", expected a name of its own')
            names.add(entry.name)
            made.append(entry)
        return made

    def machine(self, value, place, path):
        document = self.sources["machines"][0]
        if isinstance(value, str):
            return Entry(Path(value).stem, place, path, target_of(value, document.path))
        name = value.get("name", Path(value["machine"]).stem)
        sets = {key: text_of(each) for key, each in value.get("set", {}).items()}
        return Entry(name, place, path, target_of(value["machine"], document.path),
                     value.get("policy"), sets, value.get("settings") == "none")

    @staticmethod
    def setting(value, place, path):
        sets = {key: text_of(each) for key, each in value.items() if key != "name"}
        return Entry(str(value.get("name", ", ".join(sets.values()))), place, path, sets=sets)

    def workload(self, value, place, path):
        document = self.sources["workloads"][0]
        return Entry(value, place, path, workload_of(value, document.path))

    @staticmethod
    def named(value, place, path):
        return Entry(value, place, path)

    def plan(self):
        size = self.choose_size()
        plan = Plan(self.path.stem, self.data.get("summary", ""), self.path, size,
                    self.entries("machines", self.machine), self.entries("workloads", self.workload),
                    self.entries("policies", self.named), self.entries("settings", self.setting),
                    self.seeds(), self.data.get("baseline", {}),
                    self.data.get("columns") or self.default_columns(),
                    self.data.get("figures", []), self.place("baseline"), self.sampling(),
                    self.data.get("differences", {}).get("within"))
        plan.column_places = tuple((self.place("columns", i), f"plan.columns.{i}", column)
                                   for i, column in enumerate(self.data.get("columns", [])))
        for axis in ("machines", "workloads"):
            if axis not in self.data:
                self.problems.add(self.place(axis), ("plan", axis), "missing, expected a list")
        self.check_baseline(plan)
        self.check_figures(plan)
        self.problems.raise_if_any()
        return plan

    def seeds(self):
        seeds = self.data.get("seeds", 1)
        return tuple(seeds if isinstance(seeds, list) else range(1, seeds + 1))

    def sampling(self):
        if "sampling" not in self.data:
            return None
        stated = self.data["sampling"]
        shares, warm_up = stated["shares"], stated.get("warm_up", 0)
        for i, share in enumerate(shares):
            if share <= warm_up:
                self.problems.add(self.place("sampling", "shares", i), ("plan", "sampling", "shares", i),
                                  f"expected more than the {warm_up} % for warming up, found {share}")
        return Sampling(tuple(shares), warm_up)

    def default_columns(self):
        return [*(["speedup"] if "baseline" in self.data else []), *COLUMNS]

    def place(self, *path):
        document, before = self.sources.get(path[0], next(iter(self.sources.values())))
        return document.at((*before, *path))

    def check_baseline(self, plan):
        axes = {"machine": plan.machines, "policy": plan.policies, "setting": plan.settings}
        for axis, name in plan.baseline.items():
            names = [entry.name for entry in axes[axis]]
            if axis == "policy":
                names += [machine.policy for machine in plan.machines if machine.policy]
            if name not in names:
                self.problems.add(self.place("baseline", axis), ("plan", "baseline", axis),
                                  f'this plan has no {axis} "{name}"{nearest(name, names)}')
        for i, column in enumerate(plan.columns):
            if column in RATIO_COLUMNS and not plan.baseline:
                self.problems.add(self.place("columns", i), ("plan", "columns", i),
                                  f"{column} needs a baseline, which is missing")
        if plan.within is not None and not plan.baseline:
            self.problems.add(self.place("differences"), ("plan", "differences"),
                              "differences need a baseline, which is missing")

    def check_figures(self, plan):
        for i, figure in enumerate(plan.figures):
            if figure["value"] not in plan.columns:
                self.problems.add(self.place("figures", i, "value"), ("plan", "figures", i, "value"),
                                  f'expected a column of this plan, found "{figure["value"]}"'
                                  f'{nearest(figure["value"], plan.columns)}')
