#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Interactive parts of a report, by clicks in headless Chromium."""

import csv
import json
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import report_pages
from browser import run_tests
from starnuma.report import explanation

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


class Clicks(report_pages.PagesTest):
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

    def names(self, selector):
        """Returns the text of each element."""
        return self.browser.script("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)",
                                   selector)

    def ticks(self):
        """Returns the labels of the first time line's axis, in ns."""
        return [float(text.removesuffix(" ns").replace(",", "")) for text in self.names("#accesses0 .tick")]

    def button(self, name):
        self.click(self.driver.find_element("css selector", f"#accesses0 {name}"))

    def test_zooming_moving_and_all_change_the_range_of_the_time_line(self):
        self.browser.open(self.pages["run"])
        whole = self.ticks()
        self.assertEqual((whole[0], len(whole) > 2), (0, True))
        self.assertLessEqual(whole[-1], 200)  # the longest access of the sample
        self.button(".in")
        near = self.ticks()
        self.assertGreater(near[0], whole[0])
        self.assertLess(near[-1], whole[-1] + 1e-9)
        self.assertLess(near[-1] - near[0], 0.6 * 200)
        self.button(".right")
        self.assertGreater(self.ticks()[0], near[0])
        self.button(".all")
        self.assertEqual(self.ticks(), whole)
        self.button(".out")
        self.assertGreater(self.ticks()[-1] - self.ticks()[0], 200)
        self.button(".absolute")
        self.assertGreaterEqual(self.ticks()[0], 1234)  # the accesses of the sample begin at 1,234.567 ns

    def test_an_access_shows_its_parts_its_line_and_its_command(self):
        self.browser.open(self.pages["run"])
        parts = self.names("#accesses0 .access:first-of-type .part title")
        self.assertIn("#900, UPI queue: 170 ns, 85 % of 200 ns", parts)
        self.click(self.driver.find_element("css selector", "#accesses0 .access .name"))
        commands = self.names("#accesses0 .details .command")
        self.assertRegex(commands[0], r"^\./starnuma explain .* --worst 1$")
        self.assertRegex(commands[1], r"^\./starnuma explain .* --line 0x1f000$")
        self.assertIn("2 more of these to this line", self.names("#accesses0 .details .what")[0])
        self.assertEqual(len(self.names("#accesses0 .same-line")), 3)

    def test_a_hop_of_explain_shows_its_times_and_what_it_is(self):
        hops = [{"where": "machine.socket3.core1", "what": "load", "at_ps": 0, "took_ps": 400_000, "waited_ps": 100_000},
                {"where": "machine.upi.socket2_socket3.forward", "what": "GetS", "at_ps": 25_000, "took_ps": 125_000,
                 "waited_ps": 100_000}]
        with tempfile.TemporaryDirectory() as folder:
            file, page = Path(folder, "explain.json"), Path(folder, "page.html")
            file.write_text(json.dumps({"machine": "m", "workload": "w", "accesses": [{
                "transaction": 7, "core": "machine.socket3.core1", "line": "0x40", "place": "", "issued_ps": 1_000_000,
                "latency_ps": 400_000, "ledger_ps": {"upi_queue": 100_000}, "hops": hops, "show": "run"}]}),
                encoding="utf-8")
            explanation.main([str(file), "-o", str(page)])
            self.browser.open(page)
            line = self.driver.find_element("css selector", "#hops0")
            self.click(line.find_elements("css selector", ".access .name")[1])
            self.assertEqual(line.find_element("css selector", ".details").text,
                             "machine.upi.socket2_socket3.forward: GetS, 125.0 ns from 25.0 ns on, 100.0 ns of it waiting")
            self.assertEqual(self.names("#hops0 .access:last-of-type .part title"), [
                "upi.socket2_socket3.forward, waits: 100 ns, 80 % of 125 ns",
                "upi.socket2_socket3.forward, travels or is processed: 25 ns, 20 % of 125 ns"])
            for _ in range(4):
                self.click(line.find_element("css selector", ".in"))
            ticks = [float(text.removesuffix(" ns")) for text in self.names("#hops0 .tick")]
            self.assertGreater(ticks[0], 70)
            self.assertLess(ticks[-1], 105)  # the middle of the hop is at 87.5 ns

    def test_the_slider_colours_links_and_memories_by_interval(self):
        self.browser.open(self.pages["run"])
        look = """
const box = document.querySelector(".machine-time");
const input = box.querySelector("input");
input.focus();
return [box.querySelector("output").textContent,
  getComputedStyle(box.querySelector("[id*='-link-upi-'] path")).stroke,
  getComputedStyle(box.querySelector("[id$='-node-socket0'] path")).fill];"""
        first = self.browser.script(look)
        self.assertRegex(first[0], r"^0 to 0\.01 us: UPI 0 % busy")
        slider = self.driver.find_element("css selector", ".machine-time input")
        for _ in range(6):
            slider.send_keys("\ue014")  # arrow right
        last = self.browser.script(look)
        self.assertRegex(last[0], r"^0\.06 to 0\.07 us: UPI 85\.7 % busy")
        self.assertNotEqual(first[1], last[1])  # colour of a link
        self.assertNotEqual(first[2], last[2])  # colour of a memory

    def test_a_link_and_a_memory_say_their_traffic(self):
        self.browser.open(self.pages["run"])
        hover = """document.querySelector(arguments[0]).dispatchEvent(new MouseEvent("mouseenter"));
return document.querySelector(".machine-time .hover").textContent;"""
        self.assertRegex(self.browser.script(hover, ".machine-time [id*='-link-upi-socket0-socket1']"),
                         r"UPI, socket0 to socket1\. In this interval all UPI links: 0 GB/s over all, 0 % busy, the "
                         r"busiest 0 %\. This link in the whole window: [\d.]+ % busy")
        self.assertRegex(self.browser.script(hover, ".machine-time [id$='-node-socket0']"),
                         r"Memory of socket0 in this interval: 0 GB/s")

    def test_without_scripts_no_button_is_shown(self):
        for name, page in self.pages.items():
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count('class="tools" hidden'),
                             text.count('class="copy"') + text.count('class="save"'), name)
            self.assertEqual(text.count('class="accesses"'), text.count('class="accesses" id="accesses0" hidden')
                             + text.count('class="accesses" id="accesses1" hidden'), name)


if __name__ == "__main__":
    run_tests(Clicks)
