#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The notebook of the documentation, executed in an empty folder with nbclient from PyPI."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from starnuma.campaign.environment import ENGINE
from starnuma.files import CannotRun
from starnuma.packages import PackageEnvironment

ROOT = Path(os.environ["STARNUMA_HOME"])
NOTEBOOK = ROOT / "docs" / "tutorials" / "python.ipynb"
HERE = Path(__file__).parent
NBCLIENT = PackageEnvironment("notebook", "nbclient", HERE / "notebook_requirements.txt", sees_system=True)
SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def executed(file):
    """Returns (exit code, notebook with outputs or None, messages)."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run([NBCLIENT.python(), "-B", HERE / "execute_notebook.py", file, place], text=True,
                              check=False, capture_output=True,
                              env={**os.environ, "HOME": place})
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else None, done.stderr


class Notebook(unittest.TestCase):
    def test_every_cell_runs_and_shows_what_the_text_says(self):
        code, notebook, said = executed(NOTEBOOK)
        self.assertEqual(code, 0, said[-3000:])
        cells = {"".join(cell["source"]): cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"}

        def shown(word, kind):
            """Returns the outputs of a kind of the cell that contains a word."""
            outputs, = [outputs for source, outputs in cells.items() if word in source]
            return ["".join(output["data"][kind]) for output in outputs if kind in output.get("data", {})]
        self.assertIn("8 MiB", shown("sn.machine(", "text/html")[-1])
        self.assertIn("unloaded latency, ns", shown("sn.describe(", "text/html")[-1])
        self.assertIn("AMAT, ns", shown("sn.run(machine, \"bfs", "text/html")[-1])
        self.assertIn("line_queue", shown("sn.run(machine, \"bfs", "text/html")[-1])
        self.assertIn("baseline16_first_touch", shown("sn.grid(", "text/html")[-1])
        self.assertTrue(shown("speedup.plot()", "image/png"))
        self.assertIn("half_width_95", shown("speedup.plot()", "text/html")[-1])
        self.assertIn("waited, ns", shown("sn.explain(", "text/html")[-1])
        error, = ["".join(output["text"]) for source, outputs in cells.items() if "InputError" in source for output in outputs]
        self.assertRegex(error, r"^2 unknown workload 'bsf'")

    def test_a_cell_that_fails_fails_the_test(self):
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "failing.ipynb"
            notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
            notebook["cells"] = [{**notebook["cells"][1], "source": ["assert False"]}]
            file.write_text(json.dumps(notebook), encoding="utf-8")
            code, _, said = executed(file)
        self.assertNotEqual(code, 0)
        self.assertIn("AssertionError", said)


if __name__ == "__main__":
    try:
        NBCLIENT.python()
    except CannotRun as missing:
        print(missing)
        sys.exit(1 if os.environ.get("CI") else SKIPPED)
    if not ENGINE.is_installed():
        print(f"no Snakemake in {ENGINE.folder()}; the test platform.engine installs it")
        sys.exit(SKIPPED)
    unittest.main()
