#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Private caches of a captured program with one thread miss as often as those of `valgrind --tool=cachegrind`."""

import re
import subprocess
from pathlib import Path

from capture import CaptureTest, main
from cli import stats

SOURCE = Path(__file__).resolve().parents[1] / "capture/walk.c"
SIZES = (("16 KiB", 4, "128 KiB", 8), ("32 KiB", 8, "256 KiB", 4), ("8 KiB", 4, "1 MiB", 16))
BYTES = {"KiB": 1 << 10, "MiB": 1 << 20}
MARGIN = 0.003  # the runtime library's start differs; a read-modify-write counts as a read there


def size_in_bytes(size):
    number, unit = size.split()
    return int(number) * BYTES[unit]


class Cachegrind(CaptureTest):
    def misses_there(self, program, l1, l1_ways, l2, l2_ways):
        done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null",
                               f"--D1={size_in_bytes(l1)},{l1_ways},64", f"--LL={size_in_bytes(l2)},{l2_ways},64",
                               *map(str, program)], check=False, capture_output=True, text=True)
        found = {name: int(number.replace(",", ""))
                 for name, number in re.findall(r"== (D1|LLd) +misses: +([0-9,]+)", done.stderr)}
        return found["D1"], found["LLd"]

    def misses_here(self, trace, l1, l1_ways, l2, l2_ways):
        caches = {"l1_size": l1, "l1_ways": l1_ways, "l2_size": l2, "l2_ways": l2_ways}
        values = stats(self.run_to("replay", "baseline16", f"trace:{trace},first_touch=literal", "--set",
                                   "scaling.sizes=full",
                                   *(f"--set=socket.private_caches.{key}={value}" for key, value in caches.items())))
        l2_hits, misses = (sum(value for path, value in values.items()
                               if re.fullmatch(rf"machine\.socket\d+\.private_caches\d+\.{name}", path))
                           for name in ("l2_hits", "misses"))
        return l2_hits + misses, misses

    def test_misses_agree_over_sizes_ways_and_programs(self):
        walk = self.folder / "walk"
        subprocess.run(["cc", "-O1", "-static", "-o", walk, SOURCE], check=True)
        for name, program in (("walk", (walk,)), ("sort", (walk, "sort"))):
            code, _, err = self.call("trace", "record", "--threads", "1", "-o", f"{name}.snt", "--", *map(str, program))
            self.assertEqual(code, 0, err)
            for sizes in SIZES:
                with self.subTest(program=name, sizes=sizes):
                    there, here = self.misses_there(program, *sizes), self.misses_here(f"{name}.snt", *sizes)
                    for one, other in zip(here, there):
                        self.assertAlmostEqual(one / other, 1, delta=MARGIN, msg=(here, there))


if __name__ == "__main__":
    main("cc", "valgrind")
