#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Energies of a run are sums of counted events times the energies of parts; costs are sums of prices of parts."""

import json
import re
import unittest

from cli import CliTest, stats

PJ_PER_BIT = {"upi": 6, "numalink": 10, "cxl": 6}
ACTIVATE, READ, WRITE, LOOK_UP = 2000, 4000, 4000, 20
TOTAL = re.compile(r"^  total +([0-9.]+)$", re.M)


def by_hand(values):
    """Returns the energy in uJ from counts of bytes, lines and look-ups."""
    picojoules = 0
    for path, value in values.items():
        kind = next((kind for kind in PJ_PER_BIT if f".{kind}" in path), None)
        if re.search(r"\.(forward|backward)\.bytes\.\w+$", path) and kind:
            picojoules += 8 * value * PJ_PER_BIT[kind]
        elif path.endswith(".directory.messages") and ".pool" in path:
            picojoules += value * LOOK_UP
        elif path.endswith(".reads") and ".memory" in path:
            memory = path[:-len(".reads")]
            reads = value - values[f"{memory}.reads.from_buffer"]
            # The data bus is busy for 8 cycles of 2.4 GHz for each line.
            lines = values[f"{memory}.utilisation"] * 2 * values["run.time_ns"] / (8 / 2.4)
            picojoules += lines * (1 - values[f"{memory}.row_hits"]) * ACTIVATE
            picojoules += reads * READ + (lines - reads) * WRITE
    return picojoules / 1e6


class Energy(CliTest):
    def test_a_sum_by_hand_agrees_within_a_percent(self):
        folder = self.run_to("run", "starnuma16", "gups:scale=12,updates=8192")
        values = stats(folder)
        summary = (folder / "summary.txt").read_text(encoding="utf-8")
        total = float(TOTAL.search(summary)[1])
        self.assertGreater(total, 0)
        self.assertAlmostEqual(total / by_hand(values), 1, delta=0.01)
        for kind in ("pool.memory, activate", "pool.memory, read", "socket.memory, read", "pool.device.directory"):
            self.assertIn(kind, summary)
        table = summary.partition("Energy by component, uJ\n")[2].partition("\n\n")[0].splitlines()
        rows = [line.rsplit(None, 1) for line in table]
        self.assertFalse([name for name, _ in rows if re.search(r"\d", name)])  # a row for all links of a kind
        self.assertAlmostEqual(sum(float(value) for _, value in rows[:-1]) / float(rows[-1][1]), 1, places=6)

    def test_twice_the_energy_of_a_bit_is_twice_the_energy_of_the_links(self):
        def links(name, *options):
            values = stats(self.run_to(name, "starnuma16", "gups:scale=10,updates=2048", *options))
            return sum(value for path, value in values.items() if "cxl" in path and path.endswith(".energy"))
        self.assertAlmostEqual(links("two", "--set", "pool.link.pj_per_bit=12"), 2 * links("one"))
        self.assertEqual(links("none", "--set", "pool.link.pj_per_bit=none"), 0)


class Costs(CliTest):
    def costs(self, *options):
        return json.loads(self.good("describe", *options, "--json"))["cost_usd"]

    def test_a_sum_by_hand_agrees_within_a_percent(self):
        """4 USD for a GiB of DDR5, 0.1 USD for a MiB of the filter's 28 MiB of SRAM."""
        costs = self.costs("starnuma16_full")
        by_hand = {"socket_memory": 16 * 6 * 32 * 4, "pool_memory": 16 * 48 * 4, "snoop_filters": 28 * 0.1}
        by_hand["total"] = sum(by_hand.values())
        self.assertEqual(costs.keys(), by_hand.keys())
        for component, usd in by_hand.items():
            self.assertAlmostEqual(costs[component] / usd, 1, delta=0.01, msg=component)
        self.assertIn("Cost, USD", self.good("describe", "starnuma16_full"))

    def test_a_component_without_a_price_is_not_counted(self):
        costs = self.costs("starnuma16_full", "--set", "pool.memory.channel.usd_per_gib=none", "--set",
                           "pool.device.sram_usd_per_mib=0.2")
        self.assertNotIn("pool_memory", costs)
        self.assertAlmostEqual(costs["snoop_filters"] / (28 * 0.2), 1, delta=0.01)
        self.assertEqual(costs["total"], costs["socket_memory"] + costs["snoop_filters"])


if __name__ == "__main__":
    unittest.main()
