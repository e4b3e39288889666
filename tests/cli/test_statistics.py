#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The page of statistics is current; it covers all written statistics and all paths that code names."""

import importlib.util
import os
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

from cli import CliTest, entries

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/generated/statistics.md"
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ", re.M)
CLASSES = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
LINKS = ("upi", "numalink", "cxl", "memory_node", "fabric")
PLACES = {"*": r"\d*", "<class>": f"({'|'.join(CLASSES)})", "<links>": f"({'|'.join(LINKS)})",
          "<link>": r"\w+"}

# Files that look up statistics by name, and the form of names there: {...} and the end may be open.
LOOKUPS = [("platforms/app", "*.cpp"), ("platforms/results/starnuma", "*.py"),
           ("platforms/results/starnuma", "*.j2")]
NAME = re.compile(r"""["'](run|machine|workload)\.([a-z][\w.{}\[\]]*)["']""")
NO_STATISTICS = {
    "machine.name": "a key of effective.yaml",
}


def declared():
    """Returns {pattern: unit}."""
    return {pattern: unit.strip() for pattern, unit in ROW.findall(PAGE.read_text("utf-8"))}


def expression(pattern):
    """Returns the regular expression for the paths of a pattern."""
    parts = re.split(r"(\*|<\w+>)", pattern)
    return re.compile("".join(PLACES.get(part) or re.escape(part) for part in parts))


def undeclared(stats, patterns):
    """Returns the paths with another unit than declared, or without a declaration."""
    known = [(expression(pattern), unit) for pattern, unit in patterns.items()]
    return [stat["path"] for stat in stats
            if not any(unit == stat["unit"] and match.fullmatch(stat["path"])
                       for match, unit in known)]


def samples(patterns):
    """Returns a path for each pattern, to match names with open parts."""
    for pattern in patterns:
        for one in CLASSES if "<class>" in pattern else [""]:
            for kind in LINKS if "<links>" in pattern else [""]:
                for number in ("3", ""):
                    yield (pattern.replace("<class>", one).replace("<links>", kind)
                           .replace("<link>", "socket0_socket3").replace("*", number))


def names_in(text):
    for root, rest in NAME.findall(text):
        yield f"{root}.{rest}"


def unknown(names, paths, patterns=()):
    """Returns those of `names` that are neither a path nor the start of one, for any value of {...}."""
    wrong = []
    known = [expression(pattern) for pattern in patterns]
    for name in sorted(set(names) - set(NO_STATISTICS)):
        if any(match.fullmatch(name) for match in known):
            continue
        box = name.startswith("machine.")  # any number
        any_box = re.sub(r"(?<=[a-z])\d+(?=\.|$)", "3", name) if box else name
        open_parts = re.split(r"\{[^}]*\}", any_box.rstrip("."))
        match = re.compile(r"[\w.]*".join(map(re.escape, open_parts)) + r"(\..*)?")
        if not any(match.fullmatch(path) for path in paths):
            wrong.append(name)
    return wrong


def lookups_of_a_report(folder):
    """Returns the paths that the page about a run looks up, found or not."""
    sys.path.insert(0, str(ROOT / "platforms/results"))
    from starnuma.report.run_page import run_page
    from starnuma.result_folder import Run, load_run

    asked, value = [], Run.value
    with mock.patch.object(Run, "value",
                           lambda run, path: asked.append(path) or value(run, path)):
        run_page([load_run(folder)], [folder])
    return sorted(set(asked))


MEMORY_NODE = ("count=1", "first_socket=0", "linked_sockets=1", "link.part=upi",
               "home.part=socket_home", "memory.part=socket_memory")


class Statistics(CliTest):
    def test_the_page_is_fresh(self):
        self.assertEqual(PAGE.read_text(encoding="utf-8"), self.good("schema", "--statistics"),
                         "run: ./starnuma schema --statistics > docs/generated/statistics.md")

    def test_what_a_run_writes_is_declared_with_its_unit(self):
        patterns = declared()
        for machine, workload in (("starnuma16_t16", "bfs:scale=8"), ("baseline16", "gups:scale=8")):
            stats = entries(self.run_to(machine, machine, workload))
            self.assertEqual(undeclared(stats, patterns), [], machine)

    def test_what_goes_to_a_memory_node_is_not_booked_as_upi(self):
        sets = [word for key in MEMORY_NODE for word in ("--set", f"memory_node.{key}")]
        stats = entries(self.run_to("run", "baseline16", "pointer_chase:scale=8,home=memory0",
                                    *sets))
        self.assertEqual(undeclared(stats, declared()), [])
        value = {stat["path"]: stat["value"] for stat in stats}
        self.assertGreater(value["run.latency.memory_node_wire_ns"], 0)
        self.assertEqual(value["run.latency.upi_wire_ns"], 0)
        self.assertGreater(
            value["machine.memory_node.socket0_memory_node0.forward.messages"], 0)

    def test_a_path_or_a_unit_that_nobody_declares_is_noticed(self):
        stats = [{"path": path, "unit": unit} for path, unit in (
            ("run.amat_ns", "ns"), ("run.amat_ns", "1"), ("run.amat", "ns"),
            ("machine.socket1.core0.instructions", "1"), ("machine.socket1.core0.insns", "1"))]
        self.assertEqual(undeclared(stats, declared()),
                         ["run.amat_ns", "run.amat", "machine.socket1.core0.insns"])

    def test_every_path_that_somebody_looks_up_is_declared(self):
        paths, patterns = list(samples(declared())), declared()
        for folder, files in LOOKUPS:
            for file in sorted((ROOT / folder).rglob(files)):
                with self.subTest(file.relative_to(ROOT)):
                    names = list(names_in(file.read_text(encoding="utf-8")))
                    self.assertEqual(unknown(names, paths, patterns), [])

    @unittest.skipUnless(os.environ.get("CI") or importlib.util.find_spec("matplotlib"),
                         "python3-matplotlib is not installed")
    def test_every_path_that_a_report_asks_for_is_declared(self):
        known = [expression(pattern) for pattern in declared()]
        asked = lookups_of_a_report(self.run_to("run", "starnuma16_t16", "bfs:scale=8"))
        self.assertGreater(len(asked), 50)
        self.assertEqual([path for path in asked
                          if not any(match.fullmatch(path) for match in known)], [])

    def test_a_lookup_of_a_path_that_nobody_declares_is_noticed(self):
        paths = list(samples(declared()))
        planted = ['"run.amat_ns"', "'run.amat_n'", 'f"run.class.{name}.count"',
                   'f"run.class.{name}.cuont"', '"run.access_mix"', '"run.acess_mix"',
                   '"run.class."', '"run.clas."', '"run.access_mix.two_hops"']
        self.assertEqual(unknown(names_in("\n".join(planted)), paths),
                         ["run.access_mix.two_hops", "run.acess_mix", "run.amat_n", "run.clas.",
                          "run.class.{name}.cuont"])


if __name__ == "__main__":
    unittest.main()
