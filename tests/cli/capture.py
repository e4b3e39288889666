# SPDX-License-Identifier: Apache-2.0
"""Programs that are traced in tests, and why they may not be here."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from cli import CLI, CliTest

PROGRAMS = Path(os.environ.get("STARNUMA_CAPTURE_PROGRAMS", ""))
PLUGIN = Path(CLI).parent / "starnuma-capture.so"
SKIPPED = 77
THREADS = 64
MOST_EPOCHS = 1.1


def missing(*programs):
    """Why programs cannot be traced here, or nothing."""
    if not PLUGIN.exists():
        return "no capture plugin was built (libcapstone-dev)"
    if not shutil.which("qemu-x86_64"):
        return "there is no qemu-x86_64 (qemu-user)"
    help_text = subprocess.run(["qemu-x86_64", "-h"], capture_output=True, text=True).stdout
    if "-plugin" not in help_text:
        return "the qemu-x86_64 here takes no plugins"
    return next((f"there is no {program}" for program in programs if not shutil.which(program)), "")


@contextlib.contextmanager
def busy_processors():
    """Two processes that never wait, for each processor."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(2 * os.cpu_count())]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def main(*programs):
    """All tests of a file that traces these programs, or why there are none."""
    reason = missing(*programs)
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    unittest.main()


class CaptureTest(CliTest):
    """Tests that trace programs; skipped with the reason where that cannot be done."""

    @classmethod
    def setUpClass(cls):
        reason = missing()
        if reason:
            print(f"skipped: {reason}")
            raise unittest.SkipTest(reason)

    def record(self, name, program, *options):
        """What trace.json says, and what was printed."""
        code, out, err = self.call("trace", "record", "--threads", str(THREADS), *options, "-o",
                                   name, "--", *map(str, program))
        self.assertEqual(code, 0, err)
        trace = json.loads((self.folder / name / "trace.json").read_text(encoding="utf-8"))
        quality = trace["quality"]
        self.assertRegex(out, rf"epochs +{quality['epochs_used']} used, "
                              rf"{quality['epochs_needed']} needed")
        self.assertGreater(quality["epochs_needed"], 20)
        self.assertLessEqual(quality["epochs_used"], MOST_EPOCHS * quality["epochs_needed"])
        return trace, out

    def search(self, scale, trials):
        """The search of tests/capture/bfs.cpp, and its graph."""
        graph = self.folder / f"graph{scale}"
        if not graph.exists():
            subprocess.run([PROGRAMS / "make_graph", graph, str(scale)], check=True)
        return PROGRAMS / "bfs", graph, trials
