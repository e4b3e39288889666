#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Latencies that describe derives from the wiring equal those measured on the idle machine."""

import json
import re
import unittest

from cli import CliTest, stats
from described import latency_rows

# The full machines with small caches: cache sizes do not affect a miss.
LIGHT = ["--set", "scaling.sizes=with_workload"]
MACHINES = {"baseline16": [], "starnuma16": [], "baseline16_full": LIGHT, "starnuma16_full": LIGHT}
# Refresh is contention: without it an idle machine shows none.
NO_REFRESH = {machine: [word for place in (["socket", "pool"] if machine.startswith("starnuma")
                                           else ["socket"])
                        for word in ("--set", f"{place}.memory.channel.refresh=disabled")]
              for machine in MACHINES}
HOMES = {"0": 80, "2": 130, "13": 360, "pool": 180}


class Latencies(CliTest):
    def matrix(self, machine):
        """Returns {(socket, home): ns} as describe prints it."""
        rows = latency_rows(self.good("describe", machine))
        self.assertEqual(len(rows), 16)
        return {(int(socket.removeprefix("s")), home.removeprefix("s")): ns
                for socket, row in rows.items() for home, ns in row.items()}

    def measured(self, machine, workload, *options):
        return stats(self.run_to("result", machine, workload, *MACHINES[machine], *options))

    def undisturbed(self, machine, workload):
        """Runs without refresh and expects no contention."""
        run = self.measured(machine, workload, *NO_REFRESH[machine])
        self.assertEqual(run["run.amat_contention_ns"], 0)
        return run

    def spread(self, run):
        """Returns the percentiles of the class that has misses."""
        return {value for path, value in run.items()
                if value and re.fullmatch(r"run\.class\.\w+\.latency\.\w+", path)}

    def test_describe_prints_the_published_latencies(self):
        for machine in MACHINES:
            cells = self.matrix(machine)
            for home, ns in HOMES.items():
                if home != "pool" or machine.startswith("starnuma"):
                    self.assertEqual(cells[0, home], ns, (machine, home))

    def test_long_latencies_are_columns_apart(self):
        rows = latency_rows(self.good("describe", "baseline16", "--set", "upi.latency=1 ms"))
        self.assertGreater(rows["s0"]["s1"], 2_000_000)
        self.assertNotIn(" 0 ps", self.good("describe", "starnuma16_switched"))

    def test_a_pointer_chase_measures_what_describe_prints(self):
        for machine, homes in (("starnuma16", HOMES), ("baseline16", ["13"]),
                               ("starnuma16_full", ["13", "pool"]), ("baseline16_full", ["2"])):
            cells = self.matrix(machine)
            for home in homes:
                with self.subTest(machine, home=home):
                    run = self.measured(machine, f"pointer_chase:requester=0,home={home}")
                    self.assertEqual(run["run.amat_unloaded_ns"], cells[0, home])
                    self.assertEqual(run["run.llc_misses"], run["run.work_units"])

    def test_encryption_of_a_link_delays_both_directions_and_takes_bandwidth(self):
        ide = ("--set", "pool.link.ide.latency=5 ns", "--set", "pool.link.ide.mac_slots=0.1")
        for delivery in ("immediate", "queued"):
            with self.subTest(delivery):
                run = self.measured("starnuma16", "pointer_chase:requester=0,home=pool", *ide, *NO_REFRESH["starnuma16"],
                                    "--set", f"simulation.delivery={delivery}")
                self.assertEqual(run["run.amat_unloaded_ns"], HOMES["pool"] + 10)
        self.assertEqual(latency_rows(self.good("describe", "starnuma16", *ide))["s0"]["pool"], HOMES["pool"] + 10)
        rows = {}
        for name, options in (("plain", ()), ("coded", ide)):
            self.good("bench", "pool", "limits", "--machine", "starnuma16_full", "--point", "heads4", "--time", "4 us",
                      *options, "-o", name)
            rows[name], = json.loads((self.folder / name / "bench.json").read_text("utf-8"))["runs"]
        self.assertAlmostEqual(rows["coded"]["limit_gb_per_second"] / rows["plain"]["limit_gb_per_second"], 0.9, delta=0.01)
        self.assertAlmostEqual(rows["coded"]["measured"]["bandwidth"] / rows["plain"]["measured"]["bandwidth"], 0.9,
                               delta=0.02)

    def test_a_pointer_chase_from_another_socket_measures_what_describe_prints(self):
        cells = self.matrix("starnuma16")
        for requester, home in ((7, "15"), (15, "pool")):
            with self.subTest(requester=requester, home=home):
                run = self.undisturbed("starnuma16",
                                       f"pointer_chase:requester={requester},home={home},lines=100")
                self.assertEqual(run["run.amat_ns"], cells[requester, home])
                self.assertEqual(self.spread(run), {cells[requester, home]})

    def test_a_block_transfer_over_the_pool_measures_what_describe_prints(self):
        text = self.good("describe", "starnuma16")
        for state, ns in (("E", 280), ("M", 380)):
            printed = float(re.search(rf"owner \({state}\) +([0-9.]+)", text)[1])
            self.assertEqual(printed, ns)
            run = self.measured("starnuma16",
                                f"block_transfer:requester=0,owner=5,home=pool,state={state}")
            self.assertEqual(run["run.amat_unloaded_ns"], printed)
            self.assertEqual(run["run.access_mix.block_transfer_pool"], 1)

    def test_a_block_transfer_over_sockets_is_the_sum_of_its_hops(self):
        for owner, home, ns in ((1, 2, 80 + 3 * 25), (5, 10, 80 + 3 * 140)):
            with self.subTest(owner=owner, home=home):
                run = self.undisturbed("baseline16",
                                       f"block_transfer:requester=0,owner={owner},home={home}")
                self.assertEqual(run["run.amat_ns"], ns)
                self.assertEqual(run["run.access_mix.block_transfer_socket"], 1)

    def test_describe_prints_the_four_means_of_a_transfer_over_three_sockets(self):
        text = self.good("describe", "baseline16")
        means = [float(m) for m in re.findall(r"^    \S.*? {2,}([0-9.]+)$", text, re.MULTILINE)]
        self.assertEqual([round(mean) for mean in means], [414, 409, 416, 431])


if __name__ == "__main__":
    unittest.main()
