#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A file that calls functions of <algorithm> or <numeric> includes that header itself.

Which other standard headers contain them differs between compiler versions, so that a file compiles with some only."""

import re

import tree

FUNCTIONS = {
    "<algorithm>": "adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal fill fill_n "
                   "find find_if find_if_not for_each generate includes is_sorted lower_bound max max_element min "
                   "min_element minmax_element mismatch next_permutation none_of nth_element partition remove_if "
                   "replace reverse rotate search shuffle sort stable_sort transform unique upper_bound",
    "<numeric>": "accumulate gcd inner_product iota lcm partial_sum reduce",
}
CALLS = {header: re.compile(rf"\bstd::({'|'.join(names.split())})\s*[(<]") for header, names in FUNCTIONS.items()}


def problems(root):
    for path, name in tree.files(root, *tree.CPP):
        text = path.read_text(encoding="utf-8")
        for header, calls in CALLS.items():
            call = calls.search(text)
            if call and f"#include {header}" not in text:
                yield f"{name}:{text.count(chr(10), 0, call.start()) + 1}: std::{call[1]} needs #include {header}"


ACCEPTED = {
    "models/a.h": "#include <algorithm>\nint a = std::max(1, 2);\n",
    "models/b.cpp": "int a = max(1, std::minus<>()(2, 1));\n",
}
REJECTED = [
    ("models/c.h", "int a = std::max<int>(1, 2);\n"),
    ("tests/c.cpp", "#include <algorithm>\nint a = std::gcd(4, 6);\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
