# SPDX-License-Identifier: Apache-2.0
"""Checks of plans and experiments before anything runs: the schema, and rules that it cannot state."""

from starnuma.campaign import statistics
from starnuma.campaign.places import FilePosition, Problems, check, found, nearest

RATIO_COLUMNS = ("speedup", "speedup_outside_barriers")  # columns over a baseline
MOST_RUNS = 10_000  # largest grid of a plan
MOST_SEED = 2**64 - 1


def check_size_and_columns(plan, platforms, usual):
    """Returns the plan; raises BadInput if a column is not a statistic or the grid is too large.

    usual: columns that every run has."""
    problems = Problems()
    usual = {*RATIO_COLUMNS, *usual}
    known = statistics.Declared(platforms) if set(plan.columns) - usual else None
    for place, name, column in plan.column_places if known else ():
        if column not in usual and not known.has(column):
            problems.add(place, (name,), f"expected a statistic or speedup, found {found(column)}"
                         f"{nearest(column, [*RATIO_COLUMNS, *known.names()])}")
    for seed in plan.seeds:
        if seed is not None and seed > MOST_SEED:
            problems.add(FilePosition(plan.path, 1, 1), ("plan", "seeds"),
                         f"expected seeds of 0 to {MOST_SEED}, found {found(seed)}")
    runs = plan.number_of_runs()
    if runs > MOST_RUNS:
        problems.add(FilePosition(plan.path, 1, 1), ("plan",), f"{runs:,} runs, expected {MOST_RUNS:,} at most; "
                     "split the plan, or name fewer machines, workloads, policies, settings or seeds")
    problems.raise_if_any()
    return plan


def check_experiment(document, schema, problems):
    """Notes violations of the schema, and values that only a plan refuses. Raises BadInput if there are any."""
    check(document, schema, "experiment", problems)
    problems.raise_if_any()
    data, at = document.data, document.at
    for key in ("machine", "workload"):
        if not isinstance(data.get(key), str):
            problems.add(at((key,)), ("experiment", key), "expected a name, which plans need"
                         + (f", found {found(data[key])}" if key in data else ""))
    if data.get("seed", 0) > MOST_SEED:
        problems.add(at(("seed",)), ("experiment", "seed"),
                     f"expected a whole number of 0 to {MOST_SEED}, found {found(data['seed'])}")
    values = data.get("sweep", {}).get("values", [])
    if any(isinstance(value, dict) for value in values):
        problems.add(at(("sweep", "values")), ("experiment", "sweep", "values"), "expected values, found a mapping")
    if len(set(map(str, values))) < len(values):
        problems.add(at(("sweep", "values")), ("experiment", "sweep", "values"), "expected each value once")
    problems.raise_if_any()
