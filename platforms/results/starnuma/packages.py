# SPDX-License-Identifier: Apache-2.0
"""Programs from PyPI, each with its pinned packages in a virtual environment of its own."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from starnuma.files import CannotRun

TREE = Path(__file__).resolve().parents[3]


class PackageEnvironment:
    """A virtual environment that the first use installs.

    name          folder prefix; the hash of the pinned packages follows it
    title         name of the program in messages
    requirements  file of pinned packages, without dependency resolution
    sees_system   whether it also has the packages of the Python that makes it
    """

    def __init__(self, name, title, requirements, sees_system=False):
        self.name, self.title, self.requirements = name, title, Path(requirements)
        self.sees_system = sees_system

    def folder(self):
        """Returns the folder: below build/ in a writable source tree, else in the user's cache."""
        name = f"{self.name}-" + hashlib.sha256(self.requirements.read_bytes()).hexdigest()[:12]
        if (TREE / "CMakeLists.txt").exists() and os.access(TREE / "build", os.W_OK):
            return TREE / "build" / name
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return Path(base) / "starnuma" / name

    def is_installed(self):
        return (self.folder() / "complete").exists() or self.is_here()

    def is_here(self):
        """Returns true if this Python has the pinned packages, as in a container."""
        try:
            return all(version(name) == pinned for name, pinned in
                       (line.split("==") for line in self.requirements.read_text("utf-8").split()))
        except PackageNotFoundError:
            return False

    def python(self):
        """Returns the environment's Python; installs the packages first if they are missing.

        One process at a time installs. Raises CannotRun if the packages cannot be installed."""
        if self.is_here():
            return Path(sys.executable)
        folder = self.folder()
        if not self.is_installed():
            try:
                folder.parent.mkdir(parents=True, exist_ok=True)
                with open(folder.with_suffix(".lock"), "w", encoding="utf-8") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    if not self.is_installed():
                        self._install(folder)
            except OSError as error:
                raise CannotRun(
                    f"cannot make {folder} for {self.title}: {error.strerror}") from error
        return folder / "bin" / "python"

    def _install(self, folder):
        print(f"starnuma: installing {self.title} from PyPI into {folder} (once)", file=sys.stderr,
              flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        for command in ([sys.executable, "-m", "venv", folder, *["--system-site-packages"] * self.sees_system],
                        [folder / "bin" / "pip", "install", "--quiet", "--no-deps",
                         "--disable-pip-version-check", "-r", self.requirements]):
            done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, env=plain_environment())
            if done.returncode != 0:
                last = (done.stdout.strip().splitlines() or ["no output"])[-1]
                raise CannotRun(f"cannot install {self.title} from PyPI: {last}")
        (folder / "complete").touch()


def plain_environment():
    """Returns the environment variables without those that redirect Python's package search."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
