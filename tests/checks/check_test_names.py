#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that a page names as `kind.folder.Suite.Name` exist; `*` and `...` match any text.

Decision records describe the past and are excluded."""

import re
from fnmatch import fnmatch

import tree

KINDS = ("unit", "module", "cosim")
BENCHES = "testbenches"  # tests of RTL benches are of kind cosim
TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)
NAMED = re.compile(r"`((?:unit|module|cosim)\.[\w.*/]+)")


def tests(root):
    """Yields each test as kind.folder.Suite.Name, without the words that parameters add."""
    for path, name in tree.files(root, ".cpp", under=("tests", BENCHES)):
        parts = name.split("/")
        kind, folder = ("cosim", parts[1]) if parts[0] == BENCHES else parts[1:3]
        if kind in KINDS:
            for suite, test in TEST.findall(path.read_text(encoding="utf-8")):
                yield f"{kind}.{folder}.{suite}.{test}"


def pattern(named):
    """Returns the pattern of test names for a name in a page."""
    named = re.sub(r"\.\w+/(?=[A-Z]\w*\.)", ".", named)  # Instance/Suite.Test/parameter
    return re.sub(r"/[^.]*$", "", named.replace("...", "*")).rstrip(".") + "*"


def problems(root):
    known = sorted(tests(root))
    for path, name in tree.files(root, ".md", under=("docs",)):
        if "/decisions/" in name:
            continue
        for number, line in tree.lines(path):
            for named in NAMED.findall(line):
                if not any(fnmatch(test, pattern(named)) for test in known):
                    yield f"{name}:{number}: there is no test {named}"


ACCEPTED = {
    "tests/unit/pool/a_test.cpp": "TEST(Decoder, Splits) {}\nTEST_P(Sizes, Fit) {}\n",
    "testbenches/annex/b_test.cpp": "TEST_F(Lockstep, Holds) {}\n",
    "docs/components/a.md": "`unit.pool.Decoder.*`, `unit.pool.Sizes.Fit`, `unit.pool.All/Sizes.Fit/3`,\n"
                            "`unit.pool.*Decoder*`, `cosim.annex.Lockstep.H...`, `unit.pool.Decoder`,\n"
                            "`unit.pool.Sizes.Fit/Small`\n",
    "docs/decisions/0001-a.md": "`unit.gone.Decoder.*`\n",
}
REJECTED = [("docs/a.md", f"`{named}`\n") for named in
            ("unit.tool.Decoder.*", "unit.pool.Decoder.Joins", "module.pool.Decoder.*",
             "cosim.annex.Lockstep.F...", "unit.pool.Size.*")]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
