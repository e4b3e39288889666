#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Interactive parts of a report, by clicks in headless Chromium."""

import csv
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
from pathlib import Path

import report_pages
from browser import Unavailable, chromium

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
TEXTS = """return [...arguments[0].closest(".table").querySelectorAll("tr")].map((row) => [...row.cells].flatMap(
  (cell) => Array(cell.colSpan).fill(cell.innerText)));"""
PASTE = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)));"
CATCH = """window.saved = null;
URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "#"; };"""
SAVED = """const done = arguments[0];
const look = () => window.saved === null ? requestAnimationFrame(look) : done(window.saved); look();"""


def plain(text):
    """Returns the text of a cell as a CSV file has it: without footnote marks and thousands separators."""
    text = " ".join(text.split())
    return text.replace(",", "") if text.replace(",", "").replace(".", "").isdigit() else text


class Clicks(unittest.TestCase):
    browser = None  # set by main

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.pages = report_pages.write_all(cls.folder)

    def setUp(self):
        self.driver = self.browser.driver
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def click(self, element):
        self.browser.script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def visible(self, selector):
        return self.browser.script("return [...document.querySelectorAll(arguments[0])].filter("
                                   "(each) => each.checkVisibility({contentVisibilityAuto: true}))", selector)

    def test_copy_as_csv_gives_the_table(self):
        rows = 0
        for name, page in self.pages.items():
            self.browser.open(page)
            buttons = self.visible(".table .copy")
            self.assertTrue(buttons, name)
            for button in buttons[:6]:
                self.click(button)
                self.assertEqual(button.text, "Copied")
                copied = list(csv.reader(self.driver.execute_async_script(PASTE).splitlines()))
                shown = [[plain(cell) for cell in row] for row in self.browser.script(TEXTS, button)]
                self.assertEqual([len(row) for row in copied], [len(row) for row in shown])
                for copy, row in zip(copied, shown):
                    for cell, text in zip(copy, row):
                        self.assertTrue(text.endswith(cell) or text.startswith(cell), (name, cell, text))
                rows += len(copied)
        self.assertGreater(rows, 200)

    def test_save_as_svg_gives_a_drawing_that_stands_alone(self):
        for name in ("run", "plan", "size"):
            self.browser.open(self.pages[name])
            self.browser.script(CATCH)
            for button in self.visible(".save")[:4]:
                self.browser.script("window.saved = null")
                self.click(button)
                text = self.driver.execute_async_script(SAVED)
                self.assertTrue(ET.fromstring(text).tag.endswith("svg"))
                self.assertNotIn("var(--", text)
                self.assertTrue("#5c6875" in text or "#1f2933" in text)  # colours of text in a light theme

    def test_without_scripts_no_button_is_shown(self):
        for name, page in self.pages.items():
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count('class="tools" hidden'), text.count("<button"), name)


if __name__ == "__main__":
    try:
        with chromium() as Clicks.browser:
            result = unittest.main(exit=False).result
    except Unavailable as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
