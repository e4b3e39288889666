# SPDX-License-Identifier: Apache-2.0
"""Evaluates an expression over the numbers of a run, such as `sum(machine.socket*.core*.instructions)`.

A path names one number. In a path, `*` is any part of a component and `$name` a variable: one component, or
what the table declares for this name. Functions that collect (`sum`, `most`, `count`, `last`) evaluate their
argument for all values of the variables that the law has not bound. A number that a run does not have raises
Missing; it is never 0, except in `optional(path)`, for statistics that a run omits if they are 0."""

import ast
import math
import operator
import re
from collections import defaultdict

PATH = re.compile(r"(?<![\w.$])(?:\$\w+|[a-z]\w*(?=\.))(?:\.[\w$*]+)*")
NAMES = re.compile(r"\$([a-z]+)|\*")
COLLECT = {"sum": math.fsum, "most": max, "least": min, "count": len, "last": lambda values: values[-1]}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt,
             ast.LtE: operator.le, ast.Eq: operator.eq, ast.NotEq: operator.ne}


class Missing(Exception):
    """Number that the run does not have."""


class Numbers:
    """Numbers and words of a run by their paths, found by patterns."""

    def __init__(self, values, places):
        self.values = values
        self.places = places  # {variable: regular expression of its values}
        self.found = {}
        self.grouped = {}
        self.by_end = defaultdict(list)  # paths by their last component
        for path in values:
            self.by_end[path.rpartition(".")[2]].append(path)

    def matches(self, pattern):
        """Returns [(path, {variable: text})] of the paths that match, in the run's order."""
        if pattern not in self.found:
            match = re.compile(self.regular(pattern)).fullmatch
            end = pattern.rpartition(".")[2]
            paths = self.values if NAMES.search(end) else self.by_end.get(end, ())
            self.found[pattern] = [(path, found.groupdict()) for path in paths if (found := match(path))]
        return self.found[pattern]

    def matches_with(self, pattern, bound):
        """Returns those of matches(pattern) that agree with the bound variables."""
        names = tuple(sorted(set(NAMES.findall(pattern)) & bound.keys() - {""}))
        if (pattern, names) not in self.grouped:
            groups = self.grouped[pattern, names] = defaultdict(list)
            for path, found in self.matches(pattern):
                groups[tuple(found[name] for name in names)].append((path, found))
        return self.grouped[pattern, names].get(tuple(bound[name] for name in names), [])

    def regular(self, pattern):
        parts, end = [], 0
        for name in NAMES.finditer(pattern):
            parts.append(re.escape(pattern[end:name.start()]))
            variable = name[1]
            if variable is None:
                parts.append(r"\w*")
            elif f"(?P<{variable}>" in "".join(parts):
                parts.append(f"(?P={variable})")
            else:
                parts.append(f"(?P<{variable}>{self.places.get(variable, r'[^.]+')})")
            end = name.end()
        return "".join([*parts, re.escape(pattern[end:])])

    def places_of(self, patterns):
        """Returns the distinct bindings under which any of the patterns names a number."""
        bindings = {tuple(sorted(names.items())): names for pattern in patterns
                    for _, names in self.matches(pattern)}
        return list(bindings.values())


class Expression:
    """One side or the condition of a law. `used` holds the paths that the last evaluation read."""

    def __init__(self, text):
        self.text = text
        self.patterns = []
        tree = ast.parse(PATH.sub(self.named, text), mode="eval")
        self.root = tree.body

    def named(self, path):
        self.patterns.append(path[0])
        return f"path_{len(self.patterns) - 1}"

    def value(self, numbers, bound):
        """Returns the value with these variables bound, and sets `used`. Raises Missing."""
        self.used = []
        return self.of(self.root, numbers, bound)

    def pattern(self, node):
        if not isinstance(node, ast.Name) or not node.id.startswith("path_"):
            raise ValueError(f"{self.text}: expected a path of a statistic")
        return self.patterns[int(node.id[5:])]

    def of(self, node, numbers, bound):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.number(self.pattern(node), numbers, bound)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
            value = self.of(node.operand, numbers, bound)
            return -value if isinstance(node.op, ast.USub) else not value
        if isinstance(node, ast.BoolOp):
            every = all if isinstance(node.op, ast.And) else any
            return every(self.of(each, numbers, bound) for each in node.values)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self.joined(node.ops[0], node.left, node.comparators[0], numbers, bound)
        if isinstance(node, ast.BinOp):
            return self.joined(node.op, node.left, node.right, numbers, bound)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            return self.called(node.func.id, node.args[0], numbers, bound)
        raise ValueError(f"{self.text}: not an expression of the laws")

    def joined(self, joint, left, right, numbers, bound):
        operation = OPERATORS.get(type(joint))
        if operation is None:
            raise ValueError(f"{self.text}: unknown operator")
        try:
            return operation(self.of(left, numbers, bound), self.of(right, numbers, bound))
        except ZeroDivisionError as error:
            raise Missing(self.text) from error

    def called(self, name, argument, numbers, bound):
        if name in ("optional", "known"):
            try:
                value = self.of(argument, numbers, bound)
                return True if name == "known" else value
            except Missing:
                return False if name == "known" else 0
        if name == "abs":
            return abs(self.of(argument, numbers, bound))
        if name not in COLLECT:
            raise ValueError(f"{self.text}: unknown function {name}")
        values = [self.of(argument, numbers, {**bound, **more})
                  for more in self.free(argument, numbers, bound)]
        if not values:
            raise Missing(self.text)
        return COLLECT[name](values)

    def free(self, argument, numbers, bound):
        """Returns the bindings of the variables in an argument that agree with the bound ones.

        The first path with a variable or `*` decides."""
        for node in ast.walk(argument):
            if isinstance(node, ast.Name) and node.id.startswith("path_"):
                pattern = self.pattern(node)
                if NAMES.search(pattern):
                    return [{**names, "": path} if "*" in pattern else names
                            for path, names in numbers.matches_with(pattern, bound)]
        raise ValueError(f"{self.text}: nothing to collect")

    def number(self, pattern, numbers, bound):
        if "*" in pattern:
            path = bound.get("")  # the match that is being collected
            if path is None:
                raise ValueError(f"{self.text}: {pattern}: * outside of a sum")
        else:
            path = NAMES.sub(lambda name: bound[name[1]], pattern)
        if path not in numbers.values:
            raise Missing(path)
        self.used.append(path)
        return numbers.values[path]
