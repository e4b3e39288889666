#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random machines from a seeded generator: the latencies of describe equal those measured on an idle machine.
STARNUMA_SEED selects other machines."""

import json
import os
import random
import unittest

from cli import CliTest, stats

SEED = int(os.environ.get("STARNUMA_SEED", "2024"))
MACHINES = 5
NO_REFRESH = "{channel: {refresh: disabled}}"  # refresh is contention


def draw(dice):
    """Returns the text of a machine file."""
    sockets = dice.randint(1, 32)
    per_chassis = dice.randint(1, 8)
    chassis = -(-sockets // per_chassis)
    asics = dice.randint(0 if chassis == 1 else 1, min(2, per_chassis))
    lines = [
        "kind: machine", "extends: starnuma16",
        f"topology: {{sockets_per_chassis: {per_chassis}, asics_per_chassis: {asics},"
        f" upi: {dice.choice(['all_to_all', 'ring'])}}}",
        f"upi: {{latency: {dice.randint(5, 60)} ns}}",
        f"numalink: {{latency: {dice.randint(5, 90)} ns}}",
        f"flex_asic: {{latency: {dice.randint(0, 30)} ns}}",
        f"socket: {{count: {sockets}, cores: 1, memory: {NO_REFRESH},"
        f" overrides: {{{dice.randrange(sockets)}: {{memory: {{channels: 3}}}}}}}}",
        *pools(dice, dice.randint(1, 4), sockets),
        *memory_nodes(dice, dice.randint(0, 3), sockets)]
    return "\n".join(lines) + "\n"


def pools(dice, count, sockets):
    switch = "none"
    links = dice.randint(1, 4)
    if dice.random() < 0.5:
        device_links = dice.randint(1, 8)
        switch = (f"{{part: cxl_switch, box: {{latency: {dice.randint(20, 60)} ns}},"
                  f" ports: {device_links + links * dice.randint(1, 8)},"
                  f" device_links: {device_links}}}")
    attached = sorted(dice.sample(range(sockets), dice.randint(1, sockets)))
    yield (f"pool: {{count: {count}, attached: {attached}, links_per_socket: {links}, retimers: {dice.randint(0, 3)},"
           f" memory: {NO_REFRESH}, switch: {switch}, overrides: {{{count - 1}: {{memory: {{channels: 4}},"
           f" retimers: {dice.randint(0, 3)}}}}}}}")


def memory_nodes(dice, count, sockets):
    if count == 0:
        return
    first = dice.randrange(sockets)
    yield (f"memory_node: {{count: {count}, first_socket: {first},"
           f" linked_sockets: {dice.randint(1, sockets - first)},"
           f" link: {{part: upi, latency: {dice.randint(5, 60)} ns}},"
           " home: {part: socket_home}, memory: {part: socket_memory, channel: {refresh: disabled}}}")


class RandomMachines(CliTest):
    def test_a_pointer_chase_measures_what_describe_prints(self):
        print(f"seed {SEED}")
        dice = random.Random(SEED)
        for number in range(MACHINES):
            text = draw(dice)
            path = self.folder / f"machine{number}.yaml"
            path.write_text(text, encoding="utf-8")
            with self.subTest(seed=SEED, machine=text):
                self.compare(path.name, dice)

    def compare(self, machine, dice):
        described = json.loads(self.good("describe", machine, "--json"))
        latency = described["latency_ns"]
        self.assertEqual(len(latency), described["sockets"])
        for number, (requester, home) in enumerate(self.pairs(latency, dice)):
            workload = (f"pointer_chase:requester={requester.removeprefix('s')},"
                        f"home={home.removeprefix('s')},lines=64")
            name = f"{machine}-{requester}-{home}"
            run = stats(self.run_to(name, machine, workload, "--set", "placement.policy=first_touch",
                                    report=number == 0))
            with self.subTest(requester=requester, home=home):
                self.assertEqual(run["run.amat_unloaded_ns"], latency[requester][home])
                self.assertEqual(run["run.amat_contention_ns"], 0)
                self.assertEqual(run["run.llc_misses"], 64)

    def pairs(self, latency, dice):
        """Yields a socket with its nearest and farthest other socket, a pool device and a memory node."""
        requester = dice.choice(list(latency))
        row = latency[requester]
        others = [home for home in row if home.startswith("s") and home != requester]
        homes = {min(others, key=row.get), max(others, key=row.get)} if others else {requester}
        for kind in ("pool", "memory"):
            of_kind = [home for home in row if home.startswith(kind)]
            homes |= {dice.choice(of_kind)} if of_kind else set()
        return [(requester, home) for home in sorted(homes)]


if __name__ == "__main__":
    unittest.main()
