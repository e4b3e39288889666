#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Target `installed` builds every file of the build folder that `cmake --install` installs.

The evidence is CMake's install scripts and Ninja's graph.

check_installed.py BUILD NINJA [TARGET]
"""

import re
import subprocess
import sys
from pathlib import Path

INSTALLED = re.compile(r'^\s*file\(INSTALL [^)]*?\bFILES((?:\s+"[^"]+")+)', re.MULTILINE)
LEAST = 20  # fewest libraries


def installed(build):
    """Yields the files of the build folder that its install scripts name, relative to it."""
    for script in build.rglob("cmake_install.cmake"):
        for names in INSTALLED.findall(script.read_text(encoding="utf-8")):
            for name in re.findall(r'"([^"]+)"', names):
                if build in Path(name).parents:
                    yield Path(name).relative_to(build).as_posix()


def main():
    build, ninja = Path(sys.argv[1]).resolve(), sys.argv[2]
    target = sys.argv[3] if len(sys.argv) > 3 else "installed"

    def tool(*words):
        return subprocess.run([ninja, "-C", build, "-t", *words], capture_output=True, text=True,
                              check=False)

    graph = tool("graph", target)
    if graph.returncode != 0:
        sys.exit(f"{build}: {graph.stderr.strip()}")
    built = set(re.findall(r'label="([^"]+)"', graph.stdout))
    files = sorted(set(installed(build)))
    if sum(name.endswith(".a") for name in files) < LEAST:
        sys.exit(f"{build}: expected install scripts that name {LEAST} libraries, found {len(files)} files")
    bad = 0
    for name in files:
        if name in built:
            continue
        if tool("query", name).returncode == 0:
            print(f"{name}: is installed, and target {target} does not build it")
            bad += 1
        elif not (build / name).exists():  # CMake writes the file when it configures
            print(f"{name}: is installed, and neither a target nor CMake makes it")
            bad += 1
    sys.exit(1 if bad else 0)


main()
