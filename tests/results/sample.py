# SPDX-License-Identifier: Apache-2.0
"""Plausible result folders, written without a run."""

import contextlib
import importlib
import io
import json
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "platforms" / "results"
CLASSES = ["local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool"]
UNLOADED = {"cache": 21, "walk": 9, "upi_wire": 63, "numalink_wire": 118, "directory": 8,
            "dram_array": 57, "snoop": 12}
WAITS = {"mshr_queue": 31, "walk_queue": 12, "upi_queue": 390, "numalink_queue": 61,
         "dram_queue": 22, "line_queue": 13, "migration_stall": 41}
MARKUP = "<script>document.title='run'</script>"  # possible name in a machine file


def report(*arguments, module="starnuma.report.__main__"):
    """Runs a report program in this process; (exit code, stderr)."""
    errors = io.StringIO()
    try:
        with contextlib.redirect_stderr(errors):
            importlib.import_module(module).main([str(word) for word in arguments])
    except SystemExit as stopped:
        return stopped.code, errors.getvalue()
    return 0, errors.getvalue()


def statistics(pool):
    """Returns a plausible run: {path: (value, unit)}."""
    scale = 0.5 if pool else 1.0
    stats = {
        "run.time_ns": (2.5e7 * scale, "ns"), "run.amat_ns": (817 * scale, "ns"),
        "run.amat_unloaded_ns": (308 * scale, "ns"),
        "run.amat_contention_ns": (509 * scale, "ns"), "run.ipc": (0.065 / scale, "1"),
        "run.llc_mpki": (36.2, "1"), "run.pending_misses_per_core": (4.57, "1"),
        "run.instructions": (187654321, "1"), "run.barrier_share": (0.31, "1"),
    }
    latency = {**UNLOADED, **WAITS, **({"cxl_wire": 70, "cxl_queue": 80} if pool else {})}
    stats.update({f"run.latency.{kind}_ns": (ns * scale, "ns") for kind, ns in latency.items()})
    mix = [.03, .05, .18, .62, .02, .10] if pool else [.07, .16, .66, 0, .11, 0]
    for name, share in zip(CLASSES, mix):
        stats[f"run.access_mix.{name}"] = (share, "1")
        stats[f"run.class.{name}.count"] = (share * 1e7, "1")
        stats[f"run.class.{name}.amat_ns"] = (600 * share, "ns")
        stats[f"run.class.{name}.unloaded_ns"] = (300 * share, "ns")
        for factor, percentile in enumerate(("mean", "p50", "p90", "p99", "p99_9", "max"), 1):
            stats[f"run.class.{name}.latency.{percentile}"] = (600 * share * factor, "ns")
    for name, here, random in zip(CLASSES, (.08, .18, .74, 0), (.0625, .1875, .75, 0)):
        stats[f"run.placement.{name}"] = (here, "1")
        stats[f"run.placement.random.{name}"] = (random, "1")
    for sharers in range(1, 17):
        stats[f"run.sharing.pages.{sharers}"] = ((sharers / 16) ** 0.3, "1")
        stats[f"run.sharing.misses.{sharers}"] = ((sharers / 16) ** 2, "1")
    for name in links(pool):
        for direction, load in (("forward", 0.61), ("backward", 0.42)):
            stats[f"machine.{name}.{direction}.utilisation"] = (load * scale / (1 + len(stats) % 7),
                                                                "1")
    for socket in range(16):
        stats[f"machine.socket{socket}.memory.channel0.utilisation"] = (0.3 - socket / 100, "1")
    return stats


LINKS = {"upi": "UPI", "numalink": "NUMALink", "cxl": "CXL"}


def links(pool):
    """Returns the names of links of a machine with four chassis."""
    names = [f"upi.socket{s}_asic{s // 2}" for s in range(16)]
    names += [f"upi.socket{a}_socket{b}" for a in range(16) for b in range(a + 1, a // 4 * 4 + 4)]
    names += [f"numalink.asic{a}_asic{b}" for a in range(8) for b in range(a + 1, 8)]
    return names + [f"cxl.socket{s}_pool" for s in range(16)] * pool


def described(path):
    kind = path.removeprefix("run.latency.").removesuffix("_ns")
    part = {**dict.fromkeys(UNLOADED, "unloaded"), **dict.fromkeys(WAITS, "contention"),
            "cxl_wire": "unloaded", "cxl_queue": "contention"}.get(kind)
    link, _, what = kind.rpartition("_")
    if link in LINKS and what == "queue":
        return f"mean per LLC miss, contention: waiting for {LINKS[link]} bandwidth"
    return f"mean per LLC miss, {part}: what <{kind}> is" if part else f"What {path} <means>."


def write_run(folder, machine, stats, settings=""):
    """Writes a folder like that of run: stats.json and effective.yaml."""
    folder.mkdir(parents=True)
    entries = [{"path": path, "value": value, "unit": unit, "description": described(path)}
               for path, (value, unit) in stats.items()]
    (folder / "stats.json").write_text(json.dumps(entries))
    (folder / "effective.yaml").write_text(
        f"machine: {{name: {json.dumps(machine)}, socket: {{count: 16, cores: 4}}, "
        "topology: {sockets_per_chassis: 4, asics_per_chassis: 2}, pool: {count: 1}" + settings
        + "}\nworkload: 'bfs:scale=20,trials=2'\nseed: 7\n")
    return folder


def write_worst(folder, count=3):
    """Writes slowest accesses, all to one line of socket 2."""
    worst = [{"transaction": 900 + i, "core": 29, "socket": 7, "home": 2, "address": 64,
              "line": 0x1f000, "class": "two_hop", "issued_ps": 1234567, "done_ps": 1434567 - i,
              "ledger_ps": {"cache": 30000, "upi_queue": 170000 - i}} for i in range(count)]
    (folder / "worst.json").write_text(json.dumps({"window_begin_ps": 0, "worst": worst}))


def write_published(folder, system, amat, speedup=None):
    """Writes published values for a run that is comparable with them."""
    values = {"run.amat_ns": {"value": amat, "derived": False},
              "run.amat_unloaded_ns": {"value": 0.4 * amat, "derived": True},
              **{f"run.access_mix.{name}": {"value": 1 / 6, "derived": False} for name in CLASSES}}
    gain = {"speedup_over_baseline": speedup} if speedup else {}
    (folder / "published.json").write_text(json.dumps({
        "system": system, "workload": "BFS", "values": values, **gain,
        "sharing": {"pages": [[1, .17], [16, 1]], "misses": [[1, .02], [16, 1]]}}))


def write_intervals(folder, count):
    names = ["begin_ns", "end_ns", "ipc", "llc_misses", "amat_ns", "amat_unloaded_ns",
             "upi_utilisation", "upi_busiest", "upi_bytes", "socket0_dram_bytes", "pool_dram_bytes",
             *(f"misses_{name}" for name in CLASSES)]
    rows = [[10 * i, 10 * i + 10] + [i % 7 / 7] * (len(names) - 2) for i in range(count)]
    write_csv(folder / "intervals.csv", names, rows)


def write_profile(folder, programs=()):
    """Writes the profile of a run, or of its programs."""
    names = ["begin_ns", "end_ns", "resident_pages", "pool_pages", "touched_pages", "new_pages",
             "llc_misses", "fetched_bytes", "pool_bytes", "gb_per_s", "pool_gb_per_s"]
    rows = [[10 * i, 10 * i + 10, 900, 300, 40 + i % 7, i == 0, 9, 576, 64, 57.6, 6.4]
            for i in range(1000)]
    if programs:
        names.insert(0, "program")
        rows = [[number, *row] for number in range(len(programs)) for row in rows]
    write_csv(folder / "profile.csv", names, [[float(cell) for cell in row] for row in rows])
    stats = json.loads((folder / "stats.json").read_text(encoding="utf-8"))
    values = {"pages": 900, "touched_pages": 600, "cold_pages": 300,
              **{f"misses_to_hottest.{percent}": percent / 100 for percent in (1, 10, 50)}}
    stats += [{"path": f"{prefix}.profile.{path}", "value": value, "unit": "1", "description": "-"}
              for prefix in [f"program.{name}" for name in programs] or ["run"]
              for path, value in values.items()]
    (folder / "stats.json").write_text(json.dumps(stats))


def write_phases(folder):
    names = ["phase", "amat_ns", "amat_unloaded_ns", "pool_pages", "moves_planned", "moves_made",
             "moves_to_pool", "os_busy_share"]
    write_csv(folder / "phases.csv", names, [[i, 900 - 9 * i, 300, 40 * i, 9, 9, 7, .3]
                                             for i in range(1, 8)])


def write_programs(folder):
    """Makes the run a scenario: two programs, one of them with migrating pages, and their memory over time."""
    effective = folder / "effective.yaml"
    text = effective.read_text(encoding="utf-8").replace("workload: 'bfs:scale=20,trials=2'", (
        "programs:\n  - {name: graph, workload: 'bfs:scale=20', cores: socket0-7}\n"
        "  - {name: noise, workload: stream, cores: socket8}"))
    effective.write_text(text, encoding="utf-8")
    stats = json.loads((folder / "stats.json").read_text(encoding="utf-8"))
    stats += [{"path": f"program.{name}.{path}", "value": value, "unit": "1", "description": "-"}
              for name, threads in (("graph", 32), ("noise", 4))
              for path, value in (("threads", threads), ("amat_ns", 1234.5), ("runs", 1))]
    (folder / "stats.json").write_text(json.dumps(stats))
    write_csv(folder / "phases.csv", ["program", "phase", "amat_ns", "amat_unloaded_ns"],
              [[0, i, 900 - 9 * i, 300] for i in range(1, 8)])
    nodes = [f"socket{s}" for s in range(9)]
    write_csv(folder / "memory.csv",
              ["time_ns", *(f"{name}.{node}" for name in ("graph", "noise") for node in nodes)],
              [[1000 * i, *(256 + i for _ in nodes), *(0 for _ in nodes)] for i in range(4)])


def write_csv(path, names, rows):
    path.write_text("\n".join([",".join(names), *(",".join(map(str, row)) for row in rows), ""]))


def write_everything(folder):
    """Writes two runs with all optional files; returns their folders."""
    folders = [write_run(folder / "a", "baseline16", statistics(False)),
               write_run(folder / "b", f"starnuma16{MARKUP}", statistics(True))]
    write_published(folders[0], "baseline", 1076)
    write_published(folders[1], "starnuma", 394, 1.77)
    for run in folders:
        write_worst(run)
        write_intervals(run, 300)
        write_phases(run)
        write_profile(run)
    return folders


def sweep(field, values):
    """Returns the contents of sweep.json for these values."""
    rows = [{"label": "AMAT, ns", "values": [1234.5] * len(values)},
            {"label": "  of a pool", "values": [None] + [0.25] * (len(values) - 1)}]
    return {"field": field, "values": values, "decimals": 3, "rows": rows}


def bakeoff(names):
    """Returns the contents of bakeoff.json for these contenders."""
    columns = [{"key": key, "head": head, "unit": unit, "decimals": decimals}
               for key, head, unit, decimals in (
                   ("amat_ns", "AMAT", "ns", 1), ("speedup", "speed-up", "", 3),
                   ("moves", "moves", "pages", 0), ("os_busy_percent", "OS busy", "%", 1),
                   ("regret_percent", "regret", "%", 1))]
    value = {"mean": 12.5, "half_width_95": 1.25, "by_seed": [12, 13]}
    return {"machine": "starnuma16", "workload": "bfs:scale=17", "seeds": [1, 2],
            "first": "policy", "columns": columns,
            "rows": [{"policy": name, **{column["key"]: value for column in columns}}
                     for name in names]}
