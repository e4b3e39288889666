# SPDX-License-Identifier: Apache-2.0
"""Hostile texts and mutants of good files, which the tests of all readers of YAML share."""

import copy
import json
import random

SEED = 50
ODD = [None, True, 0, -1, 5, 10**9, 10**30, 1.5, -0.0, "", " ", "x", "nan", "inf", "1e308", "0 ns", "-5 ns", "nan ns",
       "9" * 400, "x" * 5000, "a\nb", "\x1b[2J", "\u202e", [], {}, [[]], [1, 1], {"a": 1}, ["x"] * 300, "/dev/zero",
       "../..", "~", "*a", "&a 1", "!!int 3", "010", "1 GB/s", "socket0"]
TEXTS = ["", "#", "---\n---\n", "[", "{", "a: b: c", "\ta: 1", "a: \x00", "\ufeff", "%YAML 3.0\n---\na: 1", "- " * 200,
         "[" * 70 + "]" * 70, "a: &a [*a]", "a: 1\na: 2", "? [a]\n: 1", "a: !!python/name:os.system", "kind: plan\n" * 2,
         "x: |\n" + " y\n" * 3000, "k: " + "v" * 2_000_000, "- x\n" * 70_000]


def places(value, path=()):
    """All paths into a tree of mappings and lists."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        if isinstance(each, (dict, list)):
            yield from places(each, (*path, key))


def mutant(tree, draw):
    """A copy with one value replaced, removed, doubled or with a key misspelt."""
    tree = copy.deepcopy(tree)
    path = draw.choice(list(places(tree)))
    at = tree
    for key in path[:-1]:
        at = at[key]
    kind = draw.choice(["replace", "replace", "replace", "remove", "misspell", "double"])
    if kind == "remove":
        del at[path[-1]]
    elif kind == "misspell" and isinstance(at, dict):
        at[path[-1][1:] + "z"] = at.pop(path[-1])
    elif kind == "double" and isinstance(at, list):
        at.append(copy.deepcopy(at[path[-1]]))
    else:
        at[path[-1]] = draw.choice(ODD)
    return tree


def texts(tree, count):
    """Returns `count` mutants of a good file as texts, drawn with SEED, and the texts of other kinds."""
    draw = random.Random(SEED)
    return [json.dumps(mutant(tree, draw)) for _ in range(count)] + TEXTS
