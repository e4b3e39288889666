#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The comparison of the Murphi models with the rows of the C++ tables detects a change on either side."""

import os
import sys
import unittest
from pathlib import Path

ROOT = Path(os.environ["STARNUMA_HOME"])
sys.path.insert(0, str(ROOT / "testbenches/coherence/murphi"))

import rows  # noqa: E402
import rumur  # noqa: E402
import second_opinion  # noqa: E402

HOSTS = 2  # sufficient for nearly all rows
PAGES = {"bi_directory": "protocol-cxl.md", "socket_home": "protocol-socket.md"}
# Changes of a rule that do not violate a property of the model.
HARMLESS = {
    "bi_directory": ("        line[h] := Shrd;\n        respond(h, RspS);",
                     "        line[h] := Gone;\n        respond(h, RspI);"),
    "socket_home": ("          line[h] := Shrd;\n        else", "          line[h] := Gone;\n        else"),
}


def dump(model):
    """Returns the rows of a model's tables, from their page."""
    table, found = "", []
    for line in (ROOT / "docs/generated" / PAGES[model]).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            table = line.removeprefix("## Table: ")
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 4 and table in second_opinion.TABLES[model] and cells[0] != "State":
            found.append(dict(zip(("table", "state", "event", "next", "actions"), [table, *cells])))
    return found


class MurphiRows(unittest.TestCase):
    def differences(self, model, firings, table):
        """Returns the firings that differ from their rows; ignores rows that need a third host."""
        return [complaint for complaint in second_opinion.differences(model, firings, table)
                if "no firing meets" not in complaint]

    def test_a_row_that_is_changed_is_noticed(self):
        for model in second_opinion.MODELS:
            firings = list(rumur.firings(model, HOSTS))
            table = dump(model)
            self.assertEqual(self.differences(model, firings, table), [])
            met = rows.Rows(table)
            for firing in firings:
                second_opinion.MODELS[model](met, firing).compare()
            self.assertGreater(len(met.met), 40)
            for row in table:
                if (row["table"], row["state"], row["event"]) not in met.met:
                    continue
                actions = "nothing" if row["actions"] == "Cmp" else "Cmp"
                for change in ({"next": "elsewhere"}, {"actions": actions}):
                    changed = [{**row, **change} if other is row else other for other in table]
                    self.assertEqual(len(self.differences(model, firings, changed)), 1, row)

    def test_a_rule_that_is_changed_is_noticed_though_the_model_holds(self):
        for model, edit in HARMLESS.items():
            self.assertTrue(rumur.run(rumur.text_of(model, HOSTS, [edit]), quick=True)[0], model)
            firings = list(rumur.firings(model, HOSTS, [edit]))
            self.assertEqual(len(self.differences(model, firings, dump(model))), 1, model)

    def test_a_row_without_a_rule_and_a_rule_without_a_row_are_noticed(self):
        firings = list(rumur.firings("bi_directory", HOSTS))
        table = dump("bi_directory")
        more = table + [{**table[0], "event": "MemWr"}]
        self.assertIn("device: no firing meets I x MemWr",
                      second_opinion.differences("bi_directory", firings, more))
        less = [row for row in table if (row["state"], row["event"]) != ("A", "MemWr")]
        self.assertEqual(self.differences("bi_directory", firings, less),
                         ['rule "device takes a MemWr": device: no row for A x MemWr'])


if __name__ == "__main__":
    if not rumur.available():
        sys.exit(77)
    unittest.main()
