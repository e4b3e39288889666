# SPDX-License-Identifier: Apache-2.0
"""Calls the program in an empty folder of the test and reads the files that it writes."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

CLI = os.environ["STARNUMA_CLI"]
sys.path.insert(0, os.path.join(os.environ["STARNUMA_HOME"], "platforms", "results"))

from starnuma.campaign.environment import ENGINE  # noqa: E402

# For tests of commands that compare runs; the test platform.engine installs the engine.
needs_engine = unittest.skipUnless(ENGINE.is_installed(), "there is no Snakemake")

# Message of a build with sanitizers about the stacks that SystemC makes for its threads; printed once.
STACK_NOTICE = re.compile(r"==\d+==WARNING: ASan is ignoring requested __asan_handle_no_return"
                          r"(.*\n)*?For details see .*/sanitizers/issues/189\n")


# Limits of the time of a refused call; a sanitizer takes longer.
SANITIZED = "-fsanitize" in os.environ.get("STARNUMA_CXX_FLAGS", "")
MOST_SECONDS = 10 if SANITIZED else 1
MOST_BYTES = (2000 if SANITIZED else 300) << 20

# Internal texts that no user should see.
INSIDES = re.compile(r"terminate called|what\(\):|std::|boost::|YAML::|sc_core|assert|Traceback|"
                     r"Segmentation|core dumped|ERROR: AddressSanitizer|runtime error|\.cpp:\d")


class CliTest(unittest.TestCase):
    """Tests that each work in an empty folder."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def call(self, *words):
        """Returns exit code, stdout and stderr of one call."""
        done = subprocess.run([CLI, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout, STACK_NOTICE.sub("", done.stderr)

    def measured(self, *words, env=None):
        """Returns exit code, stdout, stderr and the used resources of one call, which ends within a minute."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen([CLI, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                     stdout=out, stderr=err, env={**os.environ, **(env or {})})
            kill = threading.Timer(60, child.kill)
            kill.start()
            _, status, used = os.wait4(child.pid, 0)
            kill.cancel()
            child.returncode = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(STACK_NOTICE.sub("", file.read().decode("utf-8")))
        self.assertNotRegex(texts[1], INSIDES)
        return child.returncode, *texts, used

    def refused(self, *words, env=None):
        """Returns the lines on stderr of a call that must be refused.

        Expects exit code 2, nothing on stdout, limited time and memory, and no internal texts."""
        code, out, err, used = self.measured(*words, env=env)
        self.assertEqual((code, out), (2, ""), err)
        self.assertLess(used.ru_utime + used.ru_stime, MOST_SECONDS)
        self.assertLess(used.ru_maxrss * 1024, MOST_BYTES)
        return err.splitlines()

    def good(self, *words):
        """Returns stdout of a call that must succeed with nothing on stderr."""
        code, out, err = self.call(*words)
        self.assertEqual((code, err), (0, ""), " ".join(words))
        return out

    def run_to(self, name, *words, report=False):
        """Runs `run words` and returns the result folder `name`; omits the report by default, because it
        takes longer than a short run."""
        as_asked = report or "--no-report" in words
        self.good("run", *words, "-o", name, *([] if as_asked else ["--no-report"]))
        return self.folder / name

    def write(self, name, text):
        """Writes a file below the test's folder; returns `name`."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def written(self):
        """Returns all paths in the test's folder."""
        return sorted(path.relative_to(self.folder).as_posix()
                      for path in self.folder.rglob("*"))


# Values of `simulation.delivery`.
DELIVERIES = ("immediate", "queued")


def scenario(machine, programs, repeat=None, seed=None, **lists):
    """Returns the text of a scenario; the items of a list are flow mappings, with or without their braces."""
    text = f"kind: scenario\nmachine: {machine}\n"
    text += "".join(f"{key}: {value}\n" for key, value in (("repeat", repeat), ("seed", seed)) if value)
    for key, items in {"programs": programs, **lists}.items():
        rows = (item if item.startswith("{") else f"{{{item}}}" for item in items)
        text += "\n  - ".join([f"{key}:", *rows]) + "\n" if items else ""
    return text


def stats(folder):
    """Returns {path: value} of a result folder's stats.json."""
    return {stat["path"]: stat["value"] for stat in entries(folder)}


def entries(folder):
    return json.loads((folder / "stats.json").read_text(encoding="utf-8"))
