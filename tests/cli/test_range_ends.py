#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs complete at the ends of the fields' ranges, however slow the machine is."""

import unittest

from cli import CliTest, stats

LATENCIES = ["upi.latency", "numalink.latency", "flex_asic.latency", "pool.link.latency",
             "pool.cpu_port.latency", "pool.device_port.latency", "pool.retimer.latency",
             "pool.device.fabric_latency", "pool.device.directory_latency",
             "socket.shared_cache.fabric_latency", "socket.shared_cache.snoop_latency",
             "socket.home.directory_latency"]
RATES = ["upi.bandwidth", "numalink.bandwidth", "pool.link.bandwidth"]


class RangeEnds(CliTest):
    def amat(self, workload, *sets, machine="starnuma16"):
        """Returns the mean time of an access in ns; the run itself checks that its parts sum to it."""
        words = [word for text in sets for word in ("--set", text)]
        return stats(self.run_to("result", machine, workload, *words))["run.amat_ns"]

    def test_accesses_of_many_milliseconds_are_counted(self):
        slowest = [f"{path}=1 ms" for path in LATENCIES] + [f"{path}=1 MB/s" for path in RATES]
        self.assertGreater(self.amat("bfs:scale=8,trials=1", *slowest), 10e6)

    def test_waits_of_many_milliseconds_are_counted(self):
        thin = [f"{path}=1 MB/s" for path in RATES]
        self.assertGreater(self.amat("gups:scale=8,updates=1000", *thin), 4.3e6)

    def test_boxes_that_take_no_time_are_none_in_the_way(self):
        fastest = [f"{path}=0 ns" for path in LATENCIES]
        self.assertGreater(self.amat("gups:scale=8,updates=100", *fastest,
                                     machine="starnuma16_t16"), 0)

    def test_slow_clocks_and_long_timings_are_counted(self):
        self.assertGreater(self.amat("bfs:scale=8,trials=1", "socket.core.frequency=100 MHz",
                                     "socket.private_caches.l2_latency=1000000 cycles",
                                     "socket.memory.channel.clock=100 MHz",
                                     "socket.memory.channel.t_cl=1000000 cycles"), 10e6)


if __name__ == "__main__":
    unittest.main()
