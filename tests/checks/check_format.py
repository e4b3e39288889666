#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All C and C++ is formatted by clang-format; skipped if PyPI is unreachable, unless CI is set."""

import pypi
import tree

ROOMS = ("models", "rtl", "stimulus", "platforms", "tests", "testbenches", "docs")


def problems(root):
    sources = [str(path) for path, _ in tree.files(root, *tree.CPP, under=ROOMS)]
    if not sources:
        return
    style = f"--style=file:{tree.ROOT / '.clang-format'}"
    code, output = pypi.run("clang-format", style, "--dry-run", "-Werror", *sources)
    if code != 0:
        yield output
        yield "clang-format -i FILE... fixes these files"


if __name__ == "__main__":
    pypi.install_or_skip()
    tree.main(problems, {"models/a.h": "int a;\n"}, [("models/b.h", "int   b ;\n")])
