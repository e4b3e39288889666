#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reports in headless Chromium: no overlap, no error, no external request."""

import itertools
import unittest

import report_pages
import sample
from browser import run_tests
from starnuma.report.palette import COLOURS, DARK, GLYPHS, LIGHT, MARKERS, ROLES

WIDTHS, SCHEMES = (1400, 390), ("light", "dark")
PAPER = 718  # A4 between its margins, in CSS pixels


# Distance of each table's last column from the visible area, scrolled to its end.
LAST_COLUMNS = """
return [...document.querySelectorAll("table")].filter((table) => table.checkVisibility()).map(
  (table) => {
    const box = table.closest(".scroll") || table.parentElement;
    const wide = box.scrollWidth > box.clientWidth;
    box.scrollLeft = box.scrollWidth;
    const edge = Math.min(box.getBoundingClientRect().right, innerWidth);
    const cells = [...table.querySelectorAll("tr > :last-child")];
    return { name: (table.caption || table).textContent.trim().slice(0, 40), wide,
      cut: Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)) - edge,
      marked: wide === box.parentElement.querySelector(".more").checkVisibility() };
  });
"""


class Palette(unittest.TestCase):
    def test_nine_colours_and_marks_are_apart_from_each_other_and_from_the_paper(self):
        self.assertEqual([len(set(each)) for each in (COLOURS, MARKERS, GLYPHS)], [9, 9, 9])
        for scheme in (LIGHT, DARK):
            for first, second in itertools.combinations([scheme[role] for role in ROLES], 2):
                self.assertGreater(apart(first, second), 20, (first, second))
            for role in ROLES:
                self.assertGreater(contrast(scheme[role], scheme["paper"]), 3, role)
            self.assertGreater(contrast(scheme["soft"], scheme["paper"]), 4.5)
            self.assertGreater(contrast(scheme["on"], scheme["c1"]), 4.5)


def linear(colour):
    """Returns the linear red, green and blue of #rrggbb."""
    shares = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]


def contrast(first, second):
    """Returns the contrast according to WCAG, from 1 to 21."""
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (first, second)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def apart(first, second):
    """Returns the distance in CIELAB; 2 is just visible."""
    def lab(colour):
        r, g, b = linear(colour)
        x, y, z = (cube(v) for v in ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
                                     0.2126 * r + 0.7152 * g + 0.0722 * b,
                                     (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089))
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    def cube(v):
        return v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
    return sum((a - b) ** 2 for a, b in zip(lab(first), lab(second))) ** 0.5


class Pages(report_pages.PagesTest):
    def each(self):
        """Opens every page at every width in every scheme and yields the combination."""
        for (name, page), width, scheme in itertools.product(self.pages.items(), WIDTHS, SCHEMES):
            self.browser.open(page, width, scheme)
            yield f"{name}_{width}_{scheme}"

    def test_no_text_overlaps_at_any_width_in_any_scheme(self):
        for name in self.each():
            self.assertEqual(self.browser.overlaps(), [], name)
            self.assertLessEqual(self.browser.sideways(), 0, name)
            picture = self.folder / f"{name}.png"
            self.browser.picture(picture)
            self.assertGreater(picture.stat().st_size, 20_000)

    def test_no_column_of_a_wide_table_is_cut(self):
        scrolled = 0
        for name in self.each():
            for table in self.browser.script(LAST_COLUMNS):
                scrolled += table["wide"]
                self.assertLessEqual(table["cut"], 1, (name, table))
                self.assertTrue(table["marked"], (name, table))
                self.assertFalse(table["wide"] and "_1400_" in name, (name, table))
        self.assertGreater(scrolled, 10)

    def test_the_first_column_stays_in_sight(self):
        self.browser.open(self.pages["machines"], 390)
        moved = self.browser.script("""
return [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth).map((box) => {
  box.scrollLeft = box.scrollWidth;
  const left = box.getBoundingClientRect().left;
  return [...box.querySelectorAll("tr > :first-child")].map((cell) => cell.getBoundingClientRect().left - left);
});""")
        self.assertGreater(len(moved), 2)
        for lefts in moved:
            self.assertLess(max(map(abs, lefts)), 1)

    def test_nothing_complains_and_nothing_is_asked_for(self):
        for name in self.each():
            self.assertEqual(self.browser.complaints(), [], name)
            self.assertEqual(self.browser.requests(), [], name)

    def test_no_text_is_left_in_a_language_of_formulas(self):
        for name, page in self.pages.items():
            self.assertNotIn("\\math", page.read_text(), name)

    def test_the_checks_would_notice(self):
        bad = self.folder / "bad.html"
        bad.write_text("<!DOCTYPE html><svg viewBox='0 0 99 9'><text y='9'>one</text><text x='2' "
                       "y='9'>two</text></svg><div style='width:3000px'>wide</div>"
                       "<script src='http://127.0.0.1:9/x.js'></script><script>throw 1</script>")
        self.browser.open(bad)
        self.assertEqual(self.browser.overlaps(), ['"one" and "two"'])
        self.assertGreater(self.browser.sideways(), 0)
        self.assertIn("http://127.0.0.1:9/x.js", self.browser.requests())
        self.assertGreater(len(self.browser.complaints()), 1)

    def test_markup_in_a_machine_name_runs_no_script(self):
        self.browser.open(self.pages["run"])
        title = self.browser.script("return document.title")
        self.assertIn(sample.MARKUP, title)

    def test_dark_and_light_differ(self):
        colour = "return getComputedStyle(document.body).backgroundColor"
        found = []
        for scheme in SCHEMES:
            self.browser.open(self.pages["run"], scheme=scheme)
            found.append(self.browser.script(colour))
        self.assertEqual(len(set(found)), 2)

    def test_on_paper_everything_has_room_and_is_dark_on_light(self):
        for name, page in self.pages.items():
            self.browser.open(page, PAPER, "dark", medium="print")
            self.assertEqual(self.browser.overlaps(), [], name)
            self.assertLessEqual(self.browser.sideways(), 0, name)
            ink = self.browser.script("return getComputedStyle(document.body).color")
            self.assertLess(int(ink[4:].split(",")[0]), 80)

    def test_text_on_a_phone_is_large_enough_to_read(self):
        self.browser.open(self.pages["run"], 390)
        sizes = self.browser.script("""
return [...document.querySelectorAll(".panels:not(.wide) svg text")].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a);""")
        self.assertGreater(len(sizes), 50)
        self.assertGreater(min(sizes), 8.5)

    def test_the_search_box_finds_statistics(self):
        self.browser.open(self.pages["run"])
        count = self.browser.script("""
const input = document.querySelector(".search input");
input.value = "Socket3 channel0"; input.dispatchEvent(new Event("input"));
return [document.querySelector(".search output").textContent,
  [...document.querySelectorAll("#all-statistics tbody tr")].filter((row) =>
    row.checkVisibility()).map((row) => row.querySelector("code").textContent)];""")
        self.assertRegex(count[0], r"^1 of \d+ statistics$")
        self.assertEqual(count[1], ["machine.socket3.memory.channel0.utilisation"])


if __name__ == "__main__":
    run_tests(Pages)
