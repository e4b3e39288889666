#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile plans, boxes and result folders, drawn with a fixed seed: each is either accepted or refused
with one line per mistake, soon, and nothing is written. Code of the package is called in this process."""

import copy
import json
import random
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))

import boxes  # noqa: E402
from starnuma.advise.model import job_of  # noqa: E402
from starnuma.campaign.plan import read_plan  # noqa: E402
from starnuma.files import BadInput, printable  # noqa: E402
from starnuma.fit.box import load as load_box  # noqa: E402
from starnuma.fit.machine import first_guess, text_of  # noqa: E402
from starnuma.run import load_run  # noqa: E402

PLATFORMS = ROOT / "platforms"
SEED, OF_EACH, MOST_SECONDS = 50, 120, 2
ODD = [None, True, 0, -1, 5, 10**9, 10**30, 1.5, -0.0, "", " ", "x", "nan", "inf", "1e308", "0 ns", "-5 ns", "nan ns",
       "9" * 400, "x" * 5000, "a\nb", "\x1b[2J", "\u202e", [], {}, [[]], [1, 1], {"a": 1}, ["x"] * 300, "/dev/zero",
       "../..", "~", "*a", "&a 1", "!!int 3", "010", "1 GB/s", "socket0"]
TEXTS = ["", "#", "---\n---\n", "[", "{", "a: b: c", "\ta: 1", "a: \x00", "\ufeff", "%YAML 3.0\n---\na: 1", "- " * 200,
         "[" * 70 + "]" * 70, "a: &a [*a]", "a: 1\na: 2", "? [a]\n: 1", "a: !!python/name:os.system", "kind: plan\n" * 2,
         "x: |\n" + " y\n" * 3000, "k: " + "v" * 2_000_000, "- x\n" * 70_000]
PLAN = {"kind": "plan", "summary": "s", "machines": ["starnuma16", {"name": "b", "machine": "baseline16",
        "set": {"upi.bandwidth": "3 GB/s"}}], "workloads": ["kv:scale=10"], "policies": ["first_touch"],
        "settings": [{"name": "slow", "upi.bandwidth": "3 GB/s"}], "seeds": 2, "baseline": {"machine": "b"},
        "columns": ["speedup", "run.ipc"], "figures": [{"value": "speedup", "rows": "machine"}],
        "sizes": {"ci": {"seeds": 1}}, "differences": {"within": 5}, "sampling": {"shares": [10], "warm_up": 5}}
STATS = [{"path": path, "value": value, "unit": "ns", "description": "d"} for path, value in {
    "run.time_ns": 100, "run.amat_ns": 200, "run.latency.dram_queue_ns": 10,
    "machine.pool.memory0.utilisation": 0.5}.items()]


def places(value, path=()):
    """All paths into a tree of mappings and lists."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        if isinstance(each, (dict, list)):
            yield from places(each, (*path, key))


def mutant(tree, draw):
    """A copy with one value replaced, removed, doubled or with a key misspelt."""
    tree = copy.deepcopy(tree)
    path = draw.choice(list(places(tree)))
    at = tree
    for key in path[:-1]:
        at = at[key]
    kind = draw.choice(["replace", "replace", "replace", "remove", "misspell", "double"])
    if kind == "remove":
        del at[path[-1]]
    elif kind == "misspell" and isinstance(at, dict):
        at[path[-1][1:] + "z"] = at.pop(path[-1])
    elif kind == "double" and isinstance(at, list):
        at.append(copy.deepcopy(at[path[-1]]))
    else:
        at[path[-1]] = draw.choice(ODD)
    return tree


class HostileInputs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.refused = 0

    def hold(self, text, read):
        """read() accepts the input or raises BadInput with printable lines, and writes nothing."""
        before = sorted(self.folder.rglob("*"))
        start = time.process_time()
        try:
            read()
        except BadInput as error:
            self.refused += 1
            lines = str(error).split("\n")
            self.assertEqual(lines, [printable(line) for line in lines], text[:500])
            self.assertTrue(all(line.strip() and len(line) < 1000 for line in lines), lines)
            self.assertEqual(error.code, 2)
        self.assertLess(time.process_time() - start, 5 * MOST_SECONDS, text[:500])
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def each(self, name, tree, read, least=OF_EACH // 2):
        """Reads mutants of a good file and texts of other kinds; at least `least` of them are refused."""
        draw, file = random.Random(SEED), self.folder / name
        texts = [json.dumps(mutant(tree, draw)) for _ in range(OF_EACH)] + TEXTS
        for i, text in enumerate(texts):
            with self.subTest(seed=SEED, input=i, text=text[:300]):
                file.write_text(text, encoding="utf-8")
                self.hold(text, lambda: read(file))
        self.assertGreaterEqual(self.refused, least)

    def test_plans(self):
        self.each("plan.yaml", PLAN, lambda file: read_plan(file, PLATFORMS))

    def test_boxes(self):
        self.each("box.yaml", boxes.TWO_SOCKETS_AND_EXPANDER,
                  lambda file: text_of(first_guess(load_box(file, PLATFORMS)), []))

    def test_result_folders(self):
        (self.folder / "effective.yaml").write_text("workload: kv\nmachine: {name: m}\n", encoding="utf-8")
        self.each("stats.json", STATS, lambda file: job_of(load_run(self.folder)))

    def test_settings_of_result_folders(self):
        (self.folder / "stats.json").write_text(json.dumps(STATS), encoding="utf-8")
        good = {"seed": 1, "workload": "kv", "machine": {"name": "m", "socket": {"count": 16}}}
        self.each("effective.yaml", good, lambda file: job_of(load_run(self.folder)), least=10)


if __name__ == "__main__":
    unittest.main()
