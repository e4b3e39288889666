#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The golden file itself: values within its tolerance, and the changes of --bless."""

import unittest

import goldens

TEXT = """# Why these are kept.
a.b:
  value: 200
  unit: "1"
  tolerance: 2 %
  command: one

a.b.c:
  value: 7.5
  unit: ns
  tolerance: 0.5 %
  command: two
"""


class Goldens(unittest.TestCase):
    def test_a_value_holds_within_its_tolerance_and_not_beyond(self):
        golden = goldens.load(TEXT)["a.b"]
        for measured, holds in ((196, True), (195.9, False), (204, True), (206, False)):
            self.assertEqual(golden.holds(measured), holds, measured)

    def test_blessing_changes_one_value_and_nothing_else(self):
        renewed = goldens.blessed(TEXT, "a.b", 210.5)
        self.assertEqual(renewed, TEXT.replace("value: 200", "value: 210.5"))
        self.assertEqual(goldens.blessed(TEXT, "a.b.c", 8), TEXT.replace("7.5", "8"))

    def test_a_name_that_is_not_there_cannot_be_blessed(self):
        with self.assertRaises(KeyError):
            goldens.blessed(TEXT, "a", 1)

    def test_every_golden_has_value_unit_tolerance_and_command(self):
        for name, entry in goldens.yaml.safe_load(goldens.FILE.read_text()).items():
            self.assertEqual(list(entry), ["value", "unit", "tolerance", "command"], name)


if __name__ == "__main__":
    unittest.main()
