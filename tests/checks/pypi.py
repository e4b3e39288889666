# SPDX-License-Identifier: Apache-2.0
"""Programs of the checks from PyPI, in the same version on every distribution."""

import os
import subprocess
import sys
from pathlib import Path

import tree

sys.path.insert(0, str(tree.ROOT / "platforms" / "results"))
from starnuma.files import CannotRun  # noqa: E402
from starnuma.packages import PackageEnvironment, plain_environment  # noqa: E402

PROGRAMS = PackageEnvironment("checks", "programs of the checks", Path(__file__).with_name("requirements.txt"))


def run(program, *words, cwd=None, **variables):
    """Runs one of them. Returns its exit code and its output with its errors."""
    done = subprocess.run([PROGRAMS.python().with_name(program), *words], cwd=cwd, text=True, check=False,
                          env={**plain_environment(), **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def install_or_skip():
    """Ends this process if they cannot be installed: skipped, or failed where CI is set."""
    try:
        PROGRAMS.python()
    except CannotRun as missing:
        print(missing)
        sys.exit(1 if os.environ.get("CI") else tree.SKIPPED)
