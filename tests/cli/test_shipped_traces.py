#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped traces: captures of real programs, by name."""

import os
import unittest
from pathlib import Path

from cli import CliTest, stats

EXAMPLES = Path(os.environ["STARNUMA_HOME"]) / "stimulus/trace/example"
SCENARIO = """kind: scenario
machine: starnuma16
programs:
  - {name: one, workload: "trace:bfs10", cores: socket0-7}
  - {name: two, workload: "trace:bfs10,first_touch=spread", cores: socket8-15}
"""


class Shipped(CliTest):
    def captured(self, name, first_touch):
        """Returns the results of a captured program of the publication."""
        trace = EXAMPLES / f"{name}.snt"
        self.good("trace", "check", str(trace))
        self.assertLess(sum(path.stat().st_size for path in trace.iterdir()), 3_000_000)
        self.assertNotIn("/home", (trace / "trace.json").read_text(encoding="utf-8"))
        return stats(self.run_to(name, "baseline16_first_touch",
                                 f"trace:{name},first_touch={first_touch}"))

    def test_alignments_are_local_and_searches_of_an_index_are_not(self):
        poa = self.captured("poa", "literal")
        self.assertGreater(poa["run.access_mix.local"], 0.95)
        self.assertGreater(poa["run.sharing.misses.1"], 0.95)
        fmi = self.captured("fmi", "spread")
        self.assertLess(fmi["run.access_mix.local"], 0.1)
        self.assertLess(fmi["run.sharing.misses.8"], 0.7)
        self.assertLess(fmi["run.llc_mpki"], poa["run.llc_mpki"])

    def test_a_shipped_trace_goes_by_its_name_wherever_a_folder_does(self):
        self.assertRegex(self.good("list", "workloads"),
                         r"\n  trace:fmi +bwa mem -t 64 .*, 66 threads, \d+\.\d M instructions\n")
        self.good("trace", "check", "bfs10")
        self.assertEqual(self.good("trace", "info", "bfs10"),
                         self.good("trace", "info", str(EXAMPLES / "bfs10.snt")))
        self.good("trace", "convert", "bfs10", "--filter", "1KiB", "-o", "small.snt")
        whole = self.run_to("whole", "starnuma16", f"trace:{EXAMPLES / 'bfs10.snt'}")
        (self.folder / "bfs10").mkdir()  # not a trace, must be ignored
        named = self.run_to("named", "starnuma16", "trace:bfs10")
        self.assertEqual((named / "stats.json").read_bytes(), (whole / "stats.json").read_bytes())
        self.assertIn('workload: "trace:bfs10,first_touch=literal',
                      (named / "effective.yaml").read_text(encoding="utf-8"))
        again = self.run_to("again", "named/effective.yaml")
        self.assertEqual((again / "stats.json").read_bytes(), (whole / "stats.json").read_bytes())
        (self.folder / "s.yaml").write_text(SCENARIO, encoding="utf-8")
        self.assertIn("two.", " ".join(stats(self.run_to("two", "s.yaml"))))
        self.assertIn("bfs10: not a trace: it has no trace.json",
                      self.refused("run", "starnuma16", "trace:./bfs10")[0])

    def test_a_name_that_is_none_is_answered_with_the_nearest(self):
        said = 'trace "fmj": there is no such folder, and none of this name is shipped; ' \
               'did you mean "fmi"?'
        self.assertEqual(self.refused("run", "starnuma16", "trace:fmj,epoch=1"), [said])
        self.assertEqual(self.refused("trace", "info", "fmj"), [said])


if __name__ == "__main__":
    unittest.main()
