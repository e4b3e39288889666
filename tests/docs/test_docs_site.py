#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The documentation site, built and opened from file:// in headless Chromium."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import yaml
from browser import Unavailable, chromium
from starnuma.files import BadInput
from starnuma.packages import PackageEnvironment

ROOT = Path(os.environ["STARNUMA_HOME"])
SITE = ROOT / "docs" / "site"
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
# Words to search for -> a page that the results must include.
SEARCHES = {"dynamic capacity": "guide/dynamic-capacity.html",
            "QEMU plugin": "components/capture.html",
            "snoop_filter_size": "decisions/0033-snoop-filter-size.html",
            "first machine yaml": "tutorials/first-machine.html"}
TOP = ["Start", "Architect", "RTL engineer", "Waveform debugging", "Workloads and traces",
       "Other systems", "Reference", "Internals", "Contributing"]
FIND = """
const done = arguments[arguments.length - 1], query = arguments[0], began = Date.now();
const input = document.querySelector(".md-search__input");
if (!document.querySelector("#__search").checked) document.querySelector("#__search").click();
input.focus(); input.value = query; input.dispatchEvent(new Event("input", {bubbles: true}));
input.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
(function look() {
  const links = [...document.querySelectorAll("a.md-search-result__link")].map((link) => link.href);
  if (links.length || Date.now() - began > 30000) done(links); else setTimeout(look, 50);
})();
"""


def build(output, home=ROOT):
    """Returns the exit code and the output."""
    done = subprocess.run([sys.executable, "-B", home / "docs" / "site" / "build.py", "--output", output],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def leave_out(reason):
    print(("cannot be left out in CI: " if os.environ.get("CI") else "skipped: ") + reason)
    sys.exit(1 if os.environ.get("CI") else SKIPPED)


class Site(unittest.TestCase):
    browser = None  # set by main

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.site = cls.folder / "site"
        began = time.monotonic()
        code, said = build(cls.site)
        print(f"built in {time.monotonic() - began:.0f} s")
        assert code == 0, said

    def planted(self, change):
        """Returns the output of a build of a changed copy of the documentation, which must fail."""
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(ROOT, tree, symlinks=True, ignore=lambda folder, names: {
            name for name in names if Path(folder) == ROOT and name in (".git", "build", "results")
            or name == "__pycache__"})
        (tree / "build").mkdir()
        for packages in (ROOT / "build").glob("docs-*[!k]"):
            (tree / "build" / packages.name).symlink_to(packages)
        change(tree / "docs")
        code, said = build(self.folder / "planted", tree)
        self.assertEqual(code, 1, said)
        self.assertFalse((self.folder / "planted").exists())
        return said

    def test_pages_complain_of_nothing_and_ask_for_nothing_outside(self):
        for page in ("index", "guide/run-and-read", "architecture", "generated/parameters",
                     "decisions/index"):
            for width in (1300, 390):
                self.browser.open(self.site / f"{page}.html", width)
                self.assertEqual(self.browser.complaints(), [], page)
                outside = [url for url in self.browser.requests()
                           if not url.startswith(("file:", "data:", "about:", "blob:"))]
                self.assertEqual(outside, [], page)
                self.assertLessEqual(self.browser.sideways(), 0, (page, width))

    def test_the_search_returns_the_page_without_a_server(self):
        self.browser.open(self.site / "index.html")
        self.browser.driver.set_script_timeout(60)
        for query, page in SEARCHES.items():
            self.browser.open(self.site / "index.html")
            found = self.browser.driver.execute_async_script(FIND, query)
            self.assertTrue(any(page in link for link in found), (query, found))
            self.assertEqual(self.browser.complaints(), [], query)

    def test_the_navigation_is_by_reader_and_has_every_page(self):
        text = re.sub(r"!!python\S+", "", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
        navigation = yaml.safe_load(text)["nav"]
        self.assertEqual([name for entry in navigation for name in entry], ["Home", *TOP])
        named = {page for entry in navigation[1:] for pages in entry.values()
                 for one in pages for page in one.values()}
        pages = {path.relative_to(ROOT / "docs").as_posix()
                 for path in (ROOT / "docs").rglob("*.md")}
        records = {page for page in pages if re.match(r"decisions/\d", page)}
        self.assertEqual(pages - records - named, {"README.md"})

    def test_each_guide_is_at_most_two_links_from_the_first_page(self):
        reached = {"index.html"}
        for _ in range(2):
            for page in list(reached):
                text = (self.site / page).read_text(encoding="utf-8")
                for link in re.findall(r'href="([^"#:]+\.html)', text):
                    reached.add(os.path.normpath(os.path.join(os.path.dirname(page), link)))
        guides = {f"guide/{path.stem}.html" for path in (ROOT / "docs" / "guide").glob("*.md")}
        self.assertEqual(guides - reached, set())

    def test_dead_links_and_pages_outside_the_navigation_fail_the_build(self):
        page = "glossary.md"

        def add(text):
            return lambda docs: (docs / page).write_text(text, encoding="utf-8")
        self.assertIn("nowhere.md", self.planted(add("# G\n\n[x](nowhere.md)\n")))
        self.assertIn("no-such-heading", self.planted(
            add("# G\n\n[x](architecture.md#no-such-heading)\n")))
        self.assertIn("lost.md", self.planted(
            lambda docs: (docs / "guide" / "lost.md").write_text("# Lost\n", encoding="utf-8")))

    def test_a_folder_that_is_no_site_is_not_replaced(self):
        notes = self.folder / "notes"
        notes.mkdir()
        (notes / "mine.txt").write_text("mine", encoding="utf-8")
        for place, reason in ((notes, "not of a documentation site"),
                              (notes / "mine.txt", "is a file")):
            code, said = build(place)
            self.assertEqual((code, said.count("\n")), (2, 1), said)
            self.assertIn(reason, said)
        self.assertEqual((notes / "mine.txt").read_text(encoding="utf-8"), "mine")

    def test_a_second_build_replaces_the_site_with_the_same_bytes(self):
        before = {path: path.read_bytes() for path in self.site.rglob("*") if path.is_file()}
        self.assertEqual(build(self.site)[0], 0)
        after = {path: path.read_bytes() for path in self.site.rglob("*") if path.is_file()}
        self.assertEqual({path.name for path in before if before[path] != after.get(path)}, set())


if __name__ == "__main__":
    try:
        PackageEnvironment("docs", "MkDocs", SITE / "requirements.txt").python()
        with chromium() as Site.browser:
            result = unittest.main(exit=False).result
    except (BadInput, Unavailable) as error:
        leave_out(str(error))
    sys.exit(not result.wasSuccessful())
