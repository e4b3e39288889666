#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs that must agree: two deliveries with one outstanding access, and sockets, hosts or cores permuted."""

import re
import unittest

from cli import CliTest, scenario, stats

MACHINE = "starnuma16"
EXACT = ("--set", "simulation.check=coherence", "--set", "socket.memory.channel.refresh=disabled",
         "--set", "pool.memory.channel.refresh=disabled")
HOMES = (0, 1, 5, "pool")
TRANSFERS = [f"block_transfer:requester={requester},owner={owner},home={home},state={state},lines=32"
             for requester, owner, home in ((0, 1, 2), (0, 6, 9), (0, 1, "pool"), (3, 8, "pool"))
             for state in "EM"]
CHASES = [f"pointer_chase:requester=0,home={home},lines=64" for home in HOMES]
# Statistics that differ between the deliveries for a known reason.
# - A channel in immediate delivery decides a read with the next access, so the last bursts may be missing.
# - Queued delivery ends before the last acknowledgement of an eviction and the last write-back.
UNDECIDED = re.compile(r"machine\..*\.memory\d*\.utilisation")
AT_THE_END = re.compile(r"machine\.\w+\.\w+\.(forward|backward)\.(messages|utilisation|bytes\.control|energy)|"
                        r"machine\.pool\.head\d+\.(received|sent)|machine\..*\.memory\d*\.(writes|energy\.\w+)")
MSHRS = "run.outstanding_misses_per_core"
FABRIC_LATENCY = 5  # ns
CORES = 16 * 4
LINKS = ("upi", "numalink", "pool.link")


class Deliveries(CliTest):
    def both(self, *words):
        return [stats(self.run_to(delivery, *words, "--set", f"simulation.delivery={delivery}", *EXACT))
                for delivery in ("immediate", "queued")]

    def assert_equal(self, immediate, queued):
        for path in immediate.keys() & queued.keys():
            if UNDECIDED.fullmatch(path) or path == MSHRS or path.startswith("program."):
                continue
            if AT_THE_END.fullmatch(path):
                whole = path.rpartition(".")[2] in ("messages", "received", "sent", "writes")
                self.assertAlmostEqual(immediate[path], queued[path], delta=1 if whole else 16, msg=path)
                continue
            self.assertEqual(immediate[path], queued[path], path)

    def test_one_outstanding_access_of_each_class_takes_the_same_time_to_the_picosecond(self):
        for workload in (*CHASES, *TRANSFERS):
            with self.subTest(workload):
                immediate, queued = self.both(MACHINE, workload)
                self.assertEqual(immediate["run.amat_contention_ns"], 0)
                self.assert_equal(immediate, queued)

    def test_an_mshr_is_held_until_the_core_has_the_data_or_until_the_socket_has_them(self):
        immediate, queued = self.both(MACHINE, CHASES[-1])
        time = immediate["run.time_ns"] * CORES / immediate["run.llc_misses"]
        self.assertAlmostEqual((immediate[MSHRS] - queued[MSHRS]) * time, FABRIC_LATENCY)

    def test_an_addition_to_metadata_takes_as_long_in_both(self):
        path = "machine.socket0.tracking0.metadata_port.mean_add"
        times = [stats(self.run_to(delivery, f"{MACHINE}_t16", CHASES[2], "--set", f"simulation.delivery={delivery}",
                                   "--set", "tracking.update=add_at_home", "--set", "tracking.impl=model", "--set",
                                   "socket.memory.channel.refresh=disabled"))[path]
                 for delivery in ("immediate", "queued")]
        self.assertGreater(times[0], FABRIC_LATENCY)
        self.assertAlmostEqual(*times, delta=1)

    def test_so_does_an_access_over_half_a_link(self):
        for link in ("cxl.socket0_pool", "upi.socket0_socket1"):
            for workload in (CHASES[1], CHASES[-1], TRANSFERS[0]):
                with self.subTest(link=link, workload=workload):
                    fault = f"kind: link_half_width, link: {link}"
                    self.write("s.yaml", scenario(MACHINE, [f'workload: "{workload}"'], repeat="none", faults=[fault]))
                    self.assert_equal(*self.both("s.yaml"))


class Limits(CliTest):
    def test_limits_that_no_message_meets_change_nothing(self):
        keys = [f"{link}.credits.{kind}" for link in LINKS for kind in ("request", "forward", "response")]
        keys += ["socket.home.queued.request_entries", "pool.device.queued.request_entries",
                 "pool.device.queued.write_entries"]
        given = ("simulation.delivery=queued", "placement.policy=pool_share", "placement.pool_share=0.5",
                 "socket.home.queued.directory_interval=500 ps")
        first, second = (stats(self.run_to(str(limit), MACHINE, "gups:scale=10,updates=2000",
                                           *(f"--set={one}" for one in given),
                                           *(f"--set={key}={limit}" for key in keys))) for limit in (2048, 4096))
        self.assertEqual(first, second)
        self.assertEqual({path for path, value in first.items() if path.endswith((".no_credit", ".no_entry")) and value},
                         set())


class Permutations(CliTest):
    @staticmethod
    def renamed(values, names):
        """Returns the statistics with parts of paths exchanged by {old: new}."""
        match = re.compile("|".join(rf"\b{old}(?![0-9])" for old in names))
        return {match.sub(lambda part: names[part[0]], path): value for path, value in values.items()}

    def assert_permuted(self, before, after, names, prefixes):
        renamed = self.renamed(before, names)
        compared = [path for path in renamed if path.startswith(prefixes) and not UNDECIDED.fullmatch(path)]
        self.assertGreater(len(compared), 20)
        for path in compared:
            self.assertEqual(after[path], renamed[path], path)

    def test_sockets_of_a_chassis_and_chassis_may_be_exchanged(self):
        for parts, exchanged in (((0, 1, 2), (3, 2, 0)), ((0, 6, 9), (4, 10, 13)), ((1, 5, 1), (13, 2, 13))):
            for delivery in ("immediate", "queued"):
                with self.subTest(parts=parts, delivery=delivery):
                    runs = [stats(self.run_to("run", MACHINE, "block_transfer:requester={},owner={},home={},"
                                              "state=M,lines=32".format(*three), "--set",
                                              f"simulation.delivery={delivery}", *EXACT))
                            for three in (parts, exchanged)]
                    moved = dict(zip(parts, exchanged))
                    moved.update(zip(set(exchanged) - set(parts), set(parts) - set(exchanged)))
                    names = {f"socket{a}": f"socket{b}" for a, b in moved.items()}
                    modules = tuple(f"machine.socket{b}." for b in exchanged)
                    self.assert_permuted(*runs, names, ("run.", *modules))

    def test_hosts_may_be_exchanged(self):
        programs = ['name: one, workload: "gups:scale=10,updates=2000", threads: 2, host: {}',
                    'name: two, workload: "gups:scale=9,updates=3000", threads: 2, host: {}']
        for delivery in ("immediate", "queued"):
            runs = []
            for hosts in (("left", "right"), ("right", "left")):
                rows = [row.format(host) for row, host in zip(programs, hosts)]
                self.write("s.yaml", scenario("two_hosts_pool", rows, repeat="none"))
                runs.append(stats(self.run_to("run", "s.yaml", "--set", f"simulation.delivery={delivery}")))
            names = {}
            for a, b in ((0, 2), (1, 3)):
                for before, after in ((f"host_left.socket{a}", f"host_right.socket{b}"),
                                      (f"memory.socket{a}", f"memory.socket{b}")):
                    names.update({before: after, after: before})
            self.assert_permuted(*runs, names, ("machine.host_", "program."))

    def test_cores_of_a_socket_may_be_exchanged(self):
        runs = []
        for core in (0, 2):
            row = f'name: one, workload: "gups:scale=10,updates=2000", cores: socket0.core{core}'
            self.write("s.yaml", scenario(MACHINE, [row], repeat="none"))
            runs.append(stats(self.run_to("run", "s.yaml")))
        names = {f"{part}{a}": f"{part}{2 - a}" for part in ("socket0.core", "socket0.mmu", "socket0.private_caches")
                 for a in (0, 2)}
        self.assert_permuted(*runs, names, ("program.", "machine."))


if __name__ == "__main__":
    unittest.main()
