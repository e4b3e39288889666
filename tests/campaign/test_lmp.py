#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""figures lmp: statements on logical memory pools follow from bandwidths and latencies."""

import os
import unittest
from pathlib import Path
from types import SimpleNamespace

from starnuma.campaign.grid import points_of
from starnuma.campaign.plan import read_plan
from starnuma.evaluation import lmp, statements
from starnuma.evaluation.catalogue import FOLDER, OTHERS

PLATFORMS = Path(os.environ["STARNUMA_HOME"]) / "platforms"
REFERENCE = SimpleNamespace(platforms=PLATFORMS)
RATES = {"logical": {8: 4.7, 24: 4.7, 64: 1.42, 96: 1.2}, "physical": {8: 1, 24: 1, 64: 1},
         "with a cache": {8: 2, 24: 4.7 / 3.4, 64: 1}}
LATENCY = {"local": (82, 97, 147), "link0": (163, 34.5, 418), "link1": (261, 21, 527)}


EFFECTIVE = """
machine:
  socket: {memory: {channels: 3, capacity_per_channel: 2816 MiB}}
  pool: {memory: {channels: 4, capacity_per_channel: %s GiB}}
"""


def stub(capacity=16, **values):
    by_path = {path.replace("__", "."): {"value": value} for path, value in values.items()}
    return SimpleNamespace(by_path=by_path, effective=EFFECTIVE % capacity, programs=[{"name": f"sum{n}"} for n in range(4)],
                           value=lambda path: by_path.get(path, {"value": None})["value"])


def vector_run(label, rates):
    kind, _ = label.machine.split(" over ")
    gib = lmp.gib_of(label.workload)
    return stub(rates.get("capacity", 16), workload__vector_sum__vector_bytes=1000, workload__vector_sum__rounds=10,
                run__time_ns=10000 / rates[kind][gib], run__access_mix__local=1)


def link_run(label, latency):
    kind = "local" if "class=local" in label.workload else "two_hop"
    least, rate, loaded = latency["local" if kind == "local" else label.machine]
    head = f"workload__loaded_latency__{kind}__"
    return stub(**{f"{head}0__least_latency": least, f"{head}3__achieved": rate,
                   f"{head}3__latency": loaded})


def results_of(name, make):
    plan = read_plan(PLATFORMS / FOLDER / name, PLATFORMS, "ci")
    labels = [point.label for point in points_of(plan)]
    return SimpleNamespace(plan=plan, runs={label: [make(label)] for label in labels})


def found(rates=None, latency=None):
    item = OTHERS["lmp_vectors"]
    rates, latency = {**RATES, **(rates or {})}, {**LATENCY, **(latency or {})}
    results = {name: results_of(name, lambda label, name=name: link_run(label, latency)
                                if name == "lmp_links.yaml" else vector_run(label, rates))
               for name in item.plans}
    return item.exhibit(results, REFERENCE, None)


class LogicalPools(unittest.TestCase):
    def test_every_statement_has_a_row_and_holds_on_published_values(self):
        made = found()
        published = statements.Published(PLATFORMS, lmp.FILE)
        self.assertEqual(sorted(made.statements), sorted(published.statements))
        self.assertEqual({each["holds"] for each in made.statements.values()}, {True})

    def test_each_hangs_on_its_own_numbers(self):
        for rates, latency, changed in (
                ({"physical": {8: 1.3, 24: 1, 64: 1}}, {}, ["vector_8"]),
                ({"physical": {8: 1, 24: 0.7, 64: 1}}, {}, ["vector_24"]),
                ({"with a cache": {8: 2, 24: 2, 64: 1.3}}, {}, ["cache_24", "cache_64"]),
                ({"capacity": 22}, {}, ["vector_96"]),
                ({}, {"local": (82, 97, 110)}, ["loaded_local"]),
                ({}, {"link1": (261.5, 20, 527)}, ["min_link1", "rate_link1"])):
            made = found(rates, latency).statements
            self.assertEqual([key for key, each in made.items() if not each["holds"]], changed)

    def test_servers_that_read_from_one_share_its_link(self):
        values = {f"program__sum{n}__workload__vector_sum__vector_bytes": 1000 for n in range(4)}
        values |= {f"program__sum{n}__workload__vector_sum__rounds": 2 for n in range(4)}
        values |= {f"program__sum{n}__time_ns": 200 if n < 3 else 20 for n in range(4)}
        values["machine__fabric__socket3_fabric_switch__forward__utilisation"] = 0.99
        made = OTHERS["lmp_incast"].exhibit(
            {"lmp_incast.yaml": results_of("lmp_incast.yaml", lambda _: stub(**values))},
            REFERENCE, None)
        row = made.blocks[0].rows[0]
        self.assertEqual([cell.text for cell in row.cells],
                         ["10.0", "10.0", "10.0", "100.0", "30.0", "99"])

    def test_regions_that_follow_have_a_row_next_to_those_that_stay(self):
        values = {f"program__sum{n}__workload__vector_sum__{key}": value for n in range(4)
                  for key, value in (("vector_bytes", 1000), ("rounds", 2))}
        values |= {f"program__sum{n}__time_ns": 200 for n in range(4)}
        values |= {"run__access_mix__local": 0.777, "machine__region_mover__regions": 16}
        made = OTHERS["lmp_moves"].exhibit({"lmp_moves.yaml": results_of("lmp_moves.yaml", lambda _: stub(**values))},
                                           REFERENCE, None)
        rows = made.blocks[0].rows
        self.assertEqual(len(rows), 2)
        self.assertEqual([cell.text for cell in rows[0].cells], [*["10.0"] * 4, "78", "16"])

    def test_sums_that_go_to_their_data_stand_next_to_those_of_one_server(self):
        item = OTHERS["lmp_shipped"]
        rates = {**RATES, "all": {24: 9.4, 64: 12, 96: 13}}
        made = item.exhibit({name: results_of(name, lambda label: vector_run(
            SimpleNamespace(workload=label.workload, machine=label.machine.replace("all servers", "all over all")), rates))
                             for name in item.plans}, REFERENCE, None)
        self.assertEqual([[cell.text for cell in row.cells] for row in made.blocks[0].rows],
                         [["4.7", "9.4"], ["1.4", "12.0"], ["1.2", "13.0"]])


if __name__ == "__main__":
    unittest.main()
