# SPDX-License-Identifier: Apache-2.0
"""Include rules inside a room: the order of its folders, and no cycle of its units."""

from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

TOP = "."  # files of the room itself

# Room -> layers of its folders, lowest first. A folder may include its own files and lower layers.
LAYERS = {
    "platforms/assembly": [["config"], ["scaling", "wiring"], ["memory", "boxes"], ["machine"]],
    "platforms/run": [["programs"], ["measure"], ["phases", "faults", "pools", "record"], [TOP]],
    "platforms/app": [["arguments", "files"], ["process"], ["waves"], ["experiments"], ["results"],
                      ["runs"], ["bench", "capture", "verify"], ["commands"], [TOP]],
}
MOST_LAYERS = {"platforms/assembly": 5}
# Rooms whose units (a header and its sources) must not include each other in a cycle.
WITHOUT_CYCLES = ["platforms/run", "platforms/app", "testbenches/coherence"]


def folder_of(room, name):
    return PurePosixPath(name[len(room) + 1:]).parent.as_posix()


def lower(room, folder):
    """Returns the folders that a folder may include, or None if it has no layer."""
    below = []
    for layer in LAYERS[room]:
        if folder in layer:
            return below
        below += layer
    return None


def folder_problems(room, includes):
    for name, entries in includes.items():
        if not name.startswith(room + "/"):
            continue
        own = folder_of(room, name)
        allowed = lower(room, own)
        if allowed is None:
            yield f"{name}:1: folder {own} has no layer in LAYERS of {__file__}"
            continue
        for number, quote, included in entries:
            if quote != '"' or not included.startswith(room + "/"):
                continue
            other = folder_of(room, included)
            if other not in (own, *allowed):
                yield (f'{name}:{number}: #include "{included}": {room}/{own} may include its own files'
                       f" and of this room: {' '.join(allowed) or 'nothing'}")


def units_of(room, includes):
    """Returns the other units that each unit of the room includes; a unit is a path without its suffix."""
    graph = {}
    for name, entries in includes.items():
        if name.startswith(room + "/"):
            unit = name.rsplit(".", 1)[0]
            graph.setdefault(unit, set()).update(
                included.rsplit(".", 1)[0] for _, quote, included in entries
                if quote == '"' and included.startswith(room + "/"))
            graph[unit].discard(unit)
    return graph


def cycle_problems(room, includes):
    graph = units_of(room, includes)
    try:
        TopologicalSorter({unit: sorted(graph[unit]) for unit in sorted(graph)}).prepare()
    except CycleError as error:
        chain = error.args[1][::-1]  # a unit precedes those that include it
        yield f"{chain[0]}: units include each other in a cycle: " + " -> ".join(chain)


def problems(includes):
    """`includes` holds (line, quote, path) of each #include by file."""
    for room, layers in LAYERS.items():
        most = MOST_LAYERS.get(room, len(layers))
        if len(layers) > most:
            yield f"{room}: has {len(layers)} layers of folders, expected at most {most}"
        yield from folder_problems(room, includes)
    for room in WITHOUT_CYCLES:
        yield from cycle_problems(room, includes)
