#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file states its licence in its first line (the second after #!)."""

import tree

SUFFIXES = (*tree.CPP, ".sv", ".svh", ".vlt", ".in", ".py", ".sh", ".cmake", "CMakeLists.txt",
            ".yaml", ".yml", ".toml", ".j2", ".js", ".clang-format", ".clang-tidy", "starnuma", "Dockerfile", ".def")
LICENCE = "SPDX-License-Identifier: Apache-2.0"
# Code loaded into QEMU has QEMU's licence; the interface of both sides of the socket has both licences.
OTHERS = {
    "stimulus/trace/capture/plugin/": "SPDX-License-Identifier: GPL-2.0-or-later",
    "stimulus/trace/capture/wire.h": LICENCE + " OR GPL-2.0-or-later",
}


def licence_of(name):
    return next((licence for start, licence in OTHERS.items() if name.startswith(start)), LICENCE)


def problems(root):
    for path, name in tree.files(root, *SUFFIXES):
        head = [line for _, line in tree.lines(path)][:2]
        if head and head[0].startswith("#!"):
            head = head[1:]
        licence = licence_of(name)
        if not head or not head[0].lstrip("/#;{ ").startswith(licence):
            yield f"{name}:1: the first line must be a comment '{licence}'"


ACCEPTED = {
    "models/a.h": f"// {LICENCE}\n#pragma once\n",
    "tests/a.py": f"#!/usr/bin/python3\n# {LICENCE}\n",
    "docs/a.md": "# Title\n",
}
REJECTED = [
    ("models/b.h", "#pragma once\n"),
    ("models/b.cpp", ""),
    ("stimulus/trace/capture/plugin/b.cpp", f"// {LICENCE}\n"),
    ("platforms/b.yaml", f"kind: part\n# {LICENCE}\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
