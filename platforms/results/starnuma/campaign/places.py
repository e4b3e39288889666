# SPDX-License-Identifier: Apache-2.0
"""A YAML file as plain data with the position of every value.

- Numbers without a fraction are integers; every other value is text as written.
- Duplicate keys are errors, because they hide mistakes; starnuma.guarded_yaml lists further errors.
"""

import difflib
import re

import yaml

from starnuma.files import BadInput, printable
from starnuma.guarded_yaml import compose

WHOLE = re.compile(r"0|[1-9][0-9]*")
LEADING_ZERO = re.compile(r"[+-]?0[0-9][0-9._eE]*( .*)?")
QUANTITY = re.compile(r"\^\[0-9\]\+\(\\\.\[0-9\]\+\)\? (.+)\$")
LONGEST_SHOWN = 100  # characters of a value in a message
ARTICLES = {"array": "a list", "object": "a mapping", "string": "a text", "integer": "a whole number"}


class Problems:
    """Errors of a file, one line each, in the order of its lines."""

    def __init__(self):
        self.found = []

    def add(self, place, path, message):
        self.found.append((place, printable(f"{place}: {'.'.join(map(str, path))}: {message}")))

    def raise_if_any(self):
        if self.found:
            lines = dict.fromkeys(line for _, line in sorted(self.found, key=lambda one: one[0]))
            raise BadInput("\n".join(lines))


class FilePosition(str):
    """Text file:line:column that sorts by the numbers."""

    file: str
    line: int
    order: tuple[str, int, int]

    def __new__(cls, file, line, column):
        place = super().__new__(cls, f"{file}:{line}:{column}")
        place.order = (str(file), line, column)
        place.file, place.line = str(file), line
        return place

    def __lt__(self, other):
        return self.order < other.order


class Document:
    """Data of a file and the position of each path in it; for a key with a value, the position of the key."""

    def __init__(self, path, truths=False, text=None):
        """Reads a file; with `truths`, plain `true` and `false` become booleans.

        text: see compose()."""
        self.path, self.truths = path, truths
        self.places = {}
        self.data = self.value_of(compose(path, text), ())

    def at(self, path):
        """Returns the position of a path, or of its nearest ancestor that has one."""
        path = tuple(path)
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, FilePosition(self.path, 1, 1))

    def value_of(self, node, path):
        if path not in self.places or not isinstance(path[-1], str):
            self.places[path] = self.mark(node)
        if isinstance(node, yaml.MappingNode):
            return self.mapping_of(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value_of(item, (*path, i)) for i, item in enumerate(node.value)]
        plain = node.style in (None, "")
        if plain and LEADING_ZERO.fullmatch(node.value):
            raise BadInput(f'{self.mark(node)}: "{node.value}" has a leading zero, remove it or quote the text')
        if plain and WHOLE.fullmatch(node.value):
            return int(node.value)
        if self.truths and plain and node.value in ("true", "false"):
            return node.value == "true"
        return node.value

    def mapping_of(self, node, path):
        values = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise BadInput(f"{self.mark(key)}: expected a key, found {ARTICLES['object']}")
            if key.value in values:
                first = self.places[*path, key.value].order[1]
                raise BadInput(f'{self.mark(key)}: duplicate key "{printable(key.value)}", first written in '
                               f"line {first}")
            self.places[*path, key.value] = self.mark(key)
            values[key.value] = self.value_of(value, (*path, key.value))
        return values

    def mark(self, node):
        return FilePosition(self.path, node.start_mark.line + 1, node.start_mark.column + 1)


def nearest(word, names):
    """Returns the suggestion for an unknown word: the nearest of the names, or ""."""
    near = difflib.get_close_matches(str(word), list(map(str, names)), 1)
    return f', did you mean "{near[0]}"?' if near else ""


def found(value):
    if isinstance(value, (dict, list)):
        return ARTICLES["object" if isinstance(value, dict) else "array"]
    text = str(value)
    return f'"{text[:LONGEST_SHOWN]}{"..." * (len(text) > LONGEST_SHOWN)}"' if text else "nothing"


def check(document, schema, root, problems):
    """Adds an error for each violation of a JSON Schema; `root` names the top of the document."""
    import jsonschema
    for error in jsonschema.Draft7Validator(schema).iter_errors(document.data):
        explain(error, document, root, problems)


def explain(error, document, root, problems):
    path = tuple(error.absolute_path)
    rule, wanted = error.validator, error.schema
    if rule == "anyOf":
        fits = [inner for inner in error.context if inner.validator != "type"]
        if fits and isinstance(error.instance, dict):
            return explain(fits[0], document, root, problems)
    if rule == "additionalProperties":
        names = wanted["properties"]
        for key in error.instance.keys() - names.keys():
            problems.add(document.at((*path, key)), (root, *path, key),
                         f"unknown key{nearest(key, names) or ', expected ' + ', '.join(names)}")
        return None
    if rule == "required":
        gone = [key for key in error.validator_value if key not in error.instance]
        return problems.add(document.at(path), (root, *path),
                            f"expected {' and '.join(gone)}, which is missing")
    about = wanted.get("description", "")
    if rule in ("enum", "const"):
        names = error.validator_value if rule == "enum" else [error.validator_value]
        about = f"{' or '.join(map(str, names))}{nearest(error.instance, names).rstrip('?')}"
    elif rule == "type":
        kind = error.validator_value
        about = f"{ARTICLES.get(kind, 'a value') if isinstance(kind, str) else 'a value'}: {about}"
    elif rule == "pattern" and (unit := QUANTITY.fullmatch(error.validator_value)):
        units = unit[1].strip("()").split("|")
        about = f"a number from 0 on and its unit, {' or '.join(units)}"
    elif rule == "pattern":
        about = f"{about or 'a text'} of the form {error.validator_value}"
    elif rule == "uniqueItems":
        about = "each value once"
    elif rule in ("minimum", "maximum"):
        about = f"a number of {wanted.get('minimum', 0)} to {wanted.get('maximum', '2^64-1')}"
    elif rule in ("minItems", "minProperties"):
        about = "one or more: " + about
    return problems.add(document.at(path), (root, *path),
                        f"expected {about.rstrip(': ')}, found {found(error.instance)}")
