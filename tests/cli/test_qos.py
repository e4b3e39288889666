#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bandwidth of heads and logical devices: limits, shares, DevLoad of a victim next to aggressors."""

import json
import unittest

from cli import CliTest, stats

MACHINE = """kind: machine
extends: two_hosts_pool
simulation: {delivery: queued}
placement: {policy: pool_share, pool_share: 1}
socket: {private_caches: {mshrs: 1}}
pool: {device: {queued: {request_entries: 8, optimal_load: 0.25, moderate_load: 0.75, severe_load: 1}}}
"""
TWO_HOSTS = """kind: scenario
machine: machine.yaml
repeat: none
programs:
  - {name: victim, workload: "gups:scale=10,updates=500", threads: 1, host: left}
  - {name: aggressor, workload: "gups:scale=10,updates=8000", host: right}
"""
LOGICAL_DEVICES = MACHINE + """extents:
  - {name: first, device: 0, start: 0 B, size: 16 GiB, sharing: coherent, hosts: [0, 1]}
  - {name: second, device: 0, start: 16 GiB, size: 16 GiB, sharing: coherent, hosts: [0, 1], logical_device: 1}
  - {name: right_own, device: 0, start: 32 GiB, size: 32 GiB, sharing: exclusive, hosts: [1]}
"""
ONE_HOST = """kind: scenario
machine: machine.yaml
repeat: none
programs:
  - {name: victim, workload: "gups:scale=10,updates=500", cores: socket0.core0, extent: first}
  - {name: aggressor, workload: "gups:scale=10,updates=8000", cores: "socket0.core1-3,socket1", extent: second}
"""
FAIR = ("round_robin", "weighted", "limits")
MODES = ("alone", "aggressors", *FAIR, "dev_load")


class Qos(CliTest):
    def test_a_victim_is_not_throttled_for_its_neighbour(self):
        self.write("machine.yaml", MACHINE)
        values = stats(self.run_to("run", self.write("scenario.yaml", TWO_HOSTS)))
        throttled = [values[f"machine.host_{host}.socket{s}.caching_agent.throttled"]
                     for host, s in (("left", 0), ("left", 1), ("right", 2), ("right", 3))]
        self.assertEqual(throttled[:2], [0, 0])
        self.assertGreater(sum(throttled[2:]), 10)
        device = "machine.pool.device.dev_load."
        self.assertEqual(values[device + "head0.overload"], 0)
        self.assertGreater(values[device + "head2.overload"], 0.01)

    def test_a_logical_device_is_not_throttled_for_another_one_of_its_host(self):
        self.write("machine.yaml", LOGICAL_DEVICES)
        # The one request of the victim is below its share of an overload, 3/16 of 6 requests.
        values = stats(self.run_to("run", self.write("scenario.yaml", ONE_HOST), "--set",
                                   "pool.device.queued.qos.logical_device_shares=3:1"))
        device = "machine.pool.device.dev_load.head0."
        self.assertEqual(values[device + "ld0.overload"], 0)
        self.assertGreater(values[device + "ld1.overload"], 0.01)

    def test_weighted_arbitration_works_in_machines_with_shares(self):
        shares = ("--set", "pool.device.queued.arbitration=weighted", "--set", "simulation.delivery=queued")
        self.run_to("run", "starnuma16", "gups:scale=10,updates=2048", *shares, "--set", "pool.device.queued.qos.shares=3:1")
        self.assertEqual(self.refused("run", "starnuma16", "bfs:scale=8", *shares), [
            "--set pool.device.queued.arbitration: machine.pool.device.queued.arbitration: weighted needs "
            "qos.shares or qos.logical_device_shares, expected them, or round_robin"])
        many = ":".join(["1"] * 17)
        self.assertIn("17 values for 16 heads", self.refused(
            "run", "starnuma16", "bfs:scale=8", "--set", f"pool.device.queued.qos.shares={many}")[0])

    def test_arbitration_keeps_the_latency_of_a_victim(self):
        """A victim stays within 10 % of its latency alone, while two aggressors have 80 % of what it leaves."""
        points = [word for name in MODES for word in ("--point", name)]
        self.good("bench", "pool", "qos", "--machine", "starnuma16_full", "--time", "50 us", *points, "-o", "qos")
        rows = {row["name"]: row for row in json.loads((self.folder / "qos/bench.json").read_text("utf-8"))["runs"]}
        victim = {name: row["by_heads"][0] for name, row in rows.items()}
        alone = victim["alone"]["mean_ns"]
        for mode in FAIR:
            with self.subTest(mode):
                own = victim[mode]["gb_per_second_of_each"]
                self.assertLess(victim[mode]["mean_ns"], 1.1 * alone)
                self.assertGreater(rows[mode]["measured"]["bandwidth"] - own,
                                   0.8 * (rows["aggressors"]["measured"]["bandwidth"] - own))
        self.assertLess(victim["dev_load"]["mean_ns"], 1.1 * alone)

    def test_wrong_keys_of_a_bench_are_one_line_each(self):
        for text, said in (
                ("{name: a, lines: 1, patttern: strided}",
                 'mine.yaml:3:25: pool_bench.points.0.patttern: unknown key, did you mean "pattern"?'),
                ("{name: a, lines: 1, lines_per_cache: 2}",
                 "mine.yaml:3:22: pool_bench.points.0.lines: expected lines or lines_per_cache, found both"),
                ("{name: a}", "mine.yaml:3:5: pool_bench.points.0.lines: missing, expected lines or lines_per_cache")):
            with self.subTest(text):
                file = self.write("mine.yaml", f"kind: pool_bench\npoints:\n  - {text}\n")
                self.assertEqual(self.refused("bench", "pool", file), [said])


if __name__ == "__main__":
    unittest.main()
