#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and tests this tree in a base system of another Debian release, as root:

    tests/toolchains/bootstrap.py trixie           all tests of ./starnuma test
    tests/toolchains/bootstrap.py trixie --short   the command line, some unit tests, four runs

./starnuma installs the packages there, so the table of packages is tested too; warnings are errors. If
STARNUMA_CLI names a command line of this system, four runs of both must write the same bytes.

The base system is made once, by debootstrap, and keeps its build. Its mounts end with the test. The exit code is
77, and the reason printed, where it cannot be made."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
COPY = "src"  # the tree in the base system
SKIPPED = 77
RUNS = {"baseline16_first_touch": "bfs:scale=10", "starnuma16": "bfs:scale=12",
        "starnuma16_t16": "bfs:scale=12", "starnuma16_switched": "gups:scale=10"}
COMPARED = ("stats.json", "summary.txt", "effective.yaml")
INSIDE = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
UNITS = ("base", "kernel", "protocol", "timing", "cache", "config", "stimulus", "memory", "os")
PLACE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "CI": "1",
         "SC_COPYRIGHT_MESSAGE": "DISABLE",
         **{name: value for name, value in os.environ.items() if name.startswith(("CMAKE_", "CCACHE_"))}}


class Skipped(Exception):
    """A reason why the base system cannot be made here."""


def requirements():
    if os.geteuid() != 0:
        raise Skipped("only root can make a base system")
    for tool in ("debootstrap", "unshare", "chroot"):
        if not shutil.which(tool):
            raise Skipped(f"there is no {tool}")
    if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode != 0:
        raise Skipped("this system refuses mounts of a process")


def make(release, folder):
    complete = folder / "complete"
    if complete.exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    done = subprocess.run(["debootstrap", "--variant=minbase", "--include=ca-certificates", release, folder],
                          check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"debootstrap {release}: {(done.stdout.strip().splitlines() or ['no output'])[-1]}")
    complete.touch()


def copy_tree(folder):
    """Copies the files of the tree, with their times, and removes those that it no longer has."""
    listed = subprocess.run(["git", "-C", TREE, "ls-files", "-z", "-co", "--exclude-standard"], check=True,
                            capture_output=True, text=True).stdout
    names = [name for name in listed.split("\0") if name and (TREE / name).is_file()]
    for name in names:
        target = folder / name
        source = TREE / name
        if not target.exists() or target.stat().st_mtime_ns != source.stat().st_mtime_ns:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    known = {folder / name for name in names}
    for path in folder.rglob("*"):
        if path.is_file() and path not in known and path.relative_to(folder).parts[0] != "build":
            path.unlink()


def inside(folder, command):
    subprocess.run(["unshare", "--mount", "sh", "-c", INSIDE, folder, "sh", "-ec", f"cd /{COPY}; {command}"],
                   check=True, env=PLACE)


def same_bytes(folder, cli):
    """Returns the files of four runs that differ."""
    different = []
    with tempfile.TemporaryDirectory() as place:
        for machine, workload in RUNS.items():
            words = f"run {machine} {workload} --no-report -o"
            here = Path(place) / machine
            there = f"build/same_bytes/{machine}"
            subprocess.run([cli, *words.split(), here], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "STARNUMA_HOME": str(TREE)}, cwd=place)
            inside(folder, f"./starnuma {words} {there} >/dev/null")
            different += [f"{machine}/{name}" for name in COMPARED
                          if (here / name).read_bytes() != (folder / COPY / there / name).read_bytes()]
    return different


def short_tests(release):
    targets = " ".join(f"sn_test_{unit}" for unit in UNITS if (TREE / "tests" / "unit" / unit).exists())
    names = "|".join(UNITS)
    return (f"./starnuma list >/dev/null; apt-get install -qy --no-install-recommends libgtest-dev >/dev/null; "
            f"cmake --preset ci -DBUILD_TESTING=ON >/dev/null; "
            f"cmake --build build/release --target {targets} | tail -n 1; "
            f"ctest --test-dir build/release --output-on-failure -R '^(golden.results|unit.({names})[.])' | tail -n 20")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", help="name of a Debian release, as trixie")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--folder", type=Path, help="base system (default: build/bootstrap/RELEASE)")
    options = parser.parse_args()
    folder = (options.folder or TREE / "build" / "bootstrap" / options.release).resolve()
    try:
        requirements()
        make(options.release, folder)
    except Skipped as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    copy_tree(folder / COPY)
    try:
        inside(folder, short_tests(options.release) if options.short else "./starnuma test")
    except subprocess.CalledProcessError as error:
        print(f"failed in {folder} with exit code {error.returncode}")
        return 1
    different = same_bytes(folder, os.environ["STARNUMA_CLI"]) if "STARNUMA_CLI" in os.environ else []
    for name in different:
        print(f"{name}: {options.release} writes other bytes")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
