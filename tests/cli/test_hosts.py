#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Two hosts with one pool device: reachable memory, shared memory, and errors."""

import json
import unittest

from cli import DELIVERIES, CliTest, scenario, stats

MACHINE = "two_hosts_pool"
THREADS = 4
LINES = 8
ROUNDS = 4


def programs(*rows):
    return scenario(MACHINE, rows)


def hand_over(flush, extent):
    return (f'{{name: over, workload: "hand_over:lines={LINES},rounds={ROUNDS},flush={flush}", '
            f'cores: "socket0.core0-1,socket2.core0-1", extent: {extent}}}')


class Hosts(CliTest):
    def test_programs_of_two_hosts_lie_in_extents_of_their_own(self):
        file = self.write("pooled.yaml", programs(
            '{name: one, workload: "producer_consumer:rounds=2", host: left}',
            '{name: two, workload: "producer_consumer:rounds=2", host: right}'))
        values = stats(self.run_to("pooled", file))
        for name, sockets in {"left": (0, 1), "right": (2, 3)}.items():
            self.assertEqual(values[f"host.{name}.programs"], 1)
            self.assertGreater(values[f"host.{name}.instructions"], 0)
            self.assertGreater(values[f"host.{name}.memory.pool"], 0)
            for socket in range(4):
                bytes_there = values[f"host.{name}.memory.socket{socket}"]
                self.assertEqual(bytes_there > 0, socket == sockets[0], (name, socket))
        self.assertEqual(values["program.one.time_ns"] > 0, True)
        self.assertEqual(sum(value for path, value in values.items()
                             if path.endswith(".refused_accesses")), 0)
        again = self.run_to("again", "pooled/effective.yaml")
        self.assertEqual((self.folder / "pooled/stats.json").read_bytes(),
                         (again / "stats.json").read_bytes())
        self.assertEqual(self.good("check", file), "")

    def test_a_host_keeps_its_own_extent_coherent_in_every_delivery(self):
        """HDM-H: no filter entry, no eviction notice, and no look-up of 6 ns."""
        for name, coherence in (("tracked", "device"), ("own", "host")):
            self.write(f"{name}.yaml", (
                f"kind: machine\nextends: {MACHINE}\nsocket: {{count: 2}}\ntopology: {{sockets_per_chassis: 1}}\n"
                "hosts:\n  - {name: left, sockets: [0]}\n  - {name: right, sockets: [1]}\nextents:\n"
                "  - {name: left_own, device: 0, start: 0 B, size: 32 GiB, sharing: exclusive, hosts: [0], "
                f"coherence: {coherence}}}\n"
                "  - {name: shared, device: 0, start: 32 GiB, size: 64 GiB, sharing: coherent, hosts: [0, 1]}\n"))
        for delivery in DELIVERIES:
            unloaded = {}
            for name in ("tracked", "own"):
                file = self.write("chase.yaml", (
                    f"kind: scenario\nmachine: {name}.yaml\nprograms:\n"
                    '  - {name: one, workload: "pointer_chase:home=pool", host: left}\n'))
                folder = self.run_to(f"{name}_{delivery}", file, "--set", f"simulation.delivery={delivery}",
                                     "--set", "simulation.check=coherence")
                values = stats(folder)
                unloaded[name] = values["run.class.pool.unloaded_ns"]
                tracked = values["machine.pool.device.snoop_filter.max_occupancy"]
                notices = values["machine.pool.device.clean_evictions"]
                self.assertEqual((tracked > 0, notices > 0), 2 * (name == "tracked",), (name, delivery))
            self.assertAlmostEqual(unloaded["tracked"] - unloaded["own"], 6, places=6)

    def test_any_program_runs_over_both_hosts_in_the_coherent_extent(self):
        values = stats(self.run_to("bfs", MACHINE, "bfs:scale=9,trials=1"))
        self.assertEqual(values["run.pages.pool"], values["run.pages.total"])
        self.assertEqual(values["machine.extents.plain.reads"], 0)

    def test_stale_lines_are_found_exactly_where_a_flush_is_missing(self):
        handed_over = THREADS * LINES * ROUNDS
        for flush, stale in {
                "both": 0,
                "writer": THREADS * LINES * (ROUNDS - 1),  # readers keep the first round's lines
                "reader": handed_over,                     # no write reaches memory
                "none": handed_over}.items():
            file = self.write(f"{flush}.yaml", programs(hand_over(flush, "plain")))
            code, _, err = self.call("run", file, "-o", flush)
            self.assertEqual(code, 1 if stale else 0, flush)
            values = stats(self.folder / flush)
            self.assertEqual(values["machine.extents.plain.reads"], handed_over)
            self.assertEqual(values["machine.extents.plain.stale_reads"], stale, flush)
            self.assertEqual(values["machine.extents.plain.stale_writes"], 0)
            flushes = sum(value for path, value in values.items() if path.endswith(".flushes"))
            kinds = {"both": 2, "none": 0}.get(flush, 1)
            self.assertEqual(flushes, kinds * handed_over)
            if stale:
                self.assertIn(f"{stale} accesses to memory that hosts share without coherence were "
                              "stale: a flush is missing; the first one by core", err)
                summary = (self.folder / flush / "summary.txt").read_text(encoding="utf-8")
                self.assertIn("Wrong: ", summary)

    def test_coherent_memory_needs_no_flush(self):
        file = self.write("coherent.yaml", programs(hand_over("none", "shared")))
        values = stats(self.run_to("coherent", file))
        snooped = sum(value for path, value in values.items()
                      if path.endswith(".back_invalidations") and ".host_right." in path)
        self.assertGreater(snooped, 0)

    def test_an_access_out_of_reach_stops_its_program_and_no_other(self):
        file = self.write("bad.yaml", programs(
            '{name: good, workload: "stream:scale=12", cores: "socket0"}',
            '{name: bad, workload: "producer_consumer:home=0", cores: "socket1,socket2"}'))
        code, out, err = self.call("run", file, "-o", "bad")
        self.assertEqual(code, 1)
        line = (r"bad: stopped by machine\.host_right\.socket2\.core\d: no memory answers address "
                r"0x[0-9a-f]+: line 0x[0-9a-f]+ is in no extent or socket of its host, at \d+ ps")
        self.assertRegex(err, line)
        self.assertRegex(out, "Wrong: " + line)
        values = stats(self.folder / "bad")
        self.assertEqual(values["program.bad.stopped"], 1)
        self.assertNotIn("program.good.stopped", values)
        self.assertEqual(values["machine.host_right.socket2.caching_agent.refused_accesses"], 1)
        self.assertEqual(values["program.bad.runs"], 1)
        alone = stats(self.run_to("alone", self.write("alone.yaml", programs(
            '{name: good, workload: "stream:scale=12", cores: "socket0"}'))))
        self.assertEqual(values["program.good.work_units"], alone["program.good.work_units"])

    def test_what_is_known_before_is_refused_before(self):
        for program, words in {
                '{workload: "stream:scale=8", host: lft}': 'unknown host "lft", did you mean "left"?',
                '{workload: "stream:scale=8", host: left, cores: socket1-2}':
                    "socket2.core0 is not of host left, which has socket0-1",
                '{workload: "stream:scale=8", host: left, extent: right_own}':
                    "extent right_own is not of host left",
                '{workload: "stream:scale=8", extent: left_own}':
                    "extent left_own is not of host right",
                '{workload: "stream:scale=8", extent: shred}':
                    'unknown extent "shred", did you mean "shared"?'}.items():
            file = self.write("wrong.yaml", programs(program))
            code, _, err = self.call("check", file)
            self.assertEqual(code, 2, words)
            self.assertRegex(err, r"^wrong.yaml:4:\d+: scenario.programs.0")
            self.assertIn(words, err)
        code, _, err = self.call("run", MACHINE, "producer_consumer:home=0@socket2", "-o", "x")
        self.assertEqual(code, 2)
        self.assertIn("page 0 is to lie on socket0, where host right has no memory", err)
        code, _, err = self.call("run", MACHINE, "producer_consumer@socket2", "-o", "x", "--set",
                                 "extents.1.sharing=coherent")
        self.assertEqual(code, 2)
        self.assertIn("page 0 is to lie on pool, where host right has no exclusive extent", err)
        code, _, err = self.call("run", "starnuma8", "stream@socket2", "-o", "x", "--set",
                                 "hosts=left")
        self.assertEqual(code, 2)
        self.assertIn("machine.hosts: expected a list of mappings", err)
        self.assertFalse((self.folder / "x").exists())

    def test_describe_draws_hosts_and_says_what_they_reach(self):
        text = self.good("describe", MACHINE)
        self.assertRegex(text, r"left +sockets 0 1\n +left_own +pool from 0 B, 32 GiB, exclusive\n")
        self.assertRegex(text, r"\ns0 +80 +130 +- +- +180\n")
        described = json.loads(self.good("describe", MACHINE, "--json"))
        self.assertEqual([host["name"] for host in described["hosts"]], ["left", "right"])
        self.assertEqual(described["hosts"][1]["extents"][0]["name"], "right_own")
        self.assertNotIn("s2", described["latency_ns"]["s0"])
        dot = self.good("describe", MACHINE, "--dot")
        self.assertIn("subgraph cluster_host_right", dot)
        self.assertNotIn('"socket1" -- "socket2"', dot)
        self.assertNotIn("hosts", json.loads(self.good("describe", "starnuma8", "--json")))
        lines = self.good("check", "two_hosts_pool")
        self.assertNotIn("extent", lines)

    def test_each_host_moves_its_own_pages(self):
        both = "bfs:scale=11,trials=2@socket0-1 + bfs:scale=11,trials=2@socket2-3"
        values = stats(self.run_to("moving", MACHINE, both, "--set",
                                   "placement.policy=perfect_knowledge", "--set",
                                   "simulation.check=coherence"))
        for host, program in (("left", "bfs0"), ("right", "bfs1")):
            self.assertGreater(values[f"program.{program}.migration.completed"], 0)
            self.assertEqual(values[f"machine.host_{host}.os_core.pages"] > 0, True)
            others = "socket2" if host == "left" else "socket0"
            self.assertEqual(values[f"program.{program}.memory.{others}"], 0)


if __name__ == "__main__":
    unittest.main()
