#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bench pool --waves: a conflict in the wave, the events before it, bad options."""

import re
import unittest

from cli import CliTest
from waves import NEEDS_FST2VCD, changes

LATER = ("--wave-window", "1500ns:")  # so that there is a microsecond before the first conflict
CONFLICT = ("--waves", "storm.fst", "--wave-on", "message=BIConflict", *LATER)
STORM = ("bench", "pool", "storm", "--time", "4 us", "--heads", "8", "--point", "lines4")

# (options, the one line that refuses them).
BAD = (
    (("--waves", "x.fst", "--wave-scope", "haed3"),
     '--wave-scope: nothing is called "haed3"; did you mean "bench.head3"?'),
    (("--waves", "x.fst", "--wave-scope", "machine.socket3"),
     '--wave-scope: nothing is called "machine.socket3"; there are bench.device, '
     'bench.head0, bench.head1, bench.head2, bench.head3, bench.head4, bench.head5, '
     'bench.head6 and 11 more'),
    (("--waves", "x.fst", "--wave-window", "5us:4us"),
     '--wave-window: ends before it begins: "5us:4us"'),
    (("--waves", "x.fst", "--wave-on", "message=BIConflit"),
     '--wave-on: no message "BIConflit"; did you mean "BIConflict"?'),
    (("--waves", "x.fst", "--wave-line", "0x40"),
     "line address: node 0 (bits 40 to 45) is not the device, which is node 8"),
    (("--wave-on", "coherence_error"), "--wave-on: needs --waves FILE.fst or --trace-events FILE.json.gz"),
)


class PoolWaves(CliTest):
    def storm_of_one_point(self, name, *options):
        return self.good(*STORM, "-o", name, *options)

    @NEEDS_FST2VCD
    def test_a_wave_holds_the_first_conflict_with_a_microsecond_before_it(self):
        out = self.storm_of_one_point("watched", *CONFLICT)
        self.storm_of_one_point("plain")
        for name in ("stats.json", "bench.json"):
            self.assertEqual((self.folder / "plain" / name).read_bytes(),
                             (self.folder / "watched" / name).read_bytes(), name)
        self.assertRegex(out, r"Waves: \d+ hops .* trigger at .*\n.*\n\nThese are the waves of lines4")
        file = self.folder / "storm.fst"
        self.assertLess(file.stat().st_size, 20e6)
        waves = changes(file)

        def spans(pattern):
            """Yields (begin, end, text) of the values on the lanes whose name matches."""
            for name, series in waves.items():
                if re.fullmatch(pattern, name):
                    for (begin, text), (end, _) in zip(series, series[1:]):
                        if text:
                            yield begin, end, text

        trigger = next(time for time, text in waves["wave.trigger"] if text)
        arrived = [text for begin, _, text in spans(r"bench\.device\.handles\.\w+\d")
                   if begin == trigger and "BIConflict" in text]
        self.assertEqual(len(arrived), 1)
        transaction = arrived[0].split("\\")[0]
        link = [text for _, _, text in spans(r"bench\.head\d+\.rwd\.data\d+") if "BIConflict" in text]
        self.assertIn(transaction, [text.split("\\")[0] for text in link])
        ends = [end for _, end, _ in spans(r"bench\.head\d+\.\w+\.\w+\d")]
        self.assertLessEqual(min(ends), trigger - 900_000)
        self.assertGreaterEqual(min(ends), trigger - 1_000_000)
        lanes = {name.rsplit(".", 1)[0] for name in waves}
        for lane in ("bench.head3.req", "bench.head3.bi_snp", "bench.head3.drs", "bench.device.sends"):
            self.assertIn(lane, lanes)
        self.assertIn("bench.device.snoop_filter_occupancy", waves)
        self.assertTrue(any(re.match(r"bench\.host3\.", name) for name in waves))

    def test_a_trigger_that_is_not_met_leaves_no_file(self):
        out = self.storm_of_one_point("quiet", "--waves", "n.fst", "--wave-on", "latency>1s")
        self.assertIn("the trigger was never met", out)
        self.assertFalse((self.folder / "n.fst").exists())

    def test_waves_in_which_nothing_changes_leave_no_file(self):
        for old in ("n.fst", "n.gtkw"):
            (self.folder / old).write_text("from an earlier run", encoding="utf-8")
        out = self.storm_of_one_point("quiet", "--waves", "n.fst", "--wave-window", "1s:2s")
        self.assertEqual(out.splitlines()[0], "Waves: nothing changed from 1 s to 2 s; no file is "
                                              "written, and the earlier n.fst is removed")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["quiet"])

    def test_bad_options_are_one_line_each_before_anything_runs(self):
        for words, said in BAD:
            with self.subTest(words=words):
                self.assertEqual(self.call(*STORM, *words), (2, "", said + "\n"))
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
