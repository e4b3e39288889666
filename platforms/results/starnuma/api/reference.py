# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of the Python functions from their signatures and documentation."""

from __future__ import annotations

import inspect
import re

import starnuma

COMMAND = "python3 -m starnuma.api.reference"
HEAD = f"""<!-- Generated: {COMMAND} > docs/generated/python.md -->
# Python reference

`import starnuma as sn` gives these names; [the platform in Python](../guide/python.md) introduces them. Functions that
return frames of result folders are in [results as data](../guide/results-as-data.md).
"""
QUOTED = re.compile(r"(: |-> )'([^']*)'")
ARGUMENT = re.compile(r"(\w+) {2,}(\S.*)")


def signature(name: str, found: object) -> str:
    """Returns a call as it is written, with types."""
    text = QUOTED.sub(r"\1\2", str(inspect.signature(found)))  # type: ignore[arg-type]
    return f"{name}{text.replace('(self, ', '(').replace('(self)', '()')}"


def documentation(found: object) -> str:
    """Returns the documentation with its arguments as a list."""
    lines: list[str] = []
    for line in (inspect.getdoc(found) or "").splitlines():
        item = ARGUMENT.sub(r"- `\1`: \2", line)
        if item != line and lines and lines[-1] and not lines[-1].startswith("- "):
            lines.append("")
        lines.append(item)
    return "\n".join(lines) + "\n"


def members(kind: type) -> list[str]:
    """Returns a line per public property and method of a class itself."""
    lines = []
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        about = (inspect.getdoc(member) or "").partition("\n\n")[0].replace("\n", " ")
        call = signature(name, member) if inspect.isfunction(member) else name
        if inspect.isfunction(member) or hasattr(member, "__get__"):
            lines.append(f"- `{call}`" + (f": {about}" if about else ""))
    return lines


def page() -> str:
    """Returns the page."""
    functions, classes = [], []
    for name in starnuma.API:
        found = getattr(starnuma, name)
        if inspect.isfunction(found):
            functions.append(f"## {name}\n\n```python\n{signature('sn.' + name, found)}\n```\n\n{documentation(found)}")
        elif inspect.isclass(found):
            below = members(found)
            classes.append(f"## {name}\n\n{documentation(found)}" + ("\n" + "\n".join(below) + "\n" if below else ""))
        else:
            about = documentation(type(found))
            functions.append(f"## {name}\n\n{about}")
    return "\n".join([HEAD, *functions, *classes])


if __name__ == "__main__":
    print(page(), end="")
