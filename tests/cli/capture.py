# SPDX-License-Identifier: Apache-2.0
"""Programs that tests trace, and the reasons why they may be unavailable."""

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
NO_PLUGINS = "the qemu-x86_64 here takes no plugins"  # as that of Debian 13
THREADS = 64
MOST_EPOCHS = 1.1


def missing(*programs):
    """Returns the reason why programs cannot be traced here, or None."""
    if not PLUGIN.exists():
        return "no capture plugin was built (libcapstone-dev)"
    if not shutil.which("qemu-x86_64"):
        return "there is no qemu-x86_64 (qemu-user)"
    help_text = subprocess.run(["qemu-x86_64", "-h"], capture_output=True, text=True).stdout
    if "-plugin" not in help_text:
        return NO_PLUGINS
    return next((f"there is no {program}" for program in programs if not shutil.which(program)), "")


@contextlib.contextmanager
def busy_processors():
    """Keeps all processors busy: two processes per processor that never wait."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(2 * os.cpu_count())]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def main(*programs):
    """Runs all tests of a file that traces these programs, or skips them with a reason."""
    reason = missing(*programs)
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    unittest.main()


class CaptureTest(CliTest):
    """Tests that trace programs; skipped with a reason if tracing is impossible."""

    @classmethod
    def setUpClass(cls):
        reason = missing()
        if reason:
            print(f"skipped: {reason}")
            raise unittest.SkipTest(reason)

    def record(self, name, program, *options):
        """Records a trace; returns the contents of trace.json and the printed text."""
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
        """Returns the command line of the search of tests/capture/bfs.cpp; makes its graph if it is missing."""
        graph = self.folder / f"graph{scale}"
        if not graph.exists():
            subprocess.run([PROGRAMS / "make_graph", graph, str(scale)], check=True)
        return PROGRAMS / "bfs", graph, trials
