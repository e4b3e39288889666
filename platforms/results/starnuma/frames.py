# SPDX-License-Identifier: Apache-2.0
"""Result folders as pandas frames, one row a measured value; `run` says whose."""

import pandas

from starnuma.files import load_csv
from starnuma.latency import kinds_of, parts_of
from starnuma.run import find_folders, load_run
from starnuma.slow import worst_of


def load(folders, settings="varying"):
    """Every statistic: run, path, value, unit, and the run's settings as columns.

    Settings are machine, workload, seed and those fields of effective.yaml, by dotted path, that
    all runs have and that differ; "all" gives every field, a list the named ones.
    """
    runs = runs_in(folders)
    frame = pandas.DataFrame(
        [(name, stat["path"], stat["value"], stat["unit"])
         for name, run in runs.items() for stat in run.stats],
        columns=["run", "path", "value", "unit"])
    columns = chosen(settings_of(runs), settings)
    merged = frame.merge(columns, left_on="run", right_index=True, how="left")
    for name in ("run", "unit", *columns.columns):
        merged[name] = merged[name].astype("category")
    return merged


def descriptions(folders):
    """What each path means."""
    return pandas.Series({stat["path"]: stat["description"]
                          for run in runs_in(folders).values() for stat in run.stats})


def settings(folders):
    """One row a run: every field of its effective.yaml, by dotted path."""
    return settings_of(runs_in(folders))


def intervals(folders):
    """The time series of runs with --interval."""
    return stacked((name, run.intervals) for name, run in runs_in(folders).items())


def phases(folders):
    """A row for each phase of runs whose pages move."""
    return stacked((name, run.phases) for name, run in runs_in(folders).items())


def memory(folders):
    """Pages of each program on each node over time, of runs of several or whose pages move."""
    return stacked((name, run.memory) for name, run in runs_in(folders).items())


def profile(folders):
    """How programs use their pages over time, of runs with --profile."""
    return stacked((name, run.profile) for name, run in runs_in(folders).items())


def loaded_latency(folders):
    """The curves of the workload loaded_latency."""
    return stacked((name, load_csv(run.folder / "loaded_latency.csv"))
                   for name, run in runs_in(folders).items())


def latencies(folders):
    """How the latencies of each access class are spread, ns."""
    rows = []
    for name, run in runs_in(folders).items():
        found = {}
        for path, stat in run.by_path.items():
            words = path.split(".")
            if words[:2] == ["run", "class"] and len(words) in (4, 5):
                found.setdefault(words[2], {})[words[-1]] = stat["value"]
        rows += [{"run": name, "class": access, **values} for access, values in found.items()]
    return pandas.DataFrame(rows)


def ledger(folders):
    """Where the mean time of an LLC miss goes: a row for each kind; the parts sum to AMAT."""
    runs = runs_in(folders)
    kinds = kinds_of(runs.values())
    rows = [(name, kind.name, value, kind.contention, kind.meaning)
            for name, run in runs.items()
            for kind, value in zip(kinds, parts_of(run, kinds).values())]
    return pandas.DataFrame(rows, columns=["run", "kind", "ns", "contention", "meaning"])


def worst(folders):
    """The slowest accesses, a column for each kind of their ledgers, ns."""
    rows = [{"run": name, "rank": slow.rank, "transaction": slow.transaction, "core": slow.core,
             "home": slow.home, "address": slow.address, "line": slow.line,
             "class": slow.access_class, "issued_ns": slow.issued / 1000,
             "latency_ns": slow.latency_ns,
             **{f"{kind}_ns": ps / 1000 for kind, ps in slow.ledger.items()}}
            for name, run in runs_in(folders).items() for slow in worst_of(run)]
    frame = pandas.DataFrame(rows)
    parts = [column for column in frame.columns if column.endswith("_ns")]
    return frame.fillna({part: 0.0 for part in parts})


def runs_in(folders):
    return {name: load_run(folder) for name, folder in find_folders(folders).items()}


def stacked(tables):
    """Tables of several runs under one another."""
    return pandas.DataFrame([{"run": name, **row} for name, rows in tables for row in rows])


def settings_of(runs):
    rows = {}
    for name, run in runs.items():
        fields = dict(flattened(run.settings))
        for named in ("kind", "machine.name"):
            fields.pop(named, None)
        rows[name] = {"machine": run.name, "workload": run.workload,
                      "seed": fields.pop("seed", None), **fields}
    return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("run")


def flattened(node, path=""):
    """(dotted path, value) of every leaf; lists stay whole, as text."""
    for key, value in node.items():
        name = f"{path}.{key}" if path else str(key)
        if isinstance(value, dict):
            yield from flattened(value, name)
        else:
            yield name, str(value) if isinstance(value, list) else value


def chosen(table, which):
    always = ["machine", "workload", "seed"]
    if isinstance(which, str):
        names = [name for name in table.columns
                 if which == "all" or table[name].notna().all() and table[name].nunique() > 1]
    else:
        names = list(which)
    return table[list(dict.fromkeys([*always, *names]))]
