#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and tests this tree in a base system of another release or with another compiler, as root:

    tests/toolchains/bootstrap.py trixie                    all tests of ./starnuma test on Debian 13
    tests/toolchains/bootstrap.py trixie --short            the command line, unit tests, four runs
    tests/toolchains/bootstrap.py noble --short             on Ubuntu 24.04
    tests/toolchains/bootstrap.py bookworm --short --clang  on Debian 12 with clang

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
HOST_TIME = b"host CPU"  # in rows of the summary
INSIDE = """set -e
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
if [ -e "$PIP_CERT" ]; then mkdir -p "$0${PIP_CERT%/*}"; touch "$0$PIP_CERT"; mount --bind "$PIP_CERT" "$0$PIP_CERT"; fi
exec chroot "$0" "$@"
"""
UBUNTU = {"noble": "http://archive.ubuntu.com/ubuntu"}  # releases and their mirrors
UBUNTU_KEYS = "/usr/share/keyrings/ubuntu-archive-keyring.gpg"
PLACE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "CI": "1",
         "SC_COPYRIGHT_MESSAGE": "DISABLE",
         **{name: value for name, value in os.environ.items()
            if name.startswith(("CMAKE_", "CTEST_", "CCACHE_", "PIP_"))}}


class Skipped(Exception):
    """A reason why the base system cannot be made here."""


class Failed(Exception):
    """A command that failed in the base system."""


def requirements():
    if os.geteuid() != 0:
        raise Skipped("only root can make a base system")
    for tool in ("debootstrap", "unshare", "chroot"):
        if not shutil.which(tool):
            raise Skipped(f"there is no {tool}")
    if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode != 0:
        raise Skipped("this system refuses mounts of a process")


def of_release(release):
    """Returns the options and words of debootstrap for a release."""
    if release not in UBUNTU:
        return [], []
    if not Path(UBUNTU_KEYS).exists():
        raise Skipped(f"there is no {UBUNTU_KEYS} (package ubuntu-archive-keyring)")
    return ["--components=main,universe", f"--keyring={UBUNTU_KEYS}"], [UBUNTU[release], "gutsy"]  # its script for Ubuntu


def make(release, folder):
    complete = folder / "complete"
    if complete.exists():
        return
    options, words = of_release(release)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    done = subprocess.run(["unshare", "--mount", "debootstrap", "--variant=minbase", "--include=ca-certificates",
                           *options, release, folder, *words], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"debootstrap {release}: {(done.stdout.strip().splitlines() or ['no output'])[-1]}")
    (folder / "etc/dpkg/dpkg.cfg.d/fast").write_text("force-unsafe-io\n", encoding="utf-8")
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


def inside(folder, command, variables):
    """Executes a command in the tree of the base system; prints the end of its output if it fails."""
    done = subprocess.run(["unshare", "--mount", "sh", "-c", INSIDE, folder, "sh", "-ec", f"cd /{COPY}; {command}"],
                          check=False, env={**PLACE, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        print("\n".join(done.stdout.decode(errors="replace").splitlines()[-40:]))
        raise Failed(f"'{command}' failed in {folder} with exit code {done.returncode}")


def contents(folder):
    """Returns {name: bytes} of the files of a result folder, without times of the host."""
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "host.json"}
    files["summary.txt"] = b"\n".join(line for line in files["summary.txt"].splitlines() if HOST_TIME not in line)
    return files


def same_bytes(folder, cli, variables):
    """Returns the files of four runs that differ."""
    different = []
    with tempfile.TemporaryDirectory() as place:
        for machine, workload in RUNS.items():
            words = f"run {machine} {workload} --no-report -o"
            here = Path(place) / machine
            there = f"build/same_bytes/{machine}"
            subprocess.run([cli, *words.split(), here], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "STARNUMA_HOME": str(TREE)}, cwd=place)
            inside(folder, f"./starnuma {words} {there}", variables)
            ours, theirs = contents(here), contents(folder / COPY / there)
            different += [f"{machine}/{name}" for name in sorted(ours.keys() | theirs.keys())
                          if ours.get(name) != theirs.get(name)]
    return different


SHORT = ("./starnuma list",
         "apt-get install -qy --no-install-recommends libgtest-dev librapidcheck-dev",
         "cmake --preset ci -DBUILD_TESTING=ON",
         "cmake --build build/release --target unit_tests",
         "ctest --test-dir build/release --output-on-failure -L '^unit$'",
         "ctest --test-dir build/release --output-on-failure --no-tests=error -R '^golden.results$'")
CLANG = {"CC": "clang", "CXX": "clang++"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", help="name of a release: bookworm, trixie, noble")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--clang", action="store_true", help="compile with the distribution's clang")
    parser.add_argument("--folder", type=Path, help="base system (default: build/bootstrap/RELEASE)")
    options = parser.parse_args()
    name = options.release + "-clang" * options.clang
    folder = (options.folder or TREE / "build" / "bootstrap" / name).resolve()
    variables = CLANG if options.clang else {}
    try:
        requirements()
        make(options.release, folder)
        copy_tree(folder / COPY)
        if options.clang:
            inside(folder, "apt-get update -q; apt-get install -qy --no-install-recommends clang", {})
        for command in SHORT if options.short else ["./starnuma test"]:
            inside(folder, command, variables)
        different = same_bytes(folder, os.environ["STARNUMA_CLI"], variables) if "STARNUMA_CLI" in os.environ else []
    except Skipped as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    except Failed as failure:
        print(failure)
        return 1
    for file in different:
        print(f"{file}: {name} writes other bytes")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
