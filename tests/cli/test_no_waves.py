#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Messages of a program built with STARNUMA_WAVES=OFF about missing features."""

import unittest

from cli import CliTest


class NoWaves(CliTest):
    def test_a_program_without_waves_says_so(self):
        for words in (("run", "baseline16", "bfs:scale=8"), ("bench", "pool", "storm")):
            for option, file in (("--waves", "x.fst"), ("--trace-events", "x.json.gz")):
                code, out, err = self.call(*words, option, file)
                self.assertEqual((code, out), (2, ""))
                self.assertEqual(err, f"{option}: this program was built with STARNUMA_WAVES=OFF\n")
        self.run_to("plain", "baseline16", "bfs:scale=8")
        code, _, err = self.call("explain", "plain")
        self.assertEqual((code, err.count("\n")), (2, 1), err)
        self.assertIn("STARNUMA_WAVES", err)


if __name__ == "__main__":
    unittest.main()
