#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Nodes of more than 1 TiB, and logical pools of full-size servers."""

import json
import os
import resource
import subprocess
import unittest

from cli import CLI, DELIVERIES, SANITIZED, CliTest, scenario, stats

HOSTS = list(range(16))
WAVES = os.environ.get("STARNUMA_WAVES") == "ON"
GIB = 1 << 30
CHECKED = ("--set", "simulation.check=coherence")


def rows(items):
    return "".join(f"  - {{{item}}}\n" for item in items)


def extent(name, device, start, size, sharing="coherent", hosts=HOSTS):
    return f"name: {name}, device: {device}, start: {start}, size: {size}, sharing: {sharing}, hosts: {hosts}"


def sixteen_hosts(extents, pool):
    return ("kind: machine\nextends: two_hosts_pool\nsocket: {count: 16}\n"
            "topology: {sockets_per_chassis: 1, asics_per_chassis: 0}\n"
            f"pool: {{{pool}}}\nhosts:\n"
            + rows(f"name: h{host}, sockets: [{host}]" for host in HOSTS)
            + "extents:\n" + rows(extents))


# A page below 1 TiB, then 1 GiB above it.
ACROSS = ("1073741820 KiB", "1 GiB")
TWO_DEVICES = sixteen_hosts(
    [extent(f"{name}{device}", device, *place) for device in (0, 1)
     for name, place in (("low", ("0 B", "512 GiB")), ("across", ACROSS),
                         ("high", ("1536 GiB", "511 GiB")))]
    + [extent(f"last{device}", device, "2047 GiB", "1 GiB", "non_coherent") for device in (0, 1)],
    "count: 2, memory: {channels: 16, capacity_per_channel: 128 GiB}")


def servers(gib, region, sized=False):
    """Writes four servers of `gib` GiB, each with a region for the previous one and free memory after it."""
    pooled, room = gib * 3 // 4, gib // 8
    start = gib - pooled - room
    sizing = f", sizing: {{policy: wants, private_capacity: {room // 2} GiB}}" if sized else ""
    return ("kind: machine\nextends: lmp_mapped\n"
            f"socket: {{memory: {{channels: 4, capacity_per_channel: {gib // 4} GiB}}}}\nregions:\n"
            + rows(f"name: of_{s}, socket: {s}, start: {start} GiB, size: {pooled} GiB, sharing: exclusive, "
                   f"hosts: [{(s + 3) % 4}]" for s in range(4))
            + f"logical_pool: {{region: {region}, incoming_capacity: {room} GiB, balance: {{policy: counters, period: 2 us}}"
            + sizing + "}\nscaling: {sizes: full, memory: full}\n")


VECTORS = " + ".join(f"vector_sum:scale=14,gib=4,rounds=64,lies=home,home={(s + 1) % 4}@socket{s}" for s in range(4))


class LargeNodes(CliTest):
    def write_scenario(self, machine, program):
        return self.write("scenario.yaml", scenario(machine, [program]))

    def in_little_memory(self, *words):
        """Returns the peak resident bytes of a run that may reserve 2 GiB of addresses."""
        def limit():
            if not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))
        child = subprocess.Popen([CLI, "run", *words, "--no-report", "-o", "little"], cwd=self.folder,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
        error = child.stderr.read()
        child.stderr.close()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual((child.returncode, error), (0, ""))
        return used.ru_maxrss * 1024

    def test_node_of_2_TiB_keeps_its_lines_coherent_on_both_sides_of_1_TiB(self):
        self.write("devices.yaml", TWO_DEVICES)
        for delivery in DELIVERIES:
            for name in ("low0", "across0", "high0", "low1", "across1", "high1"):
                file = self.write_scenario("devices.yaml", 'name: graph, workload: "bfs:scale=12,trials=1", '
                                     f'cores: "socket0-15.core0-3", extent: {name}')
                values = stats(self.run_to("run", file, *CHECKED, "--set", f"simulation.delivery={delivery}"))
                own, other = ("pool0", "pool1") if name.endswith("0") else ("pool1", "pool0")
                requests = {pool: values[f"machine.{pool}.device.requests"] for pool in (own, other)}
                # The barrier is in the first extent, independent of the program's one.
                self.assertGreater(requests[own], 2 * requests[other], (delivery, name))

    def graph_in(self, name, start):
        """Runs with all memory in one extent of a device of 2 TiB, starting at `start`."""
        self.write("device.yaml", sixteen_hosts([extent("only", 0, start, "511 GiB")],
                                                "count: 1, memory: {channels: 16, capacity_per_channel: 128 GiB}"))
        return self.run_to(name, self.write_scenario("device.yaml", 'name: graph, workload: "bfs:scale=12,trials=1", '
                                               'cores: "socket0-15.core0-3"'))

    def test_lines_on_both_sides_of_1_TiB_take_the_same_time(self):
        low, high = (stats(self.graph_in("run", start))["run.time_ns"] for start in ("0 B", "1536 GiB"))
        self.assertAlmostEqual(low / high, 1, delta=0.01)

    def stale(self, machine, name, flush, delivery):
        file = self.write_scenario(machine, f'name: over, workload: "hand_over:lines=8,rounds=4,flush={flush}", '
                             f'cores: "socket0.core0-1,socket15.core0-1", extent: {name}')
        code, _, _ = self.call("run", file, "-o", "over", "--no-report", "--set", f"simulation.delivery={delivery}")
        self.assertEqual(code, 0 if flush == "both" else 1)
        values = stats(self.folder / "over")
        self.assertEqual(values[f"machine.extents.{name}.reads"], 4 * 8 * 4)
        return values[f"machine.extents.{name}.stale_reads"]

    def test_sixteen_hosts_share_memory_without_coherence_on_devices_of_any_size(self):
        self.write("96.yaml", sixteen_hosts(
            [extent("low0", 0, "0 B", "1 GiB"), extent("last0", 0, "95 GiB", "1 GiB", "non_coherent")], "count: 1"))
        self.write("64.yaml", sixteen_hosts(
            [extent("low0", 0, "0 B", "1 GiB"), extent("last0", 0, "65535 GiB", "1 GiB", "non_coherent")],
            "count: 1, memory: {channels: 16, capacity_per_channel: 4 TiB}"))
        self.write("2.yaml", TWO_DEVICES)
        for machine in ("96.yaml", "2.yaml", "64.yaml"):
            for delivery in DELIVERIES:
                self.assertEqual(self.stale(machine, "last0", "both", delivery), 0, machine)
                self.assertEqual(self.stale(machine, "last0", "writer", delivery), 4 * 8 * 3, machine)

    def test_memory_is_added_above_1_TiB(self):
        extents = [extent("low0", 0, "0 B", "1536 GiB"),
                   extent("own", 0, "2047 GiB", "1 GiB", "exclusive", [3])]
        self.write("free.yaml", sixteen_hosts(extents, "count: 1, memory: {channels: 16, capacity_per_channel: 128 GiB}")
                   + "placement: {policy: pool_share, pool_share: 1}\n")
        file = self.write("add.yaml", "kind: scenario\nmachine: free.yaml\nrepeat: none\nprograms:\n"
                          '  - {name: one, workload: "gups:scale=10,updates=40000", threads: 2, host: h3}\n'
                          "dynamic_capacity:\n  - {event: add, at: 1 us, host: h3, size: 1 MiB, tag: 3}\n"
                          "  - {event: release, at: 30 us, extent: own}\n  - {event: release, at: 300 us, tag: 3}\n")
        values = stats(self.run_to("add", file, *CHECKED))
        self.assertEqual(values["host.h3.capacity.refused"], 0)
        self.assertEqual(values["host.h3.capacity.released"], 2)
        self.assertGreater(values["host.h3.capacity.pages_moved"], 8)

    def test_addresses_above_1_TiB_name_the_home(self):
        worst = json.loads((self.graph_in("high", "1536 GiB") / "worst.json").read_text(encoding="utf-8"))["worst"]
        for miss in worst:
            self.assertEqual((miss["line"] >> 40 & 63, miss["line"] >> 46), (miss["home"], 1))
        self.assertGreater(len(worst), 9)

    @unittest.skipUnless(WAVES, "built without waves")
    def test_waves_show_the_directory_entry_of_a_line_above_1_TiB(self):
        high = self.graph_in("high", "1536 GiB")
        line = json.loads((high / "worst.json").read_text(encoding="utf-8"))["worst"][0]["line"]
        self.run_to("waves", "scenario.yaml", "--waves", "hops.fst", "--wave-line", hex(line))
        self.assertTrue((self.folder / "hops.fst").exists())
        code, _, err = self.call("run", "scenario.yaml", "--waves", "hops.fst", "--wave-line", hex(1 << 56))
        self.assertEqual((code, err), (2, "--wave-line: 0x100000000000000 is beyond the last address, expected at "
                                          "most 0xffffffffffffc0\n"))

    def test_every_kind_of_node_may_have_64_TiB(self):
        full = "memory: {channels: 16, capacity_per_channel: 4 TiB}"
        self.write("full.yaml", f"kind: machine\nextends: starnuma16\nsocket: {{{full}}}\n"
                   f"pool: {{count: 4, {full}, hdm_interleave: 256 B}}\nscaling: {{memory: full}}\n")
        self.write("odd.yaml", "kind: machine\nextends: starnuma16\nscaling: {memory: full}\n"
                   "pool: {memory: {channels: 3, capacity_per_channel: 3298534883329 B}}\n")
        for machine in ("full.yaml", "odd.yaml"):
            self.assertLess(self.in_little_memory(machine, "bfs:scale=10", *CHECKED), GIB)

    def test_logical_pool_of_full_size_servers_runs_in_little_memory(self):
        for gib, region, sized in ((192, "1 GiB", False), (192, "2 MiB", True), (65536, "1 GiB", False),
                                   (65536, "8 TiB", False), (65536, "1 TiB", True)):
            self.write("servers.yaml", servers(gib, region, sized))
            used = self.in_little_memory("servers.yaml", VECTORS, *CHECKED)
            if not SANITIZED:
                self.assertLess(used, GIB, (gib, region))
            values = stats(self.folder / "little")
            self.assertGreater(values["machine.host_first.socket0.fine_map.lookups"], 100)


if __name__ == "__main__":
    unittest.main()
