# SPDX-License-Identifier: Apache-2.0
"""The tables of a pool bench: by point, by type of transaction, by conflict."""

from starnuma.report.content import Cell, Head, Row, Section, Table, number

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


def sections(bench, values):
    names = [run["name"] for run in bench["runs"]]
    return [
        Section("Points", "One row per run of the bench.", [by_point(bench, values)]),
        Section("Latency by type of transaction", "From an access or an eviction to its completion, ns.",
                [latencies(values, names, "latency", TYPES)]),
        Section("Latency by conflict", "Latency of fetches without a conflicting snoop, with a snoop before their "
                "completion (early) and with one after it (late), ns.",
                [latencies(values, names, "latency_by_conflict", ("none", "early", "late"))]),
    ]


def by_point(bench, values):
    heads = [Head("sharing", look="text"), Head("lines"), Head("writes, %"),
             *(Head(label) for label, *_ in COLUMNS), Head("limit, GB/s"),
             Head("limited by", look="text")]
    rows = []
    for run in bench["runs"]:
        cells = [Cell(run["sharing"], "text"), Cell(f"{run['lines']:,}"),
                 Cell(str(run["write_percent"]))]
        for _, path, decimals, factor in COLUMNS:
            value = values.get(f"{run['name']}.{path}")
            cells.append(Cell(number(None if value is None else value * factor, decimals)))
        # Results of version 0.3.0 and before have no limits.
        cells += [Cell(number(run.get("limit_gb_per_second"), 2)), Cell(run.get("limited_by", "–"), "text")]
        rows.append(Row(run["name"], cells))
    return Table("Points of the bench", heads, rows, corner="point")


def latencies(values, names, group, kinds):
    rows = []
    for name in names:
        for kind in kinds:
            prefix = f"{name}.{group}.{kind}"
            if values.get(f"{prefix}.count"):
                rows.append(Row(name, [Cell(number(values.get(f"{prefix}.{figure}"), decimals))
                                       for figure, decimals in FIGURES],
                                second=Cell(kind.replace("_", " "), "text")))
    return Table("Latency, ns", [Head(name) for name, _ in FIGURES], rows, corner="point",
                 second="kind")
