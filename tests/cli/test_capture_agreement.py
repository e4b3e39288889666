#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A captured search of the user compared with the workload `bfs` on the same graph.

test_capture_agreement.py [SCALE]

At a scale below 20 the runtime library's own misses, about 50 000 of barriers and schedules, are a larger
part of the whole. Few pages then hold the most used lines, so their placement shifts the mix."""

import sys

from capture import CaptureTest, main
from cli import stats

SCALE = int(sys.argv.pop()) if len(sys.argv) > 1 else 18
# Tolerances: relative for misses, absolute for the shares of mix and sharing.
MISSES, SHARE = (0.05, 0.03) if SCALE >= 20 else (0.08, 0.05)
FULL_SCALE = 28
MIX = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
MACHINE = "baseline16_first_touch"


class Agreement(CaptureTest):
    def test_misses_mix_and_sharing_are_those_of_the_native_search(self):
        times = 1 << (FULL_SCALE - SCALE)
        self.record("bfs.snt", self.search(SCALE, 2), "--roi", "--full-size", f"{times}x")
        native = stats(self.run_to("native", MACHINE, f"bfs:scale={SCALE},trials=2"))
        replay = stats(self.run_to("replay", MACHINE, "trace:bfs.snt,first_touch=spread"))
        ratio = replay["run.llc_misses"] / native["run.llc_misses"]
        differences = {path: replay[path] - native[path] for path in
                       [f"run.access_mix.{part}" for part in MIX] +
                       [f"run.sharing.{kind}.{sockets}" for kind in ("pages", "misses")
                        for sockets in (1, 4, 8, 15)]}
        worst = max(differences, key=lambda path: abs(differences[path]))
        print(f"scale {SCALE}: misses {100 * ratio - 100:+.1f} %, "
              f"{worst} {100 * differences[worst]:+.1f} points")
        self.assertAlmostEqual(ratio, 1, delta=MISSES)
        for path, difference in differences.items():
            self.assertAlmostEqual(difference, 0, delta=SHARE, msg=path)


if __name__ == "__main__":
    main()
