#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Scenarios in which hosts acquire memory of pool devices and release it."""

import csv
import unittest

from cli import CliTest, scenario, stats

MACHINE = """{extends: two_hosts_pool, placement: {policy: pool_share, pool_share: 1}, \
simulation: {check: coherence}, extents: [\
{name: left_own, device: 0, start: 0 B, size: 8 GiB, sharing: exclusive, hosts: [0]}, \
{name: right_own, device: 0, start: 8 GiB, size: 8 GiB, sharing: exclusive, hosts: [1]}, \
{name: shared, device: 0, start: 16 GiB, size: 1 GiB, sharing: coherent, hosts: [0, 1]}]}"""
GUPS = 'workload: "gups:scale=10,updates=40000", threads: 2'
LEFT = f"{{name: left, {GUPS}, host: left}}"
RIGHT = f"{{name: right, {GUPS}, host: right}}"


def changing(*events, machine=MACHINE, programs=(LEFT, RIGHT)):
    return scenario(machine, programs, repeat="none", dynamic_capacity=events)


class DynamicCapacity(CliTest):
    def test_memory_comes_and_goes_and_nothing_is_lost(self):
        file = self.write("come.yaml", changing(
            "event: add, at: 1 us, host: left, size: 1 MiB, tag: 3",
            "event: release, at: 15 us, extent: left_own",
            "event: release, at: 2 us, extent: right_own",
            "event: release, at: 300 us, tag: 3"))
        self.assertIn("79 GiB of device 0 are in no extent", self.good("check", file))
        out = self.good("run", file, "-o", "come")
        self.assertRegex(out, r"At 1 us add of tag 3 to host left: 256 pages \(1 MiB\) after 10\.0 us")
        self.assertRegex(out, r"At 15 us release of extent left_own by host left: 2097152 pages "
                              r"\(8 GiB\) after [0-9.]+ us, [0-9]+ pages \([0-9]+ KiB\) moved")
        self.assertIn(out.splitlines()[3], (self.folder / "come/summary.txt").read_text())
        values = stats(self.folder / "come")
        for host, released in (("left", 2), ("right", 1)):
            head = f"host.{host}.capacity."
            self.assertEqual(values[head + "released"], released)
            self.assertEqual(values[head + "refused"], 0)
            self.assertEqual(values[head + "pages_lost"], 0)
            self.assertGreater(values[head + "pages_moved"], 8)
        # Added memory is nearer than sockets and receives the pages first.
        self.assertEqual(values["host.left.capacity.2.pages_moved"],
                         values["host.left.capacity.3.pages_moved"])
        self.assertEqual(values["program.left.memory.pool"], 0)
        with open(self.folder / "come/memory.csv", encoding="utf-8", newline="") as rows:
            had = [int(row["capacity_of_left.pool"]) for row in csv.DictReader(rows)]
        self.assertEqual((had[0], max(had), had[-1]), (1 << 21, (1 << 21) + 256, 0))
        self.assertIn("capacity_of_left", (self.folder / "come/report.html").read_text())
        self.good("run", "come/effective.yaml", "-o", "again", "--no-report")
        self.assertEqual((self.folder / "come/stats.json").read_bytes(),
                         (self.folder / "again/stats.json").read_bytes())

    def test_a_forced_release_is_said_at_its_host_and_who_touches_it_stops(self):
        file = self.write("forced.yaml", changing(
            "event: forced_release, at: 2 us, extent: left_own",
            "event: add, at: 20 us, host: right, size: 64 KiB, tag: 1"))
        code, out, err = self.call("run", file, "-o", "forced", "--no-report")
        self.assertEqual(code, 1, err)
        self.assertRegex(err, r"left: stopped by machine\.host_left\.socket\d\.core\d: no memory "
                              r"answers page \d+: it lay in an extent that its device has taken by "
                              r"force, at \d+ ps")
        self.assertNotIn("right", err)
        self.assertRegex(out, r"At 2 us forced release of extent left_own from host left: .*, "
                              r"[0-9]+ pages \([0-9]+ KiB\) lost")
        values = stats(self.folder / "forced")
        self.assertGreater(values["host.left.capacity.pages_lost"], 8)
        self.assertEqual(values["program.left.stopped"], 1)
        self.assertNotIn("program.right.stopped", values)

    def test_memory_comes_and_goes_while_accesses_are_under_way(self):
        events = ("event: add, at: 1 us, host: left, size: 1 MiB, tag: 3",
                  "event: release, at: 15 us, extent: left_own",
                  "event: forced_release, at: 20 us, extent: right_own")
        file = self.write("time.yaml", changing(*events))
        code, _, err = self.call("run", file, "-o", "queued", "--no-report", "--set", "simulation.delivery=queued")
        self.assertEqual(code, 1, err)
        self.assertRegex(err, r"right: stopped by .* it lay in an extent that its device has taken by force")
        self.assertNotIn("left:", err)
        values = stats(self.folder / "queued")
        self.assertGreater(values["host.left.capacity.pages_moved"], 8)
        self.assertEqual(values["host.left.capacity.pages_lost"], 0)
        self.assertGreater(values["host.right.capacity.pages_lost"], 8)

    def test_a_change_is_at_its_time_in_the_window_after_a_warm_up(self):
        warm = LEFT.replace("gups:scale=10,updates=40000", "bfs:scale=9,trials=1,warmup=2")
        file = self.write("warm.yaml", changing("event: add, at: 3 us, host: left, size: 1 MiB, tag: 3", programs=(warm,)))
        values = stats(self.run_to("warm", file))
        self.assertEqual(values["host.left.capacity.0.at"], 3000)
        self.assertEqual(values["host.left.capacity.0.time"], 10_000)

    def test_what_cannot_be_is_refused_with_its_sizes_and_changes_nothing(self):
        quiet = self.write("quiet.yaml", changing("event: add, at: 1 ms, host: left, size: 4 KiB, tag: 1"))
        before = stats(self.run_to("quiet", quiet))
        file = self.write("refused.yaml", changing(
            "event: add, at: 1 us, host: right, size: 1 TiB, tag: 1",
            "event: release, at: 2 us, tag: 1"))
        out = self.good("run", file, "-o", "refused", "--no-report")
        self.assertIn("At 1 us add of tag 1 to host right: refused, the device has ", out)
        self.assertIn("At 2 us release of tag 1 by host right: refused, the host does not have it", out)
        values = stats(self.folder / "refused")
        self.assertEqual(values["host.right.capacity.refused"], 2)
        for path in ("program.left.time_ns", "program.right.memory.pool", "run.time_ns"):
            self.assertEqual(values[path], before[path])
        self.assertIn("At 1 ms add of tag 1 to host left: not before the end",
                      (self.folder / "quiet/summary.txt").read_text())

    def test_what_is_known_before_is_refused_before(self):
        add = "event: add, host: left, size: 4 KiB, tag: 1"
        for events, where, words in (
                (["event: add, host: lift, size: 4 KiB, tag: 1"], "0.host",
                 'unknown host "lift", did you mean "left"?'),
                (["event: add, size: 4 KiB, tag: 1"], "0.host", "missing, expected a host"),
                (["event: add, host: left, tag: 1"], "0.size", "expected whole pages of 4 KiB, found none"),
                (["event: add, host: left, size: 5000 B, tag: 1"], "0.size", "expected whole pages"),
                (["event: add, host: left, size: 4 KiB"], "0.tag", "expected a tag"),
                (["event: add, host: left, size: 4 KiB, tag: 1, device: 2"], "0.device",
                 "there is no pool device 2, the machine has 1"),
                ([add, add], "1.tag", "two extents with tag 1"),
                ([add + ", at: 5 us", "event: release, tag: 1, at: 4 us"], "1.tag",
                 "no extent with tag 1 is added before"),
                ([add, "event: release"], "1.event", "expected either the tag"),
                ([add, "event: release, tag: 1, host: left"], "1.host", "is of add"),
                (["event: forced_release, extent: left_one"], "0.extent",
                 'no exclusive extent "left_one", did you mean "left_own"?'),
                (["event: forced_release, extent: shared"], "0.extent", "no exclusive extent"),
                (["event: remove, tag: 1"], "0.event", '"remove"'),
                (["host: left"], "0.event", "missing, expected events, one of add, release, ")):
            file = self.write("wrong.yaml", changing(*events))
            lines = self.refused("check", file)
            self.assertRegex(lines[0], rf"wrong.yaml:\d+:\d+: scenario.dynamic_capacity.{where}: ")
            self.assertIn(words, "\n".join(lines))
        for text, words in (
                (changing(add, programs=[RIGHT]), "no program runs on host left alone"),
                (changing(add, programs=[LEFT[:-1] + ", policy: replicate_read_only}"]),
                 "program left has policy replicate_read_only; expected one that keeps each page once"),
                (changing(add, machine="starnuma16", programs=['{workload: "stream:scale=8"}']),
                 'unknown host "left"'),
                (changing(add) + "faults: [{kind: host_crash, host: right, at: 1 us}]\n",
                 "hosts crash in this scenario")):
            file = self.write("wrong.yaml", text)
            self.assertIn(words, "\n".join(self.refused("run", file, "-o", "wrong")))


if __name__ == "__main__":
    unittest.main()
