#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`check` warns of written fields that the machine does not read."""

import unittest

from cli import CliTest

# Fields of a file that extends starnuma16 -> the unused ones.
CASES = {
    "placement: {policy: first_touch, pool_share: 0.5}": ["placement.pool_share"],
    "placement: {policy: pool_share, pool_share: 0.5}": [],
    "placement: {policy: first_touch, weights: \"3:1\"}": ["placement.weights"],
    "placement: {lacx: {usage_threshold: 0.4}}": ["placement.lacx.usage_threshold"],
    "placement: {policy: lacx, lacx: {usage_threshold: 0.4}}": [],
    "placement: {policy: autonuma, numa_balancing: {early_passes: 3}}": [],
    "placement: {policy: first_touch, numa_balancing: {early_passes: 3}}":
        ["placement.numa_balancing.early_passes"],
    "placement: {policy: starnuma_t16, high_threshold: 9}": [],
    "placement: {policy: first_touch, high_threshold: 9, page_limit: 3}":
        ["placement.high_threshold", "placement.page_limit"],
    "pool: {device: {queued: {request_entries: 5}}}": ["pool.device.queued.request_entries"],
    "pool: {device: {queued: {request_entries: 5}}}\nsimulation: {delivery: queued}": [],
    "tracking: {impl: none, count_width: 4}": ["tracking.count_width"],
}


class UnusedFields(CliTest):
    def warned(self, text):
        (self.folder / "own.yaml").write_text(text, encoding="utf-8")
        code, out, err = self.call("check", "own.yaml")
        self.assertEqual((code, err), (0, ""))
        return sorted(line.split(": ")[1].removeprefix("machine.") for line in out.splitlines()
                      if "changes nothing" in line)

    def test_a_field_that_nothing_reads_is_warned_of_where_it_stands(self):
        for text, fields in CASES.items():
            with self.subTest(text):
                self.assertEqual(self.warned(f"kind: machine\nextends: starnuma16\n{text}\n"),
                                 fields)

    def test_inherited_fields_are_not_warned_of(self):
        self.assertEqual(self.warned("kind: machine\nextends: starnuma16_t16\n"
                                     "placement: {policy: first_touch}\n"), [])

    def test_a_programs_own_policy_reads_the_machines_fields(self):
        scenario = ("kind: scenario\nmachine: {{extends: starnuma16, placement: {{policy: "
                    "first_touch, pool_share: 0.5}}}}\nprograms:\n"
                    "  - {{workload: \"stream:scale=10\", policy: {}}}\n")
        self.assertEqual(self.warned(scenario.format("pool_share")), [])
        self.assertEqual(self.warned(scenario.format("first_touch")), ["placement.pool_share"])


if __name__ == "__main__":
    unittest.main()
