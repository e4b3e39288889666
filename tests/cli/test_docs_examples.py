#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every YAML example of the documentation passes `check`.

A comment above a block that is not a whole file names its context:

<!-- extends: MACHINE -->      fields of a machine
<!-- runs on: MACHINE -->      programs of a scenario
<!-- of another program -->    not a file of this project
"""

import os
import re
import unittest
from pathlib import Path

from cli import CliTest

ROOT = Path(os.environ["STARNUMA_HOME"])
BLOCK = re.compile(r"^(?:<!-- (?P<note>[^\n]*) -->\n)?```(?P<tag>\w*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# (\S+\.yaml)$", re.MULTILINE)


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples(page):
    """Yields (position, note, text) of the YAML blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        if match["tag"] == "yaml" or (match["tag"] != "console"
                                      and re.search(r"^kind: ", match["text"], re.MULTILINE)):
            line = text.count("\n", 0, match.start("text")) + 1
            yield f"{page.relative_to(ROOT)}:{line}", match["note"] or "", match["text"]


def whole(note, text):
    """Returns the complete file for a block; None if it is not a file of this project."""
    if re.search(r"^kind: ", text, re.MULTILINE):
        return text
    kind, _, machine = note.partition(": ")
    if kind == "extends":
        return f"kind: machine\nextends: {machine}\n{text}"
    if kind == "runs on":
        return f"kind: scenario\nmachine: {machine}\nprograms:\n{text}"
    return None if note == "of another program" else ""


class DocsExamples(CliTest):
    def test_every_yaml_example_passes_check(self):
        found = 0
        for page in pages():
            for place, note, text in examples(page):
                with self.subTest(place):
                    content = whole(note, text)
                    if content is None:
                        continue
                    self.assertNotEqual(content, "", "a comment above the block is to say what "
                                        "it is part of")
                    name = FILE.search(text)
                    file = self.folder / (name[1] if name else "example.yaml")
                    file.write_text(content, encoding="utf-8")
                    code, _, err = self.call("check", file.name)
                    self.assertEqual((code, err), (0, ""))
                    found += 1
        self.assertGreater(found, 12)


if __name__ == "__main__":
    unittest.main()
