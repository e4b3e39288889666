#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Machines with listed links: routes, latencies, virtual networks, both deliveries."""

import json
import unittest

import examples
from cli import CliTest, stats
from described import latency_rows

GLUELESS = str(examples.EXAMPLES / "machines" / "glueless_eight.yaml")
LINKS = ((0, 1), (0, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 7), (6, 7), (0, 4), (1, 7), (2, 6), (3, 5))
LOCAL, LINK = 80, 25  # ns
# Two sockets of 256 cores; the first has no memory.
MANY_CORES = """{extends: baseline16_first_touch, topology: {sockets_per_chassis: 2, asics_per_chassis: 0},
socket: {count: 2, cores: 256, overrides: {0: {memory: {channels: 0}}}}}"""
CHECKED = ("--set", "simulation.check=coherence")
IDLE = ("--set", "socket.memory.channel.refresh=disabled")
ONE_CREDIT = tuple(f"--set=upi.credits.{kind}=1" for kind in ("request", "forward", "response"))


def links_between(a, b):
    """Returns the fewest links between two sockets."""
    reached, links = {a}, 0
    while b not in reached:
        reached |= {y for x, y in LINKS if x in reached} | {x for x, y in LINKS if y in reached}
        links += 1
    return links


class Links(CliTest):
    def test_unloaded_latencies_are_the_sum_of_the_parts(self):
        rows = latency_rows(self.good("describe", GLUELESS))
        for a in range(8):
            for b in range(8):
                self.assertEqual(rows[f"s{a}"][f"s{b}"], LOCAL + 2 * LINK * links_between(a, b))
        for home in (1, 7):
            for delivery in ("immediate", "queued"):
                run = stats(self.run_to("chase", GLUELESS, f"pointer_chase:requester=0,home={home},lines=64",
                                        "--set", f"simulation.delivery={delivery}", *IDLE))
                self.assertEqual(run["run.amat_ns"], rows["s0"][f"s{home}"])

    def test_describe_draws_the_links_and_prints_diameter_and_bisection(self):
        text = self.good("describe", GLUELESS)
        self.assertIn("diameter                      2 links", text)
        machine = json.loads(self.good("describe", GLUELESS, "--json"))
        rate = machine["links"][0]["bytes_per_second"]
        self.assertEqual(machine["bisection_bytes_per_second"], 4 * rate)
        graph = self.good("describe", GLUELESS, "--dot")
        for a, b in LINKS:
            self.assertIn(f'"socket{a}" -- "socket{b}"', graph)

    def test_bfs_is_coherent_in_both_deliveries(self):
        (self.folder / "cores.yaml").write_text(f"kind: experiment\nmachine: {MANY_CORES}\n", encoding="utf-8")
        machines = [str(examples.EXAMPLES / "machines" / f"{name}.yaml")
                    for name in ("glueless_eight", "snc3_hbm", "expanders")]
        for machine in (*machines, "cores.yaml"):
            for delivery in ("immediate", "queued"):
                with self.subTest(machine, delivery=delivery):
                    run = stats(self.run_to("run", machine, "bfs:scale=9,trials=1", *CHECKED, "--set",
                                            f"simulation.delivery={delivery}"))
                    self.assertGreater(run["run.llc_misses"], 0)

    def test_virtual_networks_resolve_a_cyclic_wait(self):
        queued = ("--set", "simulation.delivery=queued", *ONE_CREDIT)
        refused = self.refused("run", GLUELESS, "bfs:scale=8", *queued, "--set",
                               "topology.virtual_networks=none")
        self.assertRegex(refused[0], r"virtual_networks: .* in a cycle indefinitely, over socket\d > socket\d")
        self.run_to("two", GLUELESS, "gups:scale=12,updates=8192", *queued, *CHECKED)


if __name__ == "__main__":
    unittest.main()
