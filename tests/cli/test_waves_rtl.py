#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run --waves of a machine with tracking hardware in RTL: each message of the platform is one handshake of
the RTL, at the same time and with the same values.

The argument is the scale; 16 is that of the guide, and slow. Reads the file back with fst2vcd.
"""

import re
import sys
import unittest

from cli import CliTest
from waves import NEEDS_FST2VCD, before, changes, rises

SCALE = "12"
SOCKET, CORE = "socket12", 2
BOX = f"{SOCKET}.tracking{CORE}"
MICROSECOND = 1_000_000
WINDOW = 60  # microseconds
# Operations that end in the same picosecond are shown one after another.
SLACK = 10


def block_of(waves, scope):
    """Returns the signals of an RTL block by their own names."""
    return {name.rsplit(".", 1)[1]: series for name, series in waves.items()
            if name.startswith(scope + ".")}


def handshakes(block, valid, ready, payload):
    """Yields (time, values) of each clock edge with both valid and ready."""
    for edge in rises(block["clk_i"]):
        if before(block[valid], edge) and before(block[ready], edge):
            yield edge, [before(block[name], edge) for name in payload]


def messages(waves, scope, counter, payload):
    """Yields (time, values) of each message of the platform; the counter counts them one by one."""
    series = waves[f"{scope}.{counter}"]
    for (_, old), (time, new) in zip(series[1:], series[2:]):
        assert int(new, 2) == int(old, 2) + 1, (scope, counter, time)
        yield time, [before(waves[f"{scope}.{name}"], time + 1) for name in payload]


@NEEDS_FST2VCD
class RtlWaves(CliTest):
    def setUp(self):
        super().setUp()
        self.begin = self.busiest() * MICROSECOND
        self.end = self.begin + WINDOW * MICROSECOND
        self.run_with_waves("w.fst", f"machine.{SOCKET}.core{CORE}", f"machine.{SOCKET}.home",
                            "machine.pool", window=(self.begin, self.end))

    def run_with_waves(self, file, *scopes, window=None):
        words = [word for scope in scopes for word in ("--wave-scope", scope)]
        if window:
            words += ["--wave-window", f"{window[0]}ps:{window[1]}ps"]
        self.run_to(file + ".run", "starnuma16_t16", f"bfs:scale={SCALE}", "--waves", file,
                    "--set", "tracking.count_scale=as_is", *words)

    def busiest(self):
        """Returns the microsecond that starts the WINDOW with most hand-overs of the annex."""
        self.run_with_waves("all.fst", f"machine.{BOX}")
        times = [time for time, _ in changes(self.folder / "all.fst")[
            f"machine.{BOX}.annex.hand_overs"]]

        def within(begin):
            return sum(begin < time / MICROSECOND < begin + WINDOW for time in times)

        return max(sorted({time // MICROSECOND for time in times[1:]}), key=within)

    def check_same(self, rtl, tlm, least):
        rtl, tlm = ([one for one in found if self.begin < one[0] < self.end] for found in (rtl, tlm))
        self.assertGreaterEqual(len(tlm), least)
        self.assertEqual([values for _, values in rtl], [values for _, values in tlm])
        for (edge, _), (time, _) in zip(rtl, tlm):
            self.assertIn(edge - time, range(SLACK), time)

    def test_every_handshake_of_the_rtl_is_a_message_of_the_platform(self):
        waves = changes(self.folder / "w.fst")
        annex = block_of(waves, f"rtl.{BOX}.annex")
        tracker = block_of(waves, f"rtl.{BOX}.tracker_update")
        page_and_count = ("hand_over_space", "hand_over_page", "hand_over_count")
        self.check_same(
            handshakes(annex, "hand_over_valid_o", "hand_over_ready_i",
                       [name + "_o" for name in page_and_count]),
            messages(waves, f"machine.{BOX}.annex", "hand_overs", page_and_count), 4)
        self.check_same(
            handshakes(tracker, "hand_over_valid_i", "hand_over_ready_o",
                       [name + "_i" for name in page_and_count]),
            messages(waves, f"machine.{BOX}.tracker_update", "hand_overs", page_and_count), 4)
        kind_and_address = ("kind", "address")
        self.check_same(
            handshakes(tracker, "mem_req_valid_o", "mem_req_ready_i",
                       [f"mem_req_{name}_o" for name in kind_and_address]),
            messages(waves, f"machine.{BOX}.tracker_update", "requests",
                     [f"request_{name}" for name in kind_and_address]), 4)
        for lanes in (rf"machine\.{SOCKET}\.core\d\.\w+", rf"machine\.{SOCKET}\.home\..*",
                      r"machine\.pool\.device\.\w+"):
            self.assertTrue(any(re.fullmatch(lanes, name) for name in waves), lanes)
        save = (self.folder / "w.gtkw").read_text(encoding="utf-8")
        for name in ("event_kind_i", "state_q"):  # enumerations are shown by name
            self.assertRegex(save, rf"@100000028\nrtl\.{BOX}\.\w+\.[\w$]+\.{name}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        SCALE = sys.argv.pop()
    unittest.main()
