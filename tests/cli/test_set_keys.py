#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""--set takes every key that `describe --json` lists, and a run with all of them can be repeated."""

import json
import unittest

from cli import CliTest

TINY = "pointer_chase:scale=8,lines=8"


class SetKeys(CliTest):
    def fields(self, *words):
        described = json.loads(self.good("describe", *words, "--json"))
        return {field["path"]: field["value"] for field in described["fields"]}

    def all_sets(self, machine):
        sets = []
        for path, value in self.fields(machine).items():
            sets += ["--set", f"{path}={value}"]
        return sets

    def test_every_listed_key_can_be_set(self):
        for machine in ("starnuma16", "starnuma32"):
            fields = self.fields(machine)
            self.assertGreater(len(fields), 60)
            self.assertEqual(self.fields(machine, *self.all_sets(machine)), fields)

    def test_a_run_with_every_key_set_is_the_run_without_and_repeats(self):
        plain = self.run_to("plain", "starnuma16", TINY)
        every = self.run_to("every", "starnuma16", TINY, *self.all_sets("starnuma16"))
        again = self.run_to("again", "every/effective.yaml")
        for name in ("stats.json", "effective.yaml"):
            self.assertEqual((plain / name).read_bytes(), (every / name).read_bytes())
            self.assertEqual((every / name).read_bytes(), (again / name).read_bytes())

    def test_sets_in_groups_that_were_absent_and_in_overrides_are_recorded_and_repeat(self):
        sets = ["--set", "pool.switch.part=cxl_switch", "--set", "pool.switch.box.latency=40 ns",
                "--set", "socket.overrides.3.memory.channels=2", "--set", "pool.retimers=2"]
        first = self.run_to("first", "starnuma16", TINY, *sets)
        text = (first / "effective.yaml").read_text(encoding="utf-8")
        self.assertIn("latency: 40 ns", text)
        self.assertIn("overrides:", text)
        again = self.run_to("again", "first/effective.yaml")
        for name in ("stats.json", "effective.yaml"):
            self.assertEqual((first / name).read_bytes(), (again / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
