#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""trace convert of ChampSim's two formats and of memtraces, compressed or not, from files and pipes. Any
other input is refused in one line and leaves no files."""

import bz2
import gzip
import json
import lzma
import os
import random
import shutil
import struct
import subprocess
import threading
import unittest

from cli import CLI, CliTest

SIZES = {64: (2, 0), 96: (4, 8)}  # destinations, and bytes after the last address


def instructions(count, seed=1):
    """Returns (ip, branch, taken, destinations, sources, stores, loads) of a program that loops and calls."""
    draw = random.Random(seed)
    made, ip = [], 0x401000
    for _ in range(count):
        branch = draw.random() < 0.15
        taken = branch and draw.random() < 0.6
        stores = [0x7ffe00000000 + 8 * draw.randrange(1000)] if draw.random() < 0.15 else []
        loads = [0x600000 + 8 * draw.randrange(100000) for _ in range(draw.choice((0, 0, 0, 1, 1, 2)))]
        made.append((ip, branch, taken, [draw.randrange(1, 60)],
                     [draw.randrange(1, 200) for _ in range(draw.randrange(5))], stores, loads))
        ip += draw.randrange(2, 9)
        if taken:
            ip = 0x7f0000001000 if draw.random() < 0.1 else 0x401000 + 4 * draw.randrange(20000)
    # Instructions without accesses compensate an instruction with several.
    return made + [(ip + 4 * i, 0, 0, [1], [2], [], []) for i in range(200 if count > 100 else 0)]


def packed(made, size):
    """Returns the bytes that ChampSim's tracers would write."""
    destinations, rest = SIZES[size]
    data = b""
    for ip, branch, taken, to, sources, stores, loads in made:
        record = struct.pack("<QBB", ip, branch, taken)
        record += bytes((to + [0] * 4)[:destinations]) + bytes((sources + [0] * 4)[:4])
        record += bytes(-len(record) % 8)
        record += struct.pack(f"<{destinations}Q4Q", *(stores + [0] * 4)[:destinations],
                              *(loads + [0] * 4)[:4])
        data += record + b"\x01\x00"[:rest] + bytes(max(0, rest - 2))
    assert len(data) == size * len(made)
    return data


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


PACKERS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}
if shutil.which("zstd"):
    PACKERS["zst"] = zstd


class Import(CliTest):
    def put(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def totals(self, *words):
        """Converts a trace; returns its instructions, loads and stores."""
        shutil.rmtree(self.folder / "x.snt", ignore_errors=True)
        self.good("trace", "convert", *words, "-o", "x.snt")
        self.good("trace", "check", "x.snt")
        trace = json.loads((self.folder / "x.snt" / "trace.json").read_text("utf-8"))
        return [sum(thread[key] for thread in trace["threads"])
                for key in ("instructions", "loads", "stores")]

    def expected(self, made):
        return [len(made), sum(len(one[6]) for one in made), sum(len(one[5]) for one in made)]

    def refuses(self, expected, *words):
        before = self.written()
        line, = self.refused("trace", "convert", *words, "-o", "refused.snt")
        self.assertIn(expected, line)
        self.assertEqual(self.written(), before)

    def test_records_of_both_sizes_give_the_same_program(self):
        for count in (1, 2, 3, 6, 7, 5000):
            made = instructions(count)
            if count < 100:
                made = [(0x400000 + 4 * i, 0, 0, [1], [2], [], [0x700000]) for i in range(count)]
            for size in SIZES:
                with self.subTest(count=count, size=size):
                    name = self.put("t", packed(made, size))
                    for form in ("champsim", f"champsim{size}"):
                        self.assertEqual(self.totals("--from", form, name), self.expected(made))

    def test_four_destinations_and_their_addresses_come_through(self):
        made = [(0x400000 + 4 * i, 0, 0, [1, 2, 3, 4], [], [0x1000, 0x2000, 0x3000, 0x4000], [])
                for i in range(100)]
        self.assertEqual(self.totals("--from", "champsim", self.put("t", packed(made, 96)))[2], 400)

    def test_compressed_files_are_known_by_what_is_in_them(self):
        made = instructions(20000)
        for size in SIZES:
            data = packed(made, size)
            for kind, pack in PACKERS.items():
                with self.subTest(size=size, kind=kind):
                    whole = pack(data)
                    self.assertEqual(self.totals("--from", "champsim", self.put("t", whole)),
                                     self.expected(made))
                    two = pack(data[:size * 777]) + pack(data[size * 777:])
                    self.assertEqual(self.totals("--from", "champsim", self.put("any.txt", two)),
                                     self.expected(made))

    def test_memtraces_are_unpacked_too(self):
        data = b"".join(struct.pack("<QQ", 0x7000000 + 64 * i, 10 * i + 10) for i in range(100))
        for kind, pack in PACKERS.items():
            with self.subTest(kind=kind):
                self.assertEqual(self.totals("--from", "memtrace", self.put("m", pack(data))),
                                 [1000, 100, 0])

    def test_pipes_are_read(self):
        made = instructions(3000)
        data = PACKERS["xz"](packed(made, 96))
        done = subprocess.run([CLI, "trace", "convert", "--from", "champsim", "-", "-o", "s.snt"],
                              cwd=self.folder, input=data, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn("3200", self.good("trace", "info", "s.snt"))
        os.mkfifo(self.folder / "fifo")
        writer = threading.Thread(target=lambda: (self.folder / "fifo").write_bytes(data))
        writer.start()
        self.assertEqual(self.totals("--from", "champsim", "fifo"), self.expected(made))
        writer.join()
        self.refuses("expected - for stdin once at most", "--from", "champsim", "-", "-")

    def test_damaged_compressed_files_are_refused(self):
        data = packed(instructions(3000), 64)
        for kind, pack in PACKERS.items():
            whole = pack(data)
            middle = len(whole) // 2
            damaged = whole[:middle] + bytes(255 - byte for byte in whole[middle:middle + 40]) \
                + whole[middle + 40:]
            for name, bad, expected in (
                    ("cut", whole[:-5], "data: cut off"),
                    ("cut early", whole[:middle], "data: cut off"),
                    ("followed", whole + b"and more", f"byte {len(whole)}: the"),
                    ("followed by little", whole + b"a", "data end here, and more follows"),
                    ("damaged", damaged, "")):
                with self.subTest(kind=kind, name=name):
                    self.refuses(expected, "--from", "champsim", self.put("t", bad))

    def test_empty_files_are_refused(self):
        for form in ("memtrace", "champsim", "champsim64", "champsim96"):
            for name, data in [("plain", b"")] + [(kind, pack(b"")) for kind, pack in
                                                  PACKERS.items()]:
                with self.subTest(form=form, name=name):
                    self.refuses("t: is empty, so it is not a ", "--from", form, self.put("t", data))
        self.refuses("stdin: is empty", "--from", "champsim", "-")

    def test_files_without_an_access_are_refused(self):
        quiet = packed([(0x400000, 0, 0, [1], [2], [], [])] * 50, 64)
        self.refuses("makes no access", "--from", "champsim", self.put("t", quiet))
        marks = b"".join(struct.pack("<QQ", 0xc0ffee, 100 * i) for i in range(3))
        self.refuses("makes no access", "--from", "memtrace", self.put("t", marks))

    def test_what_fits_neither_size_is_refused(self):
        draw = random.Random(7)
        for name, data in (("zeros", bytes(192 * 100)), ("text", b"any text. " * 5000),
                           ("random", draw.randbytes(100000)), ("short", bytes(30)),
                           ("words", struct.pack("<5000Q", *(draw.randrange(2 ** 40) * 65536
                                                             for _ in range(5000)))),
                           ("72 bytes", b"".join(record + bytes(8) for record in (
                               packed([one], 64) for one in instructions(500))))):
            with self.subTest(name=name):
                self.refuses("t: no ChampSim trace: as records of 64 bytes", "--from", "champsim",
                             self.put("t", data))

    def test_a_record_that_is_cut_off_is_named(self):
        for size, at in ((64, 64 * 2199), (96, 96 * 2199)):
            data = packed(instructions(2000), size)[:-10]
            self.refuses(f"t: byte {at}: a record of {size} bytes is cut off", "--from", "champsim",
                         self.put("t", data))

    def test_a_format_can_be_forced(self):
        far = [(0x7000_0000_0000 if i % 2 else 0x1000, 0, 0, [1], [], [], [0x5000])
               for i in range(300)]
        name = self.put("t", packed(far, 64))
        self.refuses("far from each other", "--from", "champsim", name)
        self.assertEqual(self.totals("--from", "champsim64", name), [300, 300, 0])
        self.refuses("unknown \"champsim46\", did you mean \"champsim64\"", "--from", "champsim46",
                     name)

    def test_what_cannot_be_read_is_named_with_the_reason(self):
        (self.folder / "folder").mkdir()
        for name, expected in (("none", "no such file: none"), ("folder", "is a folder")):
            self.refuses(expected, "--from", "champsim", name)


if __name__ == "__main__":
    unittest.main()
