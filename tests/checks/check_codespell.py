#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Words are spelled correctly according to codespell; skipped if PyPI is unreachable, unless CI is set."""

import re

import yaml

import pypi
import tree

SUFFIXES = (*tree.CPP, ".sv", ".svh", ".py", ".md", ".yaml", ".yml", ".cmake", ".sh", ".j2", ".js",
            "CMakeLists.txt", "starnuma")
IDENTIFIER = r"\b\w*[A-Z_]\w*[A-Z0-9_]\w*\b|\b[a-z0-9]+[A-Z]\w*\b"  # two capitals, or one within
FINDING = re.compile(r"(.*?):(\d+): (\S+) ==> (.*)")
DATA = "tests/checks/english.yaml"


def problems(root):
    allowed = yaml.safe_load((tree.ROOT / DATA).read_text(encoding="utf-8"))["misspelled"]
    names = [name for _, name in tree.files(root, *SUFFIXES) if name != DATA]
    output = pypi.run("codespell", "--quiet-level=35", "--ignore-regex", IDENTIFIER, *names, cwd=root)[1]
    for line in output.splitlines():
        match = FINDING.fullmatch(line)
        if not match:
            yield f"codespell: {line}"
        elif not match[1].removeprefix("./").startswith(tuple(allowed.get(match[3].lower(), ()))):
            yield f"{match[1].removeprefix('./')}:{match[2]}: '{match[3]}': write {match[4]}"


ACCEPTED = {"models/a.h": "// Home states are DataS and kOwn.\n",
            "tests/cli/broken/a.yaml": "bandwith: 1\n"}
REJECTED = [("models/b.h", "// The " + "bandw" + "ith of a link.\n"),
            ("docs/b.md", "Text.\n\n" + "T" + "eh link.\n")]

if __name__ == "__main__":
    pypi.install_or_skip()
    tree.main(problems, ACCEPTED, REJECTED)
