#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of scenarios as a user writes and sees them."""

import itertools
import unittest
from pathlib import Path

from cli import DELIVERIES, stats
from fault_runs import LINK, FaultTest, scenario

PAGE = Path(__file__).resolve().parents[2] / "docs/generated/faults.md"


class Faults(FaultTest):
    def run_with(self, name, *faults, delivery="immediate"):
        return stats(self.run_to(name, self.write(f"{name}.yaml", scenario(faults)), "--set",
                                 "placement.policy=first_touch", "--set", "pool.capacity_of_footprint=1",
                                 "--set", f"simulation.delivery={delivery}", "--set", "simulation.check=coherence"))

    def test_wrong_bits_are_sent_again_and_the_program_is_right(self):
        link = "machine.upi.socket0_socket1"
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                values = self.run_with(delivery, "{kind: link_errors, link: upi.socket0_socket1, bit_error_rate: 1e-5}",
                                       delivery=delivery)
                errors = values[f"{link}.forward.crc_errors"]
                self.assertGreater(errors, 0)
                self.assertGreaterEqual(values[f"{link}.forward.retry_time"], 50 * errors)  # a round trip each
                self.assertNotIn("machine.upi.socket0_socket2.forward.crc_errors", values)
                self.good("run", f"{delivery}/effective.yaml", "-o", "again", "--no-report")
                self.assertEqual((self.folder / delivery / "stats.json").read_bytes(),
                                 (self.folder / "again/stats.json").read_bytes())

    def test_detours_in_a_circle_are_refused_where_messages_wait_for_credits(self):
        cut = [f"{{kind: link_down, link: upi.socket{a}_socket{b}}}"  # a ring remains
               for a, b in itertools.combinations(range(6), 2) if b - a not in (1, 5)]
        file = self.write("circle.yaml", scenario(
            cut, program='{workload: "gups:scale=10,updates=20000", policy: first_touch}',
            machine="{extends: baseline16, topology: {sockets_per_chassis: 6, asics_per_chassis: 0}, socket: {count: 6}}"))
        lines = self.refused("run", file, "--set", "simulation.delivery=queued", "-o", "no")
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^scenario\.faults: with simulation\.delivery: queued and links that are down "
                                   r"messages can wait for each other in a cycle indefinitely, over socket\d > socket\d")
        self.run_to("immediate", file, "--no-report")

    def test_half_a_link_is_used_twice_as_long(self):
        path = "machine.upi.socket0_socket1.forward."
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                whole = self.run_with("whole", "{kind: link_half_width, link: upi.socket0_socket1, at: 1 ms}",
                                      delivery=delivery)
                half = self.run_with("half", "{kind: link_half_width, link: upi.socket0_socket1}", delivery=delivery)
                self.assertEqual(whole[path + "half_width"], 0)
                self.assertEqual(half[path + "half_width"], half[path + "messages"])
                busy = {run: values[path + "utilisation"] * values["run.time_ns"] / values[path + "messages"]
                        for run, values in (("whole", whole), ("half", half))}
                self.assertAlmostEqual(busy["half"] / busy["whole"], 2, delta=0.1)  # nearly equal numbers of lines

    def test_replays_pass_the_retimers_of_a_link(self):
        for retimers in (1, 2):
            values = self.broken("errors", "{kind: link_errors, link: cxl.socket3_pool, bit_error_rate: 1e-5}",
                                 machine=f"{{extends: starnuma16, pool: {{retimers: {retimers}}}}}")[1]
            errors = sum(values[f"{LINK}.{way}.crc_errors"] for way in ("forward", "backward"))
            self.assertGreater(errors, 0)
            self.assertEqual(values[f"{LINK}.retimer_replays"], errors * retimers)

    def test_the_page_is_fresh(self):
        self.assertEqual(PAGE.read_text(encoding="utf-8"), self.good("schema", "--faults"),
                         "run: ./starnuma schema --faults > docs/generated/faults.md")

    def test_a_link_that_is_down_is_gone_round_and_bfs_is_right(self):
        links = ("upi.socket0_socket1", "cxl.socket3_pool")
        for delivery in DELIVERIES:
            for name, at in (("whole", "1 ms"), ("down", "1 us")):
                values = self.broken(name, *(f"{{kind: link_down, link: {link}, at: {at}}}" for link in links),
                                     program='{workload: "bfs:scale=10"}', delivery=delivery)[1]
                for fault in range(2):
                    self.assertEqual(values[f"faults.fault{fault}.lost"], 0)
                self.assertFalse((self.folder / name / "faults.csv").exists())
            before, after = (stats(self.folder / name) for name in ("whole", "down"))
            for link in links:
                way = f"machine.{link}.forward.messages"
                self.assertLess(after[way], before[way] / 2, (delivery, link))

    def test_bfs_goes_on_over_links_that_err_or_are_narrow_and_is_right(self):
        bfs = '{workload: "bfs:scale=10"}'
        for kind, more, seen in (("link_errors", ", bit_error_rate: 1e-5", "replayed"),
                                 ("link_half_width", "", "half_width")):
            for delivery in DELIVERIES:
                values = self.broken(kind, f"{{kind: {kind}, link: cxl.socket3_pool, at: 1 us{more}}}",
                                     program=bfs, delivery=delivery)[1]
                self.assertGreater(values[f"{LINK}.forward.{seen}"], 0, (kind, delivery))

    def test_bfs_next_to_the_sockets_of_a_lost_head_or_device_is_right(self):
        """Its pages are on its own sockets, those of the other program are on the device."""
        beside = ('{name: other, workload: "pointer_chase:home=pool,requester=3", cores: socket3}\n'
                  '  - {name: bfs, workload: "bfs:scale=10", cores: socket4-7}')
        faults = (("head_removed", "link: cxl.socket3_pool"), ("device_silent", "device: pool"),
                  ("device_reset", "device: pool"), ("device_viral", "device: pool"),
                  ("memory_uncorrected", "memory: pool, rate: 1 GHz"))
        for (kind, what), delivery in itertools.product(faults, DELIVERIES):
            file = self.write(f"{kind}.yaml", scenario([f"{{kind: {kind}, {what}, at: 1 us}}"], beside))
            code, _, err = self.call("run", file, "-o", kind, "--set", "placement.policy=first_touch",
                                     "--set", f"simulation.delivery={delivery}",
                                     "--set", "simulation.check=coherence", "--no-report")
            self.assertEqual((code, len(err.splitlines())), (1, 1), err)
            self.assertIn("other: stopped by machine.socket3.", err)
            values = stats(self.folder / kind)
            self.assertEqual(values["program.other.stopped"], 1)
            self.assertGreater(values["program.bfs.work_units"], 0)

    def test_a_link_that_comes_back_is_used_again(self):
        for delivery in DELIVERIES:
            back, gone = (self.broken(name, f"{{kind: link_down, link: cxl.socket3_pool, at: 1 us{lasts}}}",
                                      delivery=delivery)[1]
                          for name, lasts in (("back", ", lasts: 5 us"), ("gone", "")))
            self.assertGreater(back[f"{LINK}.forward.messages"], 2 * gone[f"{LINK}.forward.messages"], delivery)

    def test_nothing_overtakes_what_is_under_way_where_links_come_and_go(self):
        flaps = (("0_asic4", 1315, 273), ("0_asic7", 2254, 1607))
        faults = [f"{{kind: link_down, link: numalink.asic{name}, at: {at} ns, lasts: {lasts} ns}}"
                  for name, at, lasts in flaps]
        file = self.write("flaps.yaml", scenario(faults, '{workload: "bfs:scale=11", policy: first_touch}'))
        for delivery in DELIVERIES:
            self.run_to(delivery, file, "--set", f"simulation.delivery={delivery}", "--set", "simulation.check=coherence",
                        "--no-report")

    def test_a_head_that_is_removed_takes_the_program_along_and_names_what_is_lost(self):
        err, values = self.broken("head", "{kind: head_removed, link: cxl.socket3_pool, at: 5 us}", code=1)
        self.assertRegex(err, r"stopped by machine\.socket\d+\.core\d+: (no memory answers address 0x[0-9a-f]+: "
                              r"line 0x[0-9a-f]+ has a home that its socket is isolated from|machine check at "
                              r"address 0x[0-9a-f]+: line 0x[0-9a-f]+ is poison), at \d+ ps")
        lost = [row for row in self.rows("head") if row["event"] == "lost"]
        self.assertEqual(len(lost), values["faults.fault0.lost"])
        self.assertGreater(len(lost), 0)
        for row in lost:
            self.assertEqual((row["kind"], row["socket"], row["time_ns"]), ("head_removed", "3", "5000"))
            self.assertIn(" + 0x", row["data"])
        self.assertGreaterEqual(values["faults.fault0.poisoned"], len(lost))
        self.call("run", "head/effective.yaml", "-o", "again", "--no-report")
        for file in ("stats.json", "faults.csv"):
            self.assertEqual((self.folder / "head" / file).read_bytes(),
                             (self.folder / "again" / file).read_bytes())

    def test_a_device_logs_its_events(self):
        faults = ("{kind: head_reset, link: cxl.socket3_pool, at: 5 us, lasts: 2 us}",
                  "{kind: memory_corrected, memory: pool, rate: 100 MHz, lasts: 300 ns}",
                  "{kind: memory_corrected, memory: socket0, rate: 100 MHz, lasts: 300 ns}")
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                values = self.broken(delivery, *faults, code=1, delivery=delivery)[1]
                rows = self.rows(delivery, "device_events.csv")
                self.assertEqual([float(row["time_ns"]) for row in rows], sorted(float(row["time_ns"]) for row in rows))
                heads = [(row["time_ns"], row["head"], row["kind"], row["address"], row["severity"])
                         for row in rows if row["kind"].startswith("head_")]
                self.assertEqual(heads, [("5000", "3", "head_reset", "", "informational"),
                                         ("7000", "3", "head_returned", "", "informational")])
                poisoned = [row for row in rows if row["kind"] == "poisoned"]
                self.assertEqual(len(poisoned), sum(values[f"faults.fault{f}.poisoned"] for f in (0, 1)))
                self.assertTrue(all(row["address"].startswith("0x") and row["severity"] == "failure" for row in poisoned))
                corrected = sum(row["kind"] == "corrected" for row in rows)
                self.assertGreater(corrected, 0)
                self.assertLessEqual(corrected, values["faults.fault1.corrected"])
                self.assertEqual({row["device"] for row in rows}, {"pool"})

    def test_a_line_that_a_socket_restores_is_logged_with_its_head(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                self.broken(delivery, "{kind: memory_uncorrected, memory: pool, rate: 1 GHz, at: 10 us, lasts: 10 us}",
                            program='{workload: "gups:scale=17,updates=20000"}', code=1, delivery=delivery)
                heads, sockets = (sorted(row[column] for row in self.rows(delivery, table) if "restored" in row.values())
                                  for table, column in (("device_events.csv", "head"), ("faults.csv", "socket")))
                self.assertGreater(len(heads), 0)
                self.assertEqual(heads, sockets)

    def test_an_event_of_a_device_triggers_waves(self):
        file = self.write("reset.yaml", scenario(["{kind: head_reset, link: cxl.socket3_pool, at: 5 us, lasts: 2 us}"]))
        code, out, err = self.call("run", file, "-o", "reset", "--set", "placement.policy=pool_share", "--set",
                                   "placement.pool_share=1", "--set", "pool.capacity_of_footprint=1", "--no-report",
                                   "--waves", "reset.fst", "--wave-on", "pool.event", "--wave-scope", "machine.pool*")
        self.assertEqual(code, 1, err)
        self.assertRegex(out, r"Waves: \d+ hops .* trigger at [0-9.]+ ns")

    def test_devices_break_in_three_ways(self):
        for kind, more, why in (("device_reset", "", "machine check"),
                                ("device_silent", ", completion_timeout: 3 us",
                                 "(has not answered in the completion time-out|its socket is isolated from)"),
                                ("device_viral", "", "machine check")):
            err, values = self.broken(kind, f"{{kind: {kind}, device: pool, at: 5 us{more}}}", code=1)
            self.assertRegex(err, why)
            if kind == "device_silent":
                self.assertGreater(values["run.time_ns"], 8000)
                self.assertGreater(values["faults.fault0.timed_out"], 0)
            if kind == "device_reset":
                self.assertGreater(values["faults.fault0.poisoned"], 1000)

    def test_memory_fails_and_is_scrubbed(self):
        for delivery in DELIVERIES:
            with self.subTest(delivery):
                self.fail_and_scrub(delivery)

    def fail_and_scrub(self, delivery):
        def bfs(name, *faults):
            return self.broken(name, *faults, program='{workload: "bfs:scale=12"}', delivery=delivery)[1]

        corrected = "{kind: memory_corrected, memory: pool, rate: 100 MHz, lasts: 300 ns, correction: 500 ns}"
        values = bfs("corrected", corrected)
        self.assertGreater(values["faults.fault0.wrong_bits"], 10)
        self.assertGreater(values["faults.fault0.corrected"], 0)
        scrub = "{kind: memory_scrub, memory: pool, period: 20 us}"
        less = bfs("scrubbed", corrected, scrub)
        self.assertGreater(less["faults.fault1.scrubbed"], 0)
        self.assertLess(less["faults.fault0.latent"], values["faults.fault0.latent"])
        reads = [sum(value for path, value in run.items() if path.startswith("machine.pool.memory")
                     and path.endswith(".reads")) for run in (values, less)]
        self.assertGreater(reads[1] - reads[0], less["faults.fault1.lines_read"] * 0.8)
        err, values = self.broken("wrong", "{kind: memory_uncorrected, memory: pool, rate: 100 MHz}", code=1,
                                  delivery=delivery)
        self.assertIn("machine check", err)
        self.assertGreater(values["faults.fault0.consumed"], 0)

    def test_what_does_not_go_together_is_refused(self):
        for fault, words in {
                "{kind: device_reset, device: pol}": 'unknown device "pol", did you mean "pool"?',
                "{kind: memory_scrub, memory: pool}": "missing, expected the time in which all lines are read, as 1 ms",
                "{kind: memory_scrub, memory: pool, period: 1 ns}": "1 ns is out of range, expected between 10 us and 1 ms",
                "{kind: memory_scrub, memory: pool, period: 9999 ns}": "9999 ns is out of range, expected between 10 us and 1 ms",
                "{kind: memory_uncorrected, memory: pool, rate: 100 GHz}": "100 GHz is out of range, expected between 100 MHz and 10 GHz",
                "{kind: link_down, link: cxl.socket3_pool, lasts: 0 s}": "0 s is out of range, expected between 1 ps and 1 ms",
                "{kind: link_down, link: cxl.socket3_pool, completion_timeout: 1 ps}": "1 ps is out of range, expected between 100 ns and 1 ms",
                "{kind: memory_corrected, memory: socket99}": 'unknown memory "socket99"',
                "{kind: head_removed, link: upi.socket0_socket1}": 'unknown link "upi.socket0_socket1"',
                "{kind: link_down, link: cxl.socket3_pool, rate: 100 MHz}":
                    "is of errors in memory, and the kind is link_down",
                "{kind: device_viral, device: pool, lasts: 1 us}":
                    "is of faults that end, and the kind is device_viral"}.items():
            file = self.write("wrong.yaml", scenario([fault], machine="hpc_intel"
                                                     if "socket99" in fault else "starnuma16"))
            code, _, err = self.call("check", file)
            self.assertEqual(code, 2, fault)
            self.assertIn(words, err)

    def test_faults_that_are_not_in_force_change_nothing(self):
        none = self.run_with("none")
        late = self.run_with("late", "{kind: link_errors, link: upi.socket0_socket1, at: 1 ms, bit_error_rate: 1e-5}")
        self.assertEqual(none, {path: value for path, value in late.items() if path in none})

    def test_what_the_machine_does_not_have_is_refused(self):
        for fault, words in {
                "{kind: link_errors, link: cxl.socket3_pol, bit_error_rate: 1e-9}":
                    'unknown link "cxl.socket3_pol", did you mean "cxl.socket3_pool"?',
                "{kind: link_half_width}": "missing, expected a link of the machine, such as ",
                "{kind: link_errors, link: cxl.socket3_pool}":
                    "expected a share of wrong bits above 0 and up to 0.0001",
                "{kind: link_errors, link: cxl.socket3_pool, bit_error_rate: 0.1}":
                    "expected a share of wrong bits above 0 and up to 0.0001",
                "{kind: link_half_width, link: cxl.socket3_pool, bit_error_rate: 1e-9}":
                    "is of link_errors, and the kind is link_half_width"}.items():
            file = self.write("wrong.yaml", scenario([fault]))
            for command in ("check", "run"):
                lines = self.refused(command, file)
                self.assertEqual(len(lines), 1, lines)
                self.assertRegex(lines[0], r"^wrong.yaml:7:\d+: scenario.faults.0")
                self.assertIn(words, lines[0])

    def test_a_device_in_rtl_refuses_faults(self):
        machine = "{extends: starnuma16, simulation: {delivery: queued}, pool: {device: {impl: rtl}}}"
        lines = self.refused("check", self.write("rtl.yaml", scenario(["{kind: device_reset, device: pool}"], machine=machine)))
        self.assertEqual(lines, ["rtl.yaml:7:12: scenario.faults.0.kind: pool.device.impl is rtl or both, which has no faults; "
                                 "expected model"])


if __name__ == "__main__":
    unittest.main()
