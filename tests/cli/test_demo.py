#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The demo: its two tables, the machines it compares with, and its first paragraph."""

import unittest

from cli import needs_engine
from comparisons import ComparisonTest

WORKLOAD = "bfs:scale=9,trials=2,warmup=1"


@needs_engine
class Demo(ComparisonTest):
    def demo(self):
        """Returns the demo's output, its first paragraph as one line, its machine names and its comparison."""
        out = self.good("demo", "--workload", WORKLOAD, "--no-report", "-o", "demo")
        paragraph = " ".join(out.split("\n\n")[0].split())
        compared = self.comparison("demo")
        return out, paragraph, compared["machines"], compared

    def baseline(self, text):
        """Replaces the demo's baseline."""
        (self.platforms() / "machines" / "baseline16.yaml").write_text(
            "kind: machine\nsummary: another baseline\nextends: baseline16_first_touch\n"
            f"{text}\nsource: assumed\n", encoding="utf-8")

    def test_pages_that_stay_need_no_second_baseline(self):
        self.baseline("placement: {policy: perfect_knowledge, page_limit: 0}")
        out, paragraph, machines, compared = self.demo()
        self.assertEqual(machines, ["baseline16", "starnuma16_t16", "published16",
                                    "published16_t16"])
        self.assertIn("2 searches, after 1 that are not measured", paragraph)
        self.assertIn("perfect_knowledge, at most 0 pages a phase", out)
        self.assertEqual([gain["over"] for gain in compared["speedups"]],
                         ["baseline16"] * 2 + ["published16"] * 2)
        self.assertEqual(self.with_published_values("demo"), ["published16", "published16_t16"])
        heads = [line.split() for line in out.splitlines() if line.startswith(" " * 20)]
        self.assertEqual(heads, [["baseline16", "starnuma16_t16"],
                                 ["published16", "published", "published16_t16", "published"]])
        self.assertIn("(published: 1.77)", paragraph)
        page = (self.folder / "demo" / "report.html").read_text(encoding="utf-8")
        self.assertIn(paragraph, page)
        self.assertIn("speed-up over baseline16<", page)
        self.assertIn("speed-up over published16<", page)
        # The speed-up is that of a comparison with first touch.
        self.good("compare", "baseline16_first_touch", "starnuma16_t16", WORKLOAD,
                  "--no-report", "-o", "two")
        self.assertEqual(self.comparison("two")["speedup"], compared["speedup"])

    def test_a_baseline_slower_than_first_touch_is_named_and_not_compared_with(self):
        self.baseline("placement: {policy: perfect_knowledge, page_limit: 4096}\n"
                      "upi: {bandwidth: 100 MB/s}")
        _, paragraph, machines, compared = self.demo()
        self.assertEqual(machines[:2], ["baseline16", "baseline16_first_touch"])
        self.assertRegex(paragraph, r" baseline16 \(perfect_knowledge, at most 4096 pages a "
                                    r"phase at full scale\) is slower than first touch: it takes "
                                    r"\d+\.\d\d times as long as baseline16_first_touch\.")
        self.assertEqual(compared["speedups"][2]["over"], "baseline16_first_touch")

    def test_a_faster_baseline_is_compared_with(self):
        self.baseline("placement: {policy: perfect_knowledge, page_limit: 4096}\n"
                      "upi: {bandwidth: 30 GB/s}\n"
                      "numalink: {bandwidth: 30 GB/s}\n"
                      "socket: {core: {branch_prediction: perfect}}")
        _, paragraph, _, compared = self.demo()
        self.assertNotIn(" baseline16 (", paragraph)
        self.assertEqual(compared["speedups"][2]["over"], "baseline16")


class Quick(ComparisonTest):
    def test_a_quick_demo_needs_no_engine_and_is_named_as_such(self):
        build = self.platforms(engine=False).parent / "build"
        out = self.good("demo", "--quick", "--workload", WORKLOAD, "-o", "demo")
        self.assertTrue(out.startswith("Quick comparison on a small graph"), out)
        self.assertIn("speed-up of", out)
        self.assertIn("Quick comparison on a small graph",
                      (self.folder / "demo" / "report.html").read_text(encoding="utf-8"))
        self.assertEqual(list(build.glob("engine*")), [])


if __name__ == "__main__":
    unittest.main()
