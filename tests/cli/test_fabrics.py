#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fabrics of CXL switches: unloaded latencies, pictures, refused machines, both deliveries."""

import json
import unittest

import examples
from cli import CliTest, stats
from described import latency_rows

EXAMPLES = [str(examples.EXAMPLES / "machines" / f"{name}.yaml") for name in ("cascaded_switches", "spine_leaf")]
CHECKED = ("--set", "simulation.check=coherence")
IDLE = ("--set", "pool.memory.channel.refresh=disabled")
POOL, SWITCH, FLIGHT = 180, 45, 5  # ns: the pool on direct links, a switch, a link between switches


def machine(switches, topology, hosts, devices, more=""):
    return (f"kind: machine\nextends: starnuma16\nsocket: {{count: 4}}\npool: {{count: 2}}\n"
            "placement: {policy: first_touch}\n"
            f"cxl_fabric: {{part: cxl_fabric, topology: {topology}, switches: {switches}, "
            f"host_switches: {hosts}, device_switches: {devices}}}\n{more}")


CHAIN = machine(4, "chain", [0, 1], [1, 3])  # two sockets per switch, a device on switches 1 and 3
RING = machine(5, "ring", "all", "all").replace("count: 2", "count: 5")  # a device per switch
LISTED = machine(3, "listed", [0, 1], [1, 2], "links:\n  - {from: switch0, to: switch1, kind: cxl}\n")


class Fabrics(CliTest):
    def test_unloaded_latencies_are_the_sum_of_the_parts(self):
        """A path over k switches replaces nothing and adds k switches and k flights, each way."""
        chain = self.write("chain.yaml", CHAIN)
        rows = latency_rows(self.good("describe", chain))
        for socket, near in enumerate((0, 0, 1, 1)):
            for device, far in enumerate((1, 3)):
                passed = far - near + 1
                self.assertEqual(rows[f"s{socket}"][f"pool{device}"], POOL + 2 * passed * (SWITCH + FLIGHT))
        for delivery in ("immediate", "queued"):
            run = stats(self.run_to("chase", chain, "pointer_chase:requester=0,home=pool1,lines=64",
                                    "--set", f"simulation.delivery={delivery}", *IDLE))
            self.assertEqual(run["run.amat_ns"], rows["s0"]["pool1"])

    def test_describe_draws_the_fabric_and_prints_diameter_and_bisection(self):
        text = self.good("describe", EXAMPLES[1])
        self.assertIn("diameter                      4 links", text)
        self.assertIn("hosts to devices", text)
        described = json.loads(self.good("describe", EXAMPLES[1], "--json"))
        rate = described["links"][0]["bytes_per_second"]
        self.assertEqual(described["hosts_to_devices_bytes_per_second"], 4 * rate, "two leaves on two spines")
        graph = self.good("describe", EXAMPLES[1], "--dot")
        for leaf in range(6):
            for spine in (6, 7):
                self.assertIn(f'"switch{leaf}" -- "switch{spine}"', graph)

    def test_check_refuses_what_has_no_route_or_waits_in_a_cycle(self):
        listed = self.write("listed.yaml", LISTED)
        self.assertRegex(self.refused("check", listed)[0],
                         "listed.yaml: .*links: no link leads to switch2|no route from socket0 to pool1")
        queued = ("--set", "simulation.delivery=queued")
        ring = self.write("ring.yaml", RING)
        run = ("run", ring, "bfs:scale=9", "--dry-run")
        self.assertRegex(self.refused(*run, *queued)[0], r"in a cycle indefinitely, over switch\d > switch\d")
        self.good(*run, *queued, "--set", "topology.virtual_networks=2")
        for change, line in {
            "cxl_fabric.switches=2": "a ring has at least 3 switches; expected chain",
            "cxl_fabric.spines=1": "spines are of topology spine_leaf alone",
            "cxl_fabric.topology=spine_leaf": "spine_leaf needs the number of spines",
            "cxl_fabric.device_switches=[5]": "there is no switch 5, expected at most 4",
            "pool.attached=[0, 1]": "every socket has a link to the fabric, expected all",
            "pool.count=0": "leads to pool devices, and the machine has none",
            "cxl_fabric.topology=rings": "ring",
        }.items():
            with self.subTest(change):
                found = self.refused(*run, "--set", change)
                self.assertEqual(len(found), 1)
                self.assertRegex(found[0], line)

    def test_bfs_is_coherent_in_both_deliveries(self):
        for file in (*EXAMPLES, self.write("ring.yaml", RING)):
            for delivery in ("immediate", "queued"):
                with self.subTest(file, delivery=delivery):
                    run = stats(self.run_to("run", file, "bfs:scale=9,trials=1", *CHECKED, "--set",
                                            f"simulation.delivery={delivery}", "--set", "topology.virtual_networks=2"))
                    self.assertGreater(run["run.llc_misses"], 0)

    def test_stores_past_the_caches_write_to_a_pool_without_reading(self):
        file = self.write("chain.yaml", CHAIN)
        for delivery in ("immediate", "queued"):
            run = stats(self.run_to("write", file, "loaded_latency:class=pool,read_share=0,accesses=uncached,"
                                    "measure=bandwidth", "--set", f"simulation.delivery={delivery}", *CHECKED))
            self.assertGreater(run["machine.pool0.device.uncached_lines"], 1000)
            self.assertEqual(run["machine.pool0.device.requests"], 0)


if __name__ == "__main__":
    unittest.main()
