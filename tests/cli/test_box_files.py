#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`check` and `fit` refuse a bad box with equal lines and positions."""

import copy
import json
import os
import unittest
from pathlib import Path

import boxes
from cli import CliTest

SAMPLES = sorted(map(str, (Path(__file__).parent / "measurements").iterdir()))
# Mistake -> (keys to the value, wrong value or None for a missing one, a part of the message).
WRONG = {
    "no number": (("core_clock", "median"), "nan GHz", "a number from 0 on and its unit, GHz"),
    "infinite": (("idle_latency", 0, "latency", "median"), "inf ns", "its unit, ns"),
    "negative": (("idle_latency", 0, "latency", "median"), "-1 ns", "its unit, ns"),
    "zero": (("idle_latency", 0, "latency", "min"), "0 ns", "0 ns is out of range"),
    "immense": (("bandwidth", 0, "bandwidth", "max"), "9" * 400 + " GB/s", "is out of range"),
    "other unit": (("topology", "line"), "64 ns", "B or KiB or MiB or GiB"),
    "missing unit": (("core_clock", "max"), "3.0", "its unit, GHz"),
    "number for a text": (("host", "processor"), 7, "expected a text"),
    "text for a number": (("topology", "cores"), "eight", "expected a whole number"),
    "number below its range": (("topology", "cores"), 0, "a number of 1 to"),
    "unknown choice": (("topology", "caches", 0, "type"), "dta", 'did you mean "data"'),
    "missing key": (("topology", "caches"), None, "expected caches, which is missing"),
    "missing list": (("idle_latency",), [], "expected one or more, found"),
    "no chain": (("cache_latency",), [], "box.cache_latency: expected one or more"),
    "median outside": (("core_clock", "median"), "9.0 GHz", "is not between min"),
    "unknown node": (("bandwidth", 0, "cpus"), 3, "there is no node 3"),
    "long lines": (("topology", "line"), "128 B", "lines of 128 B"),
    "other version": (("version",), 2, "expected 1"),
    "list for a mapping": (("topology",), [], "expected a mapping"),
}


def changed(keys, value):
    box = copy.deepcopy(boxes.ONE_SOCKET)
    at = box
    for key in keys[:-1]:
        at = at[key]
    if value is None:
        del at[keys[-1]]
    else:
        at[keys[-1]] = value
    return box


class BoxFiles(CliTest):
    def refusals(self, text):
        (self.folder / "box.yaml").write_text(text, encoding="utf-8")
        lines = self.refused("check", "box.yaml")
        self.assertEqual(self.refused("fit", "box.yaml", "-o", "machine.yaml"), lines)
        self.assertEqual(self.written(), ["box.yaml"])
        for line in lines:
            self.assertRegex(line, r"^box\.yaml:\d+:\d+: ")
        return "\n".join(lines)

    def test_a_good_box_passes(self):
        boxes.write(self.folder / "box.yaml", boxes.TWO_SOCKETS_AND_EXPANDER)
        self.assertEqual(self.call("check", "box.yaml"), (0, "", ""))

    def test_each_mistake_is_one_line_at_its_place(self):
        for what, (keys, value, part) in WRONG.items():
            with self.subTest(what):
                said = self.refusals(json.dumps(changed(keys, value), indent=1))
                self.assertIn(part, said)

    def test_an_unknown_key_is_answered_with_the_nearest(self):
        box = {**boxes.ONE_SOCKET, "bandwith": []}
        self.assertIn('box.bandwith: unknown key, did you mean "bandwidth"?',
                      self.refusals(json.dumps(box, indent=1)))

    def test_a_box_from_texts_of_other_tools(self):
        out = json.loads(self.good("fit", "--json", "--from", *SAMPLES))
        self.assertEqual((out["box"], self.written()), ("my_box.yaml", ["my_box.yaml"]))
        self.assertEqual(self.call("check", "my_box.yaml"), (0, "", ""))

    def test_texts_that_give_no_box_are_refused(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "some.txt").write_text("Some prose.\n", encoding="utf-8")
        for words, part in ((["--from", "some.txt"], "some.txt:1: no known format"), (["--from", "pipe"], "is a pipe"),
                            (["--from", "/dev/zero"], "is a device"), (["--from", SAMPLES[0]], "missing in this file"),
                            (SAMPLES, "expected one BOX"), (["--from", "gone"], "cannot read gone")):
            with self.subTest(words=words):
                line, = self.refused("fit", *words)
                self.assertIn(part, line)
        self.assertEqual(self.written(), ["pipe", "some.txt"])

    def test_guards_of_all_files_are_those_of_boxes(self):
        whole = json.dumps(boxes.ONE_SOCKET, indent=1)
        for what, (text, part) in {
                "duplicate key": (whole.replace('"notes"', '"version": 1, "notes"'), "duplicate"),
                "deep": ("[" * 100, "nested deeper"),
                "empty": ("", "empty file"),
                "alias": ("kind: box\nnotes: &a []\nhost: *a\n", "anchor")}.items():
            with self.subTest(what):
                self.assertIn(part, self.refusals(text))


if __name__ == "__main__":
    unittest.main()
