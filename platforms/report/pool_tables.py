# SPDX-License-Identifier: Apache-2.0
"""The tables of a pool bench: by point, by type of transaction, by conflict."""

from html import escape

from tables import number, table

TYPES = ("read", "read_from_owner", "own", "own_from_owner", "upgrade", "write_back",
         "clean_eviction")
FIGURES = (("count", 0), ("mean", 0), ("p50", 0), ("p90", 0), ("p99", 0), ("max", 0))
COLUMNS = (
    ("GB/s", "bandwidth", 2, 1), ("mean, ns", "latency.all.mean", 0, 1),
    ("p99, ns", "latency.all.p99", 0, 1),
    ("BISnp per request", "device.back_invalidations_per_request", 3, 1),
    ("hosts snooped at once", "device.snoops.fan_out.mean", 2, 1),
    ("early conflicts", "conflicts.early", 0, 1), ("late conflicts", "conflicts.late", 0, 1),
    ("filter in use, %", "device.snoop_filter.mean_occupancy", 1, 100),
    ("filter evictions", "device.snoop_filter.evictions", 0, 1),
    ("throttled", "throttled", 0, 1),
)


def tables(bench, values):
    """[(title, sentence, html)]"""
    names = [run["name"] for run in bench["runs"]]
    return [
        ("Points", "One row a run of the bench.", by_point(bench, values)),
        ("Latency by type of transaction", "From an access, or a line given up, to its "
         "completion, ns.", latencies(values, names, "latency", TYPES)),
        ("What a conflict costs", "Latency of fetches that met no snoop, one before their "
         "completion (early) or one after it (late), ns.",
         latencies(values, names, "latency_by_conflict", ("none", "early", "late"))),
    ]


def by_point(bench, values):
    head = ["<th>point</th><th>sharing</th><th>lines</th><th>writes, %</th>"
            + "".join(f"<th>{escape(label)}</th>" for label, *_ in COLUMNS)]
    body = []
    for run in bench["runs"]:
        row = (f"<th>{escape(run['name'])}</th><td class='text'>{escape(run['sharing'])}</td>"
               f"<td>{run['lines']}</td><td>{run['write_percent']}</td>")
        for _, path, decimals, factor in COLUMNS:
            value = values.get(f"{run['name']}.{path}")
            row += f"<td>{number(None if value is None else value * factor, decimals)}</td>"
        body.append(row)
    return table(head, body, "headline")


def latencies(values, names, group, kinds):
    head = ["<th>point</th><th></th>" + "".join(f"<th>{name}</th>" for name, _ in FIGURES)]
    body = []
    for name in names:
        for kind in kinds:
            prefix = f"{name}.{group}.{kind}"
            if not values.get(f"{prefix}.count"):
                continue
            body.append(f"<th>{escape(name)}</th><td class='text'>{kind.replace('_', ' ')}</td>"
                        + "".join(f"<td>{number(values.get(f'{prefix}.{figure}'), decimals)}</td>"
                                  for figure, decimals in FIGURES))
    return table(head, body, "headline")
