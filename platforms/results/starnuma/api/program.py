# SPDX-License-Identifier: Apache-2.0
"""The command line program: its place, its calls and its errors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starnuma.api.errors import RunError, caller, input_error
from starnuma.files import CannotRun
from starnuma.packages import TREE

BUILT = Path("release") / "platforms" / "app" / "starnuma"
BAD_INPUT = 2  # exit code


def program() -> Path:
    """Returns the program: STARNUMA_CLI, that of the source tree, of the wheel or installed folder, or in PATH.

    Sets the environment variables that the program needs in a source tree."""
    os.environ.setdefault("SC_COPYRIGHT_MESSAGE", "DISABLE")
    os.environ.setdefault("STARNUMA_PYTHON", sys.executable)
    in_tree = (TREE / "CMakeLists.txt").is_file()
    if in_tree:
        os.environ.setdefault("STARNUMA_HOME", str(TREE))
    if named := os.environ.get("STARNUMA_CLI"):
        found = shutil.which(named)
        if found is None:
            raise CannotRun(f"STARNUMA_CLI: no program {named}")
    elif in_tree:
        found = next((str(folder / BUILT) for folder in build_folders() if (folder / BUILT).is_file()), None)
        if found is None:
            raise CannotRun(f"{TREE / 'build' / BUILT}: is not built; run {TREE}/starnuma --help once")
    else:
        installed = TREE.parents[1] / "bin" / "starnuma"
        found = str(installed) if installed.is_file() else shutil.which("starnuma")
        if found is None:
            raise CannotRun("no program starnuma in PATH; set STARNUMA_CLI to it")
    return Path(found).resolve()


def build_folders() -> Iterator[Path]:
    """Yields the folders that the launcher of a source tree builds in: the tree's, and that of a read-only tree."""
    yield TREE / "build"
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    number = subprocess.run(["cksum"], input=bytes(TREE), check=True, capture_output=True).stdout.split()[0].decode()
    yield Path(cache) / "starnuma" / f"build-{number}"


def call(*words: str) -> str:
    """Returns the output of a command. Raises InputError or RunError if it fails."""
    done = subprocess.run([program(), *words], text=True, check=False, capture_output=True,
                          stdin=subprocess.DEVNULL)
    if done.returncode == BAD_INPUT:
        raise input_error(done.stderr, caller())
    if done.returncode != 0:
        why = done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}"
        raise RunError(f"starnuma {' '.join(words)}\n  {why}")
    return done.stdout


def document(*words: str) -> Any:
    """Returns the JSON document of a command."""
    return json.loads(call(*words, "--json"))
