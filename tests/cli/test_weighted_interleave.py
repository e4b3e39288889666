#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Pages and misses follow the weights of nodes: sockets, a pool device and a memory node."""

import re
import unittest

from cli import CliTest, stats

MACHINE = """{extends: starnuma8, topology: {sockets_per_chassis: 2}, socket: {count: 2, cores: 2},
pool: {count: 1, capacity_of_footprint: 1}, scaling: {memory: full}, memory_node: {count: 1, first_socket: 0,
linked_sockets: 1, link: {latency: 40 ns, bandwidth: 8 GB/s, bandwidth_is: payload}, home: {part: socket_home}, memory: {channels: 1,
interleave: 256 B, capacity_per_channel: 1 GiB, channel: {part: ddr5_4800}}}, tracking: {impl: none},
placement: {policy: weighted_interleave}}"""


class WeightedInterleave(CliTest):
    def shares(self, weights):
        """Returns the shares of pool and memory node in pages, and in misses."""
        run = stats(self.run_to(weights.replace(":", "_"), "own.yaml", "gups:scale=15,updates=20000",
                                "--set", f"placement.weights={weights}"))
        pages = [run["run.pages.pool"], run["run.pages.memory_node"]]
        reads = [sum(value for path, value in run.items()
                     if re.fullmatch(rf"machine\.{node}\.memory\d+\.reads", path))
                 for node in ("pool", "memory_node0")]
        return ([each / run["run.pages.total"] for each in pages],
                [each / run["run.llc_misses"] for each in reads])

    def test_pages_and_misses_follow_the_weights(self):
        (self.folder / "own.yaml").write_text(f"kind: experiment\nmachine: {MACHINE}\n", encoding="utf-8")
        for weights in ("1:0:0:0", "3:3:1:1", "0:0:16:1"):
            wanted = [int(each) for each in weights.split(":")]
            for shares in self.shares(weights):
                for weight, share in zip(wanted[2:], shares, strict=True):
                    self.assertAlmostEqual(share, weight / sum(wanted), delta=0.01, msg=weights)


if __name__ == "__main__":
    unittest.main()
