#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""characterize: the suite of the evaluation or workloads of the user, on any machine."""

import json
import os
import re
import unittest
from pathlib import Path
from unittest import mock

from cli import CliTest
from planned import need_engine
from starnuma.campaign import cache
from starnuma.campaign.results import estimate
from starnuma.evaluation.misses import apart_by
from starnuma.evaluation.reference import Reference, published_name

PLATFORMS = Path(os.environ["STARNUMA_HOME"]) / "platforms"


class Published(unittest.TestCase):
    def test_a_trace_is_known_by_its_folder(self):
        self.assertEqual(published_name("trace:/some/where/fmi.snt"), "FMI")
        self.assertEqual(published_name("trace:poa.snt,first_touch=spread"), "POA")
        self.assertEqual(published_name("trace:fmi"), "FMI")
        self.assertEqual(published_name("trace:bwa,first_touch=spread"), "FMI")
        self.assertEqual(published_name("kv:scale=12"), "MASST")
        self.assertIsNone(published_name("trace:mine.snt"))

    def test_programs_are_in_the_order_of_their_misses(self):
        self.assertEqual(Reference(PLATFORMS).by_misses(),
                         ["SSSP", "POA", "BFS", "CC", "MASST", "TPCC", "TC", "FMI"])


class Shipped(unittest.TestCase):
    def test_a_run_of_a_trace_that_is_captured_anew_is_another(self):
        named = cache.key_of('workload: "trace:fmi,epoch=1"\nmachine:\n', "program")
        with mock.patch.object(cache, "checksum", lambda path: str(path)):
            self.assertNotEqual(cache.key_of('workload: "trace:fmi,epoch=1"\nmachine:\n', "program"),
                                named)
        self.assertEqual(cache.summary_of("./fmi"), "./fmi/trace.json")


class Misses(unittest.TestCase):
    def apart(self, workload, *found):
        return apart_by("X", workload, [one and estimate([one]) for one in found], 10,
                        Reference(PLATFORMS))

    def test_terms_follow_each_other_until_the_rest_is_near(self):
        self.assertEqual(self.apart("tc", 30, 14), "X: 3.00 times the published, with L1s as written "
                         "1.40.")
        self.assertEqual(self.apart("cc", 34, 27), "X: 3.40 times the published, over the "
                         "instructions of the real program 2.70, with L1s as written 2.14.")
        self.assertEqual(self.apart("cc", 18, 2), "X: 1.80 times the published, over the "
                         "instructions of the real program 1.43.")
        self.assertEqual(self.apart("tc", 3, None), "X: 0.30 times the published.")


class Characterize(CliTest):
    def characterize(self, *words):
        code, out, err = self.call("characterize", *words)
        self.assertEqual(code, 0, err)
        page = (self.folder / "results/characterize/report.html").read_text(encoding="utf-8")
        self.assertNotRegex(page, r'(src|href)="(?!#)')
        return out, page

    def test_small_runs_stand_next_to_the_published_values_with_what_parts_them(self):
        out, page = self.characterize("bfs:scale=10", "tc:scale=10,sample=4", "--jobs", "2")
        self.assertRegex(out, r"\nTC( +[\d.]+ ± [\d.]+){3} +3\.2 +[\d.]+\n")
        self.assertRegex(out, r"TC: [\d.]+ times the published, with L1s as written [\d.]+\.")
        self.assertIn("published: SSSP > POA > BFS > CC > MASST > TPCC > TC > FMI.", out)
        self.assertRegex(out, r"\nBFS, published +17 +78 +93 +98 +2 +15 +32 +64\n")
        self.assertIn("BFS 8.1", out)
        ids = re.findall(r'<svg [^>]*aria-labelledby="(\S+)-title', page)
        self.assertEqual(len(ids), len(set(ids)), ids)
        self.assertLess({"mix", "sharing-0-pages", "sharing-1-misses", "working-set"}, set(ids))
        self.assertEqual(re.findall(r"compared with (Fig. \d+) of", page), ["Fig. 2", "Fig. 13"])
        values = json.loads((self.folder / "results/characterize/plan.json").read_text())["values"]
        self.assertEqual(list(values), ["mpki.BFS", "mpki.TC"])

    def test_other_machines_and_workloads_have_no_published_values(self):
        out, _ = self.characterize("gups:scale=8,updates=2000", "gups:scale=9,updates=2000",
                                   "--machine", "starnuma16")
        self.assertRegex(out, r"\ngups:scale=9,updates=2000( +[\d.]+ ± [\d.]+){2} +– +–\n")

    def test_the_suite_is_that_of_the_evaluation(self):
        out = self.good("characterize", "--dry-run")
        self.assertIn("48 of 48 runs to make", out)
        out = self.good("characterize", "tc", "fmi", "--dry-run", "--size", "demo")
        self.assertEqual(set(re.findall(r"run \S+ '?(\w+:\S+?)'? ", out)),
                         {"tc:scale=17,sample=1,first=900,chunk=5", "trace:fmi,first_touch=spread"})

    def test_the_captured_programs_stand_next_to_their_published_values(self):
        out, _ = self.characterize("fmi", "poa")
        self.assertRegex(out, r"\nPOA( +[\d.]+ ± [\d.]+){3} +33\.0 +[\d.]+\n")
        self.assertRegex(out, r"\nFMI( +[\d.]+ ± [\d.]+){3} +2\.6 +[\d.]+\n")
        self.assertRegex(out, r"FMI: 2\.\d+ times the published, with L1s as written 1\.[0-4]")
        self.assertNotIn("POA: ", out)

    def test_mistakes_are_named(self):
        for words, said in ((("bsf",), "characterize: bsf: unknown workload 'bsf'; did you mean "),
                            (("bfs", "--machine", "nosuch"), "characterize: --machine: unknown machine ")):
            refusal = self.refused("characterize", *words)
            self.assertEqual([line[:len(said)] for line in refusal], [said])
        self.assertIn("has no size large, expected ci or demo or paper-shape",
                      self.refused("characterize", "--size", "large")[0])


if __name__ == "__main__":
    need_engine()
    unittest.main()
