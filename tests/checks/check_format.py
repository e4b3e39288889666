#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All C and C++ is formatted by clang-format; skipped without the tool, unless CI is set."""

import os
import shutil
import subprocess
import sys

import tree

ROOMS = ("models", "rtl", "stimulus", "platforms", "tests", "testbenches", "docs")


def problems(root):
    sources = [str(path) for path, _ in tree.files(root, *tree.CPP, under=ROOMS)]
    if not sources:
        return
    style = f"--style=file:{tree.ROOT / '.clang-format'}"
    command = ["clang-format", style, "--dry-run", "-Werror", *sources]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        yield result.stdout
        yield "clang-format -i FILE... fixes these files"


if __name__ == "__main__":
    if not shutil.which("clang-format") and not os.environ.get("CI"):
        print("clang-format is not installed: skipped")
        sys.exit(tree.SKIPPED)
    tree.main(problems, {"models/a.h": "int a;\n"}, [("models/b.h", "int   b ;\n")])
