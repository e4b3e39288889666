# SPDX-License-Identifier: Apache-2.0
"""Snakemake from PyPI, in an environment of its own that the first use makes."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from starnuma.files import BadInput

PACKAGES = Path(__file__).with_name("requirements.txt")
TREE = Path(__file__).resolve().parents[4]


def place():
    """In a source tree the build folder, else the user's cache. Other packages, another folder."""
    name = "engine-" + hashlib.sha256(PACKAGES.read_bytes()).hexdigest()[:12]
    if (TREE / "CMakeLists.txt").exists():
        return TREE / "build" / name
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "starnuma" / name


def is_made():
    return (place() / "complete").exists()


def ready():
    """The Python that has Snakemake; one process at a time makes it."""
    folder = place()
    python = folder / "bin" / "python"
    if is_made():
        return python
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with open(folder.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_made():
                make(folder)
    except OSError as error:
        raise BadInput(f"cannot make {folder} for Snakemake: {error.strerror}") from error
    return python


def make(folder):
    print(f"starnuma: installing Snakemake from PyPI into {folder} (once)", file=sys.stderr,
          flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    for command in ([sys.executable, "-m", "venv", folder],
                    [folder / "bin" / "pip", "install", "--quiet", "--no-deps",
                     "--disable-pip-version-check", "-r", PACKAGES]):
        done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=plain_environment())
        if done.returncode != 0:
            last = (done.stdout.strip().splitlines() or ["no output"])[-1]
            raise BadInput(f"cannot install Snakemake from PyPI: {last}")
    (folder / "complete").touch()


def plain_environment():
    """Without what makes Python look for packages elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
