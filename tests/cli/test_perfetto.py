#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Perfetto's trace processor, from PyPI, loads a file of run --trace-events without errors, and its ledger slices sum
to the ledger of the run. The package downloads the trace processor at its first use; skipped if that is impossible."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli import CliTest, stats
from perfetto_queries import ERRORS, check_ledger, ledger_queries
from starnuma.files import CannotRun
from starnuma.packages import PackageEnvironment, plain_environment

PERFETTO = PackageEnvironment("perfetto", "Perfetto", Path(__file__).with_name("perfetto_requirements.txt"))
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
EMPTY = '{"traceEvents":[]}'
PROGRAM = """
import json, sys
from perfetto.trace_processor import TraceProcessor
processor = TraceProcessor(trace=sys.argv[1])
print(json.dumps([[list(vars(row).values()) for row in processor.query(text)] for text in sys.argv[2:]]))
processor.close()
"""


def ask(file, *queries):
    """Returns the rows of each query. Raises CannotRun if the trace processor does not start."""
    done = subprocess.run([PERFETTO.python(), "-c", PROGRAM, file, *queries], check=False, capture_output=True, text=True,
                          env=plain_environment())
    if done.returncode != 0:
        raise CannotRun((done.stderr.strip().splitlines() or ["no output"])[-1])
    return json.loads(done.stdout)


class Perfetto(CliTest):
    def test_its_slices_sum_to_the_ledger(self):
        folder = self.run_to("out", "starnuma16", "bfs:scale=12,trials=1", "--trace-events", "x.json.gz",
                             "--wave-scope", "socket*.core*")
        first = json.loads((folder / "worst.json").read_text(encoding="utf-8"))["first_transaction"]
        errors, *answers = ask(self.folder / "x.json.gz", ERRORS, *ledger_queries(first))
        self.assertEqual(errors, [])
        check_ledger(self, answers, stats(folder))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        empty = Path(place) / "empty.json"
        empty.write_text(EMPTY, encoding="utf-8")
        try:
            ask(empty, "select 1 as one")
        except CannotRun as missing:
            print(f"skipped: {missing}")
            sys.exit(SKIPPED)
    unittest.main()
