#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""trace record: a program of the user's own with two marker lines, on a quiet and on a busy host."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli import CLI, CliTest

PROGRAMS = Path(os.environ.get("STARNUMA_CAPTURE_PROGRAMS", ""))
PLUGIN = Path(CLI).parent / "starnuma-capture.so"
SKIPPED = 77
# Two chunks of its dynamic loops for each thread.
SCALE, TRIALS, THREADS = 17, 2, 64
MOST_EPOCHS = 1.1


def missing():
    """Why programs cannot be traced here, or nothing."""
    if not PLUGIN.exists():
        return "no capture plugin was built (libcapstone-dev)"
    if not shutil.which("qemu-x86_64"):
        return "there is no qemu-x86_64 (qemu-user)"
    help_text = subprocess.run(["qemu-x86_64", "-h"], capture_output=True, text=True).stdout
    return "" if "-plugin" in help_text else "the qemu-x86_64 here takes no plugins"


class Capture(CliTest):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.graph = Path(place.name) / "graph"
        subprocess.run([PROGRAMS / "make_graph", cls.graph, str(SCALE)], check=True)

    def record(self, *options):
        """What trace.json says, and what was printed."""
        code, out, err = self.call(
            "trace", "record", "--threads", str(THREADS), *options, "-o", "bfs.snt", "--",
            str(PROGRAMS / "bfs"), str(self.graph), str(TRIALS))
        self.assertEqual((code, err), (0, ""))
        return json.loads((self.folder / "bfs.snt" / "trace.json").read_text()), out

    def expect_even(self, trace):
        """Threads kept together: no epoch too many, and no thread with the work of others. Returns
        the least that a thread did."""
        quality = trace["quality"]
        self.assertGreater(quality["epochs_needed"], 20)
        self.assertLessEqual(quality["epochs_used"], MOST_EPOCHS * quality["epochs_needed"])
        work = [thread["instructions"] for thread in trace["threads"]]
        self.assertEqual(len(work), THREADS)
        self.assertGreater(min(work), 0.4 * max(work))
        return min(work)

    def test_marked_region_is_a_sound_trace(self):
        trace, out = self.record("--roi", "--slowdown", "--work", "262144 vertices")
        self.expect_even(trace)
        self.assertRegex(out, r"epochs +\d+ used, \d+ needed")
        self.assertRegex(out, r"slow-down +[\d.]+: ")
        self.assertEqual(trace["work"], {"count": 262144, "unit": "vertices"})
        self.good("trace", "check", "bfs.snt")
        accesses = sum(thread["loads"] + thread["stores"] + thread["atomics"]
                       for thread in trace["threads"])
        size = sum(file.stat().st_size for file in (self.folder / "bfs.snt").glob("thread*.zst"))
        self.assertLess(size / accesses, 2.0)
        self.good("run", "starnuma16", "trace:bfs.snt,first_touch=spread", "-o", "result")

    def test_busy_processors_change_nothing(self):
        quiet = self.expect_even(self.record("--roi")[0])
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(2 * os.cpu_count())]
        try:
            trace, _ = self.record("--roi")
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertGreater(self.expect_even(trace), 0.9 * quiet)

    def test_filtered_trace_leaves_most_out(self):
        trace, _ = self.record("--roi", "--filter", "4KiB")
        self.expect_even(trace)
        self.good("trace", "check", "bfs.snt")
        recorded = sum(thread["loads"] for thread in trace["threads"])
        made = sum(thread["program_accesses"] for thread in trace["threads"])
        self.assertLess(recorded, 0.7 * made)

    def test_window_begins_with_the_threads_and_ends_with_instructions(self):
        trace, _ = self.record("--instructions", "20000")
        self.assertLess(max(thread["instructions"] for thread in trace["threads"]), 40000)


class Refusals(CliTest):
    def fails(self, code, line, *words):
        got, _, err = self.call("trace", "record", "-o", "t.snt", *words)
        self.assertEqual(got, code, err)
        self.assertIn(line, err.splitlines()[-1])
        self.assertFalse((self.folder / "t.snt").exists())

    def test_what_never_begins_leaves_no_trace(self):
        self.fails(1, "never came to STARNUMA_ROI_BEGIN()", "--roi", "--", "/bin/true")
        self.fails(1, "never had 8 threads at once, 1 at most", "--threads", "8", "--", "/bin/true")

    def test_what_cannot_be_traced_is_named(self):
        self.fails(2, "no such program", "--", "no_such_program")
        script = self.folder / "script"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
        self.fails(2, "is no program of its own (ELF)", "--", str(script))
        self.fails(2, "--work: expected a number and a unit", "--work", "many", "--", "/bin/true")
        self.fails(2, "--full-size: expected", "--full-size", "much", "--", "/bin/true")

    def test_a_program_that_is_killed_leaves_no_trace(self):
        self.fails(1, "no trace: ", "--", "/bin/sh", "-c", "kill -SEGV $$")


if __name__ == "__main__":
    reason = missing()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    unittest.main()
