# SPDX-License-Identifier: Apache-2.0
"""Names that notebooks complete: `starnuma.machines.`, `starnuma.workloads.`, `starnuma.fields.`"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Union

from starnuma.api import html
from starnuma.api.program import call, document
from starnuma.campaign.places import nearest

Tree = dict[str, Union[str, "Tree"]]


class Names(Mapping[str, str]):
    """Names with their descriptions; an attribute is the name itself as text."""

    def __init__(self, read: Callable[[], dict[str, str]]) -> None:
        self._read = read

    @cached_property
    def _found(self) -> dict[str, str]:
        return self._read()

    def __getattr__(self, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._found:
            raise AttributeError(f'unknown name "{name}"{nearest(name, self._found)}')
        return name

    def __getitem__(self, name: str) -> str:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __dir__(self) -> list[str]:
        return [name for name in self._found if name.isidentifier()]

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {about}" for name, about in self._found.items())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._found)

    def _repr_html_(self) -> str:
        return html.table(["name", "description"], self._found.items())


class Fields:
    """Fields of machines below a path; an attribute is a group of fields, or the path of a field as text."""

    def __init__(self, path: str = "", tree: Tree | None = None) -> None:
        self._path, self._own = path, tree

    @cached_property
    def _tree(self) -> Tree:
        return field_tree() if self._own is None else self._own

    def __getattr__(self, name: str) -> str | Fields:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._tree:
            raise AttributeError(f'unknown field "{self._below(name)}"{nearest(name, self._tree)}')
        found = self._tree[name]
        return Fields(self._below(name), found) if isinstance(found, dict) else self._below(name)

    def _below(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def __dir__(self) -> list[str]:
        return list(self._tree)

    def __iter__(self) -> Iterator[str]:
        for name, found in self._tree.items():
            if isinstance(found, dict):
                yield from Fields(self._below(name), found)
            else:
                yield self._below(name)

    def __repr__(self) -> str:
        return "\n".join(self._below(name) + ("." if isinstance(found, dict) else f": {found}")
                         for name, found in self._tree.items())


def listed(what: str) -> dict[str, str]:
    return {each["name"]: each["summary"] for each in document("list", what)[what]}


def field_tree() -> Tree:
    """Returns the fields of a machine from the schema, {name: description or fields below}."""
    definitions = json.loads(call("schema"))["definitions"]

    def group_of(node: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the definition of a group of fields; None for a single field."""
        for option in (node, *node.get("anyOf", ())):
            if "$ref" in option:
                found: dict[str, Any] = definitions[option["$ref"].rpartition("/")[2]]
                return found
        return None

    def tree_of(group: dict[str, Any]) -> Tree:
        below: Tree = {}
        for name, node in group.get("properties", {}).items():
            inner = group_of(node)
            below[name] = node.get("description", "") if inner is None else tree_of(inner)
        return below

    return tree_of(definitions["machine"])


machines = Names(lambda: listed("machines"))
workloads = Names(lambda: listed("workloads"))
fields = Fields()
