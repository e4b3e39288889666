#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts that crash while programs run, as a fault of a scenario."""

import unittest

from cli import DELIVERIES, CliTest, scenario, stats

MACHINE = "lmp_incast"  # its fourth server lends memory to each other server
VECTOR = "vector_sum:scale=14,gib=4,rounds=2"
REMOTE = f'{{name: remote, workload: "{VECTOR},lies=home,home=3", host: first}}'
LOCAL = f'{{name: local, workload: "{VECTOR}", host: second}}'
FOURTH = f'{{name: own, workload: "{VECTOR}", host: fourth}}'


def crash(host, at):
    return f"{{kind: host_crash, host: {host}, at: {at}}}"


def crashing(*crashes, programs=(REMOTE, LOCAL, FOURTH), machine=MACHINE):
    return scenario(machine, programs, repeat="none", faults=crashes)


class Crashes(CliTest):
    def crashed(self, name, *crashes, delivery="immediate"):
        file = self.write(f"{name}.yaml", crashing(*crashes))
        self.assertEqual(self.good("check", file), "")
        code, _, err = self.call("run", file, "-o", name, "--no-report", "--set", f"simulation.delivery={delivery}")
        self.assertEqual(code, 1, err)
        return err, stats(self.folder / name)

    def test_programs_of_the_server_and_those_that_touch_its_memory_stop(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                self.fourth_goes(delivery)

    def fourth_goes(self, delivery):
        err, values = self.crashed("fourth", crash("fourth", "4 us"), delivery=delivery)
        self.assertRegex(err, r"remote: stopped by machine\.host_first\.socket0\.core\d+: no memory "
                              r"answers address 0x[0-9a-f]+: line 0x[0-9a-f]+ was on a host that "
                              r"crashed at (\d+) ps, at \d+ ps")
        self.assertRegex(err, r"own: stopped by the crash of host fourth, at \d+ ps")
        self.assertNotIn("local", err)
        self.assertEqual(values["program.remote.stopped"], 1)
        self.assertEqual(values["program.own.stopped"], 1)
        self.assertNotIn("program.local.stopped", values)
        self.assertEqual(values["host.fourth.crash.time"], 4000)
        self.assertEqual(values["host.fourth.crash.programs_stopped"], 1)
        self.assertGreater(values["host.fourth.crash.pages_lost"], 0)
        self.assertLess(values["program.own.time_ns"], 6000)  # outstanding requests are answered
        again = self.call("run", "fourth/effective.yaml", "-o", "again", "--no-report")
        self.assertEqual(again[0], 1)
        self.assertEqual((self.folder / "fourth/stats.json").read_bytes(),
                         (self.folder / "again/stats.json").read_bytes())
        self.assertEqual(values["program.local.work_units"], 2 * 4096)

    def test_lost_pages_are_those_of_all_programs_of_other_hosts(self):
        remotes = (REMOTE, REMOTE.replace("remote", "other").replace("first", "second"))
        lost = []
        for programs in (*((one,) for one in remotes), remotes):
            file = self.write("lost.yaml", crashing(crash("fourth", "2 us"), programs=programs))
            self.assertEqual(self.call("run", file, "-o", "lost", "--no-report")[0], 1)
            lost.append(stats(self.folder / "lost")["host.fourth.crash.pages_lost"])
        self.assertGreater(min(lost), 0)
        self.assertEqual(lost[0] + lost[1], lost[2])

    def test_a_server_that_has_nobodys_memory_takes_its_own_programs_along(self):
        err, values = self.crashed("first", crash("third", "2 us"), crash("first", "1 us"))
        self.assertRegex(err, r"remote: stopped by the crash of host first, at \d+ ps")
        self.assertEqual(err.count("stopped"), 1)
        self.assertEqual(values["host.first.crash.programs_stopped"], 1)
        self.assertEqual(values["host.third.crash.programs_stopped"], 0)
        for path in ("host.first.crash.pages_lost", "host.third.crash.pages_lost",
                     "machine.host_fourth.socket3.caching_agent.refused_accesses"):
            self.assertEqual(values[path], 0)

    def test_a_crash_that_concerns_nobody_changes_nothing(self):
        whole = stats(self.run_to("whole", self.write(
            "whole.yaml", crashing())))
        for name, fault in {"late": crash("fourth", "1 ms"), "idle": crash("third", "4 us")}.items():
            file = self.write(f"{name}.yaml", crashing(fault))
            values = stats(self.run_to(name, file))
            crashed = {path for path in values if ".crash." in path}
            self.assertEqual(bool(crashed), name == "idle")
            faults = {path for path in values if path.startswith("faults.")}
            self.assertEqual({path: values[path] for path in values.keys() - crashed - faults}, whole)

    def test_what_is_known_before_is_refused_before(self):
        for fault, key, words in (
                (crash("forth", "1 us"), "host", 'unknown host "forth", did you mean "fourth"?'),
                ("{kind: host_crash}", "host", "missing, expected a host of the machine, such as "),
                (crash("fourth", "1 us, lasts: 1 us"), "lasts", "is of faults that end"),
                (crash("fourth", "1 us, link: upi.a"), "link", "is of faults of links")):
            file = self.write("wrong.yaml", crashing(fault))
            code, _, err = self.call("check", file)
            self.assertEqual(code, 2, words)
            self.assertRegex(err, rf"wrong.yaml:9:\d+: scenario.faults.0.{key}: ")
            self.assertIn(words, err)
        for text, words in (
                (crashing(crash("first", "2 us"), crash("first", "1 us")),
                 "scenario.faults.1.host: host first crashes twice"),
                (crashing(crash("first", "2 us"), programs=[LOCAL[:-1] + ", policy: autonuma}"]),
                 "program local has policy autonuma; with a crash expected are policies"),
                (crashing(crash("first", "2 us"), machine="starnuma16",
                          programs=['{workload: "stream:scale=8"}']),
                 "scenario.faults.0.kind: the machine has one host")):
            file = self.write("wrong.yaml", text)
            code, _, err = self.call("run", file, "-o", "wrong")
            self.assertEqual(code, 2, words)
            self.assertIn(words, err)


if __name__ == "__main__":
    unittest.main()
