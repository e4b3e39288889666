# SPDX-License-Identifier: Apache-2.0
"""A page of each kind of report, from plausible result folders."""

import json
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import sample
from starnuma.campaign import drawing, pages
from starnuma.campaign.grid import Label, Point
from starnuma.campaign.mixes import Mix, MixTable
from starnuma.campaign.results import Results
from starnuma.report.page import write
from starnuma.result_folder import load_run
from starnuma.size import pages as size_pages
from starnuma.size.effects import Effects
from starnuma.size.factors import Variant
from starnuma.size.grid import BASE


def pool_bench(folder):
    """Writes a result folder of bench pool and its report."""
    folder.mkdir()
    runs = [{"name": name, "sharing": "shared", "lines": 4, "write_percent": 50, "gap_ps": gap,
             "limited_by": "links to hosts", "limit_gb_per_second": 130.25}
            for name, gap in (("lines1", 0), ("lines256", 0), ("load1", 9), ("load2", 5))]
    (folder / "bench.json").write_text(json.dumps({
        "bench": "storm", "machine": "starnuma16", "heads": 16, "seed": 1, "time": "200 us",
        "delay": "100 ns", "runs": runs}))
    values = {}
    for index, run in enumerate(runs, 1):
        for kind in ("all", "read", "upgrade"):
            for what in ("count", "mean", "p50", "p90", "p99", "max"):
                values[f"{run['name']}.latency.{kind}.{what}"] = 120.5 * index
        for head in range(16):
            values[f"{run['name']}.head{head}.share"] = 1 / 16
        values[f"{run['name']}.bandwidth"] = index
    (folder / "stats.json").write_text(json.dumps(
        [{"path": path, "value": value, "unit": "1", "description": ""}
         for path, value in values.items()]))
    return folder


def write_machine(folder, name):
    """Writes a run of a machine that is comparable with a published one."""
    sample.write_run(folder, name, sample.statistics(pool=True))
    sample.write_published(folder, name, 500)
    return folder


def report(page, *arguments, **options):
    code, error = sample.report(*arguments, "-o", page, **options)
    assert code == 0, error
    return page


def results_of(labels, folders, baseline):
    """Returns the Results of two seeds of each label, whose runs are the folders in turn."""
    plan = SimpleNamespace(name="grid", summary="A grid", baseline=baseline, seeds=(1, 2), size="", within=None,
                           columns=["speedup", "run.amat_ns", "run.ipc", "run.llc_mpki"],
                           figures=[{"value": "speedup", "rows": "setting", "marks": "machine"}])
    points = [Point(label, seed, ["machine", "bfs"], (), key=f"{number}{seed}")
              for number, label in enumerate(labels) for seed in (1, 2)]
    runs = [load_run(folder) for folder in folders]
    return Results(plan, points, lambda point: runs[(int(point.key) // 10 + point.seed) % len(runs)], "program", {})


def plan_page(page, folders):
    labels = [Label(machine, "bfs:scale=16,trials=4,warmup=2", "", setting)
              for machine in ("baseline16_first_touch", "starnuma16_t16", "starnuma16_switched")
              for setting in ("no retimer", "one retimer", "two retimers and a longer cable")]
    results = results_of(labels, folders, {"machine": "baseline16_first_touch"})
    mix = Mix(["graph", "store"], *[{"graph": [1.5, 1.6], "store": [1, 1.1]}] * 2, [1.5, 1.4], [0.7, 0.8])
    mixed = MixTable({(label.machine, label.setting): mix for label in labels}, ["machine", "setting"])
    write(page, pages.html(results, drawing.figures_of(results), {}, {"mixed": mixed}))
    return page


def size_page(page, folders):
    variants = [Variant("links", "6 GB/s → 3 GB/s", step=-1), Variant("links", "6 GB/s → 12 GB/s", step=1),
                Variant("policy", "static_oracle → starnuma_t16", policy="starnuma_t16")]
    results = results_of([Label(name, "bfs") for name in (BASE, *(each.name for each in variants))], folders, {})
    sizing = SimpleNamespace(variants=variants, seeds=2, left_out={"slices": "only in queued delivery"},
                             machine="starnuma16", workload="bfs", costs={variants[1].name: 350.0})
    write(page, size_pages.html(Effects(sizing, results, {}, None, {"links": 350}), {}))
    return page


def write_all(folder):
    """Returns {kind: page}."""
    runs = sample.write_everything(folder)
    (folder / "sweep.json").write_text(json.dumps(sample.sweep("pool.link.bandwidth", ["3 GB/s", "6 GB/s"])))
    (folder / "bakeoff.json").write_text(json.dumps(sample.bakeoff(["first_touch", "t16"])))
    bench = pool_bench(folder / "bench")
    machines = [write_machine(folder / f"wide{number}", f"machine_with_a_name_{number}") for number in range(5)]
    many = [sample.write_run(folder / f"many{number}", f"policy_{number}", sample.statistics(number % 2))
            for number in range(12)]
    kinds = {"run": runs, "sweep": [*runs, "--sweep", folder / "sweep.json"],
             "bakeoff": [*runs, "--bakeoff", folder / "bakeoff.json"], "machines": machines, "many": many}
    made = {name: report(folder / f"{name}.html", *words) for name, words in kinds.items()}
    made["bench"] = report(folder / "bench.html", bench, module="starnuma.report.bench_pool")
    made["plan"] = plan_page(folder / "plan.html", runs)
    made["size"] = size_page(folder / "size.html", runs)
    return made


class PagesTest(unittest.TestCase):
    """A test of all pages in a browser."""

    browser = None  # set by browser.run_tests

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.pages = write_all(cls.folder)
