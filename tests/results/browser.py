#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium: its errors, and pictures of it.

browser.py PAGE.html PICTURE.png [--width 1400] [--dark] [--print] [--only ELEMENT...]
"""

import argparse
import base64
import contextlib
import json
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
MARGIN = 10  # around a part of a page
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars")

# Boxes of the visible text: lines of SVG text and contents of table cells. Boxes in a scrolling area count up
# to its visible edge.
OVERLAPS = """
const boxes = [];
const add = (node, rect) => {
  if (rect.width > 0 && rect.height > 0) boxes.push({ text: node.textContent.trim(), rect });
};
for (const node of document.querySelectorAll("svg text")) add(node, node.getBoundingClientRect());
const range = document.createRange();
for (const node of document.querySelectorAll("th, td, h1, h2, h3, p, li, figcaption, caption")) {
  if (!node.checkVisibility() || !node.textContent.trim()) continue;
  range.selectNodeContents(node);
  add(node, range.getBoundingClientRect());
}
boxes.sort((a, b) => a.rect.top - b.rect.top);
const found = [];
for (let i = 0; i < boxes.length; ++i) {
  for (let j = i + 1; j < boxes.length; ++j) {
    const [a, b] = [boxes[i].rect, boxes[j].rect];
    if (b.top >= a.bottom) break;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 2) found.push(`"${boxes[i].text}" and "${boxes[j].text}"`);
  }
}
return found;
"""


class Unavailable(Exception):
    """Chromium cannot start here; the message gives the reason."""


class Browser:
    """One Chromium; `open` loads a page at a width and with a colour scheme."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, page, width=1400, scheme="light", medium="screen"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": medium, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get_log("performance"), self.driver.get_log("browser")
        self.driver.get(Path(page).resolve().as_uri())

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Returns the requested addresses except the page itself."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        asked = [message["params"]["request"]["url"] for message in messages
                 if message["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if url != self.driver.current_url.partition("#")[0]]

    def overlaps(self):
        return self.script(OVERLAPS)

    def sideways(self):
        """Returns the excess of the page's width over the window's."""
        return self.script("return document.documentElement.scrollWidth - innerWidth")

    def picture(self, file, only=()):
        """Writes the page as PNG, or the part from the first to the last of these elements."""
        box = self.script("""
const parts = arguments[0].map((name) => document.querySelector(name).getBoundingClientRect());
if (parts.length === 0) parts.push(document.documentElement.getBoundingClientRect());
const edge = (side, of) => of(...parts.map((part) => part[side]));
return { x: edge("left", Math.min), y: edge("top", Math.min) + scrollY, scale: 1,
  width: edge("right", Math.max) - edge("left", Math.min),
  height: edge("bottom", Math.max) - edge("top", Math.min) };""", list(only))
        if only:
            box = {**box, "x": box["x"] - MARGIN, "y": box["y"] - MARGIN,
                   "width": box["width"] + 2 * MARGIN, "height": box["height"] + 2 * MARGIN}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "clip": box, "captureBeyondViewport": True})
        Path(file).write_bytes(base64.b64decode(shot["data"]))


@contextlib.contextmanager
def chromium():
    """Returns a Browser; raises Unavailable if none starts."""
    try:
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException
    except ImportError as error:
        raise Unavailable(f"{error}; install python3-selenium and chromium-driver") from error
    with tempfile.TemporaryDirectory(prefix="starnuma-chromium-") as profile:
        options = webdriver.ChromeOptions()
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        try:
            service = webdriver.chrome.service.Service("/usr/bin/chromedriver")
            driver = webdriver.Chrome(service=service, options=options)
        except WebDriverException as error:
            raise Unavailable(str(error).strip().splitlines()[0]) from error
        try:
            yield Browser(driver)
        finally:
            driver.quit()


def run_tests(case):
    """Runs the tests of the main module with a Browser as `case.browser`, and exits; skips them without one."""
    try:
        with chromium() as case.browser:
            result = unittest.main(exit=False).result
    except Unavailable as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--width", type=int, default=1400)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--print", action="store_true", dest="paper")
    parser.add_argument("--only", nargs="+", default=[], metavar="ELEMENT",
                        help="from the first to the last of these, as CSS names them")
    options = parser.parse_args()
    with chromium() as browser:
        browser.open(options.page, options.width, "dark" if options.dark else "light",
                     "print" if options.paper else "screen")
        for problem in browser.complaints() + browser.overlaps():
            print(problem)
        browser.picture(options.picture, options.only)


if __name__ == "__main__":
    main()
