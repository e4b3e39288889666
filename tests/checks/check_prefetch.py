#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Host memory is prefetched by base::prefetch only.

A bare __builtin_prefetch has no effect for GCC: a function without other effects counts as pure, and GCC
removes its calls silently."""

import tree

HOME = "models/base/prefetch.h"


def problems(root):
    for path, name in tree.files(root, *tree.CPP):
        for number, line in tree.lines(path):
            if "__builtin_prefetch" in line and name != HOME:
                yield f"{name}:{number}: use base::prefetch ({HOME}); GCC may drop a bare one"


ACCEPTED = {
    HOME: "inline void prefetch(const void* a) { __builtin_prefetch(a); }\n",
    "models/a.h": "void prefetch() const { base::prefetch(this); }\n",
}
REJECTED = [("models/b.h", "void prefetch() const { __builtin_prefetch(this); }\n")]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
