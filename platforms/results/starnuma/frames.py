# SPDX-License-Identifier: Apache-2.0
"""Result folders as pandas frames with one row per value; column `run` names the run.

Every function takes one path or a list of paths, as `starnuma` documents. BadInput is raised if a path
holds no result folder or a file is malformed. Units are in the column `unit` or in the column's name."""

from pathlib import Path

import pandas

from starnuma.files import BadInput, load_csv, load_json
from starnuma.latency import kinds_of, parts_of
from starnuma.result_folder import find_folders, load_run
from starnuma.slow import worst_of

PLAN = "plan.json"
AXES = ["machine", "policy", "setting", "workload"]


def load(folders, settings="varying"):
    """Returns every statistic: columns run, path, value, unit, and the run's settings.

    Source: stats.json and effective.yaml. Settings are machine, workload and seed. "varying" adds the
    fields of effective.yaml, by dotted path, that all runs have and that differ. "all" adds every field, a
    list the named fields.

    A result folder of a plan has the plan's columns: run, path, value, machine, policy, setting, workload,
    seed. Source: plan.json.
    """
    given = [Path(folder) for folder in ([folders] if isinstance(folders, (str, Path)) else folders)]
    plans = [folder for folder in given if (folder / PLAN).exists()]
    if plans:
        runs = [folder for folder in given if folder not in plans]
        return pandas.concat([*map(plan, plans), *([load(runs, settings)] if runs else [])], ignore_index=True)
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


def plan(folder):
    """Returns one row per run and column of a plan. A cell without a value has no row."""
    file = folder / PLAN
    found = load_json(file)
    try:
        rows = [(run, path, value, *(row[axis] for axis in AXES), seed)
                for row in found["rows"] for path, column in row["columns"].items()
                for run, seed, value in zip(row["runs"], found["seeds"], column["by_seed"])]
    except (AttributeError, KeyError, TypeError):
        raise BadInput(f"{file}: is not a result of a plan") from None
    return pandas.DataFrame(rows, columns=["run", "path", "value", *AXES, "seed"])


def descriptions(folders):
    """Returns a Series: the description of each statistic, indexed by path. Source: stats.json."""
    return pandas.Series({stat["path"]: stat["description"]
                          for run in runs_in(folders).values() for stat in run.stats})


def settings(folders):
    """Returns one row per run, indexed by run: every field of effective.yaml, by dotted path."""
    return settings_of(runs_in(folders))


def intervals(folders):
    """Returns one row per interval of runs with --interval. Source: intervals.csv, whose columns it has."""
    return stacked((name, run.intervals) for name, run in runs_in(folders).items())


def phases(folders):
    """Returns one row per phase of runs whose pages migrate. Source: phases.csv, whose columns it has."""
    return stacked((name, run.phases) for name, run in runs_in(folders).items())


def memory(folders):
    """Returns the pages of each program on each node over time. Source: memory.csv, whose columns it has.

    Runs of several programs and runs whose pages migrate write this file."""
    return stacked((name, run.memory) for name, run in runs_in(folders).items())


def profile(folders):
    """Returns the use of pages over time, of runs with --profile. Source: profile.csv, whose columns it has."""
    return stacked((name, run.profile) for name, run in runs_in(folders).items())


def loaded_latency(folders):
    """Returns the curves of the workload loaded_latency. Source: loaded_latency.csv, whose columns it has."""
    return stacked((name, load_csv(run.folder / "loaded_latency.csv"))
                   for name, run in runs_in(folders).items())


def latencies(folders):
    """Returns one row per run and access class: misses, mean latencies and percentiles, ns.

    Source: the statistics run.class.* of stats.json, whose last words name the columns."""
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
    """Returns the mean latency of an LLC miss by kind: run, kind, ns, contention, meaning.

    Source: the statistics run.latency.* of stats.json. The parts of a run sum to its AMAT."""
    runs = runs_in(folders)
    kinds = kinds_of(runs.values())
    rows = [(name, kind.name, value, kind.contention, kind.meaning)
            for name, run in runs.items()
            for kind, value in zip(kinds, parts_of(run, kinds).values())]
    return pandas.DataFrame(rows, columns=["run", "kind", "ns", "contention", "meaning"])


def worst(folders):
    """Returns one row per slowest access, with one column per latency kind, ns. Source: worst.json."""
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
    """Returns the rows of several runs as one frame with the column `run`."""
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
    """Yields (dotted path, value) of every leaf; a list is one leaf and becomes text."""
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
