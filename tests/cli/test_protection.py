#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with protected pages on other servers, and one of four servers that crashes."""

import unittest

from cli import DELIVERIES, CliTest, scenario, stats

MACHINE = "{extends: lmp_logical, placement: {policy: page_interleave}, scaling: {memory: full}, " \
          "simulation: {check: coherence}}"
LOCAL = '{name: local, workload: "vector_sum:scale=14,gib=4,rounds=2", host: second, policy: first_touch}'


def protected(protection, more=""):
    own = f'{{name: own, workload: "gups:scale=14,updates=20000", host: first, ' \
          f'protection: "{protection}"{more}}}'
    return scenario(MACHINE, [own, LOCAL], repeat="none", faults=["kind: host_crash, host: fourth, at: 10 us"])


class Protection(CliTest):
    def test_a_crash_leaves_what_the_guide_says(self):
        for delivery in DELIVERIES:
            for protection, stripe in (("replicate", 1), ("erasure(2, 1)", 2), ("erasure(3, 1)", 3)):
                with self.subTest(delivery=delivery, protection=protection):
                    self.leaves(delivery, protection, stripe)

    def leaves(self, delivery, protection, stripe):
        file = self.write("crash.yaml", protected(protection))
        self.good("check", file)
        values = stats(self.run_to("result", file, "--set", f"simulation.delivery={delivery}"))
        own = {path.rpartition(".")[2]: value for path, value in values.items()
               if path.startswith("program.own.protection.")}
        self.assertEqual(own["lost"], 0, protection)
        self.assertEqual(own["stripes"] * stripe, own["pages"])
        self.assertEqual(own["backups"], own["stripes"])
        self.assertGreater(own["recovered"], 10)
        # A third of the pages was on that server. Each is rebuilt, which compares all of its lines.
        self.assertEqual(own["recovered"] + own["rebuilt"], own["pages"] / 3)
        self.assertGreater(own["recovery_time"], 1000)
        self.assertGreater(values["machine.host_first.socket0.caching_agent.backup_writes"], 1000)
        self.assertEqual(values["machine.host_first.socket0.caching_agent.lost_lines"], 0)
        again = stats(self.run_to("again", "result/effective.yaml"))
        self.assertEqual(values, again)

    def test_backups_are_spread_over_all_servers(self):
        file = self.write("crash.yaml", protected("replicate").replace("20000", "2000").replace("10 us", "1 ms"))
        values = stats(self.run_to("result", file))
        head = "program.own.protection."
        with_backups = [values[f"program.own.memory.socket{socket}"] / 4096 for socket in range(4)]
        self.assertGreater(min(with_backups) - values[head + "pages"] / 3, values[head + "backups"] / 8)

    def test_without_protection_who_touches_it_stops_and_others_go_on(self):
        code, _, err = self.call("run", self.write("crash.yaml", protected("none")), "-o", "result", "--no-report")
        self.assertEqual(code, 1)
        self.assertIn("own: stopped by machine.host_first.socket0.core", err)
        self.assertNotIn("local", err)

    def test_what_is_known_before_is_refused_before(self):
        for text, words in (
                (protected("mirror"), "expected none, replicate or erasure(K, M) with K + M up to 16, "
                                     'found "mirror"'),
                (protected("erasure(2, 0)"), "expected none, replicate or erasure"),
                (protected("erasure(2, 1"), "expected none, replicate or erasure"),
                (protected("replicate", ", policy: autonuma"), "expected a policy with which pages have"),
                (protected("replicate").replace("extends: lmp_logical", "extends: two_hosts_pool")
                 .replace("first", "left").replace("second", "right").replace("fourth", "right")
                 .replace("left_touch", "first_touch"),
                 "expected a program on one of several hosts with a socket each")):
            lines = self.refused("check", self.write("crash.yaml", text))
            self.assertRegex("\n".join(lines), r"crash.yaml:5:\d+: scenario.programs.0.protection: ")
            self.assertIn(words, "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
