# SPDX-License-Identifier: Apache-2.0
"""Names and paths in a plan, resolved in the folder of the plan's file first and then among shipped files."""

import re
from pathlib import Path

PATHS = re.compile(r"(?P<head>(?:^|\+ *)(?:trace:)?)(?P<path>(?<=trace:)[^,@ ]+|[^:+@ ]+\.so(?=[:@ ]|$))")


def target_of(machine, file):
    """Returns the file or name of a machine.

    A path is relative to the plan's folder. A name is NAME.yaml in that folder, except for the plan itself,
    or else a shipped machine."""
    folder = Path(file).parent
    if "/" in machine or machine.endswith(".yaml"):
        return str(folder / machine)
    own = folder / f"{machine}.yaml"
    return str(own) if own.name != Path(file).name and is_there(own) else machine


def is_there(path):
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def workload_of(text, file):
    """Returns a workload with paths of traces and shared objects relative to the plan's folder.

    The name of a shipped trace stays unchanged."""
    def placed(match):
        word = match["path"]
        own = Path(file).parent / word
        return match["head"] + (str(own) if "/" in word or is_there(own) else word)
    return PATHS.sub(placed, text)


def extended(text, file):
    """Returns the file that a plan extends: a path relative to the plan's folder, or NAME.yaml there."""
    other = Path(file).parent / text
    named = Path(f"{other}.yaml")
    return named if not is_there(other) and is_there(named) else other
