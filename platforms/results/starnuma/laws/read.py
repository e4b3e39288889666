# SPDX-License-Identifier: Apache-2.0
"""The numbers of a result folder by path: statistics, the cells of its tables, and its settings."""

import re

from starnuma.files import load_csv, load_json
from starnuma.result_folder import load_run

# Files whose cells have the paths TABLE.ROW.COLUMN.
TABLES = ("phases", "intervals", "memory", "metadata", "profile")
QUANTITY = re.compile(r"(-?[\d.]+(?:e-?\d+)?) ?(ps|ns|us|ms|s|B|KiB|MiB|GiB|TiB|MHz|GHz|%|GB/s|cycles)?")
UNITS = {"ps": 1e-3, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20,
         "GiB": 1 << 30, "TiB": 1 << 40, "MHz": 1e-3, "GHz": 1, "%": 0.01, "GB/s": 1, "cycles": 1, None: 1}


def values_of(folder):
    """Returns {path: value} of a result folder: numbers in ns, bytes, GHz or GB/s, and words of settings."""
    run = load_run(folder)
    values = {stat["path"]: stat["value"] for stat in run.stats}
    for table in TABLES:
        for index, row in enumerate(load_csv(run.folder / f"{table}.csv")):
            values.update((f"{table}.{index}.{column}", cell) for column, cell in row.items())
    worst = run.folder / "worst.json"
    if worst.exists():
        values.update(scalars("worst", load_json(worst)["worst"]))
    values.update(scalars("setting", run.settings))
    return values


def scalars(path, node):
    """Yields (path, value) of each scalar below a node."""
    children = (node.items() if isinstance(node, dict) else
                enumerate(node) if isinstance(node, list) else None)
    if children is None:
        quantity = QUANTITY.fullmatch(node) if isinstance(node, str) else None
        yield path, float(quantity[1]) * UNITS[quantity[2]] if quantity else node
        return
    for key, child in children:
        yield from scalars(f"{path}.{key}", child)
