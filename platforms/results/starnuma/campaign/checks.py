# SPDX-License-Identifier: Apache-2.0
"""Checks of plans and experiments that a schema cannot state, before anything runs."""

from starnuma.campaign import statistics
from starnuma.campaign.places import Place, Problems, found, nearest

RATIO_COLUMNS = ("speedup", "speedup_outside_barriers")  # columns over a baseline
MOST_RUNS = 10_000  # largest grid of a plan
MOST_SEED = 2**64 - 1


def check_size_and_columns(plan, platforms, usual):
    """Returns the plan; raises BadInput if a column is no statistic or the grid is too large.

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
            problems.add(Place(plan.path, 1, 1), ("plan", "seeds"),
                         f"expected seeds of 0 to {MOST_SEED}, found {found(seed)}")
    runs = plan.number_of_runs()
    if runs > MOST_RUNS:
        problems.add(Place(plan.path, 1, 1), ("plan",), f"{runs:,} runs, expected {MOST_RUNS:,} at most; "
                     "split the plan, or name fewer machines, workloads, policies, settings or seeds")
    problems.raise_if_any()
    return plan


def check_experiment(document, problems):
    """Notes what is wrong with the keys of an experiment that a plan reads."""
    data, at = document.data, document.at
    sweep = data.get("sweep", {})
    if not isinstance(data.get("summary", ""), str):
        problems.add(at(("summary",)), ("experiment", "summary"), f"expected a text, found {found(data['summary'])}")
    seed = data.get("seed", 1)
    if not isinstance(seed, int) or seed > MOST_SEED:
        problems.add(at(("seed",)), ("experiment", "seed"),
                     f"expected a whole number of 0 to {MOST_SEED}, found {found(seed)}")
    if not isinstance(sweep, dict):
        problems.add(at(("sweep",)), ("experiment", "sweep"), f"expected a mapping, found {found(sweep)}")
    elif "sweep" in data:
        for key in sweep.keys() - {"field", "also", "values"}:
            problems.add(at(("sweep", key)), ("experiment", "sweep", key),
                         f"unknown key{nearest(key, ('field', 'also', 'values'))}")
        for key in ("field", "also"):
            if not isinstance(sweep.get(key, "" if key == "also" else None), str):
                problems.add(at(("sweep", key)), ("experiment", "sweep", key),
                             "expected the path of a field"
                             + (f", found {found(sweep[key])}" if key in sweep else ", which is missing"))
        values = sweep.get("values")
        if not isinstance(values, list) or not values or any(isinstance(each, dict) for each in values):
            problems.add(at(("sweep", "values")), ("experiment", "sweep", "values"),
                         "expected a list of one or more values")
        elif len(set(map(str, values))) < len(values):
            problems.add(at(("sweep", "values")), ("experiment", "sweep", "values"), "expected each value once")
    problems.raise_if_any()
