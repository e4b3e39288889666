#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""validate: a measured system, a link in the short form, and refused calls."""

import json
import unittest

from cli import CliTest


class Validate(CliTest):
    def found(self, *words):
        """Returns validate.json of a call, and its output."""
        out = self.good("validate", *words, "-o", "found")
        text = (self.folder / "found" / "validate.json").read_text(encoding="utf-8")
        return json.loads(text), out

    def test_a_measured_expander(self):
        found, out = self.found("cxl_expander")
        self.assertEqual([row["read_share"] for row in found["curves"]], [2, 30, 60])
        for row in found["curves"]:
            self.assertLess(abs(row["idle_ns"][2]), 0.02)
            self.assertLess(abs(row["saturated_gb_per_s"][2]), 0.07)
            self.assertIn(f"{row['read_share']}%", out)
        self.assertTrue((self.folder / "found" / "cxl_expander.svg").exists())

    def test_a_link_in_the_short_form(self):
        found, _ = self.found("logical_pool_link1", "--short")
        [link] = found["links"]
        self.assertEqual(*link["unloaded_ns"])

    def test_an_unknown_system_is_refused_with_those_there_are(self):
        code, out, err = self.call("validate", "skylark", "-o", "found")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("skylake_ddr4_local", err)
        self.assertEqual(self.written(), [])

    def test_a_refused_field_leaves_no_folder(self):
        code, out, err = self.call("validate", "cxl_expander", "--set", "socket.coresx=2", "-o", "new/found")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertIn('did you mean "cores"?', err)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
