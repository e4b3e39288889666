#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of scenarios as a user writes and sees them."""

import unittest

from cli import CliTest, stats

LINK = "machine.cxl.socket3_pool"


def scenario(faults, programs='{workload: "gups:scale=10,updates=20000"}', machine="starnuma16"):
    rows = "".join(f"  - {fault}\n" for fault in faults)
    return (f"kind: scenario\nmachine: {machine}\nseed: 1\nprograms:\n  - {programs}\n"
            + (f"faults:\n{rows}" if faults else ""))


class Faults(CliTest):
    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def run_with(self, name, *faults):
        return stats(self.run_to(name, self.write(f"{name}.yaml", scenario(faults)), "--set",
                                 "placement.policy=first_touch", "--set", "pool.capacity_of_footprint=1",
                                 "--no-report"))

    def test_wrong_bits_are_sent_again_and_the_program_is_right(self):
        values = self.run_with("errors", "{kind: link_errors, link: upi.socket0_socket1, bit_error_rate: 1e-5}")
        link = "machine.upi.socket0_socket1"
        errors = values[f"{link}.forward.crc_errors"]
        self.assertGreater(errors, 0)
        self.assertGreater(values[f"{link}.forward.retry_time"], 50 * errors)  # a round trip each
        self.assertNotIn("machine.upi.socket0_socket2.forward.crc_errors", values)
        self.good("run", "errors/effective.yaml", "-o", "again", "--no-report")
        self.assertEqual((self.folder / "errors/stats.json").read_bytes(),
                         (self.folder / "again/stats.json").read_bytes())

    def test_half_a_link_is_used_twice_as_long(self):
        whole = self.run_with("whole", "{kind: link_half_width, link: upi.socket0_socket1, at: 1 ms}")
        half = self.run_with("half", "{kind: link_half_width, link: upi.socket0_socket1}")
        path = "machine.upi.socket0_socket1.forward."
        self.assertEqual(whole[path + "narrow"], 0)
        self.assertEqual(half[path + "narrow"], half[path + "messages"])
        busy = {run: values[path + "utilisation"] * values["run.time_ns"] / values[path + "messages"]
                for run, values in (("whole", whole), ("half", half))}
        self.assertAlmostEqual(busy["half"] / busy["whole"], 2, delta=0.1)  # of as many lines, nearly

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


if __name__ == "__main__":
    unittest.main()
