# SPDX-License-Identifier: Apache-2.0
"""The statistics that runs can have, from the page of declared statistics that ships with the program."""

import re
from functools import cached_property
from pathlib import Path

ROW = re.compile(r"^\| `([^`]+)` \| ([^|]+) \| ", re.MULTILINE)
CLASS = r"(local|one_hop|two_hop|pool|block_transfer_socket|block_transfer_pool)"
PLACES = {"*": r"\d*", "<class>": CLASS, "<links>": r"[a-z]\w*", "<link>": r"\w+", "<name>": r"[^.]+"}
OTHER = r"[^.]+"
SAMPLES = {"*": "0", "<class>": "local", "<links>": "upi", "<link>": "socket0_socket1", "<name>": "NAME"}


class Declared:
    """Patterns of paths of statistics.

    platforms: the shipped folder. Without the page, in a package that lacks it, every path is taken
    as known."""

    def __init__(self, platforms):
        page = Path(platforms).resolve().parent / "docs" / "generated" / "statistics.md"
        self.patterns = [row[1] for row in ROW.finditer(page.read_text(encoding="utf-8"))] \
            if page.is_file() else []

    @cached_property
    def expressions(self):
        of_run = [pattern.removeprefix("run.") for pattern in self.patterns if pattern.startswith("run.")]
        own = [pattern for pattern in self.patterns if pattern.startswith("workload.")]
        programs = [f"program.<name>.{path}" for path in (*of_run, *own)]
        hosts = [pattern.replace("machine.", "machine.host_<name>.", 1) for pattern in self.patterns
                 if pattern.startswith("machine.")]
        # A run has program.<name>.pages.fallback of its only program below `run`.
        extra = [pattern.replace("program.<name>.", "run.") for pattern in self.patterns
                 if pattern == "program.<name>.pages.fallback"]
        return [expression(pattern) for pattern in (*self.patterns, *programs, *hosts, *extra)]

    def has(self, path):
        """Returns whether a run can have this statistic."""
        return not self.patterns or any(each.fullmatch(path) for each in self.expressions)

    def names(self):
        """Returns a path of each pattern, to name the nearest one."""
        return [re.sub(r"\*|<\w+>", lambda part: SAMPLES.get(part[0], "0"), pattern)
                for pattern in self.patterns]


def expression(pattern):
    parts = re.split(r"(\*|<\w+>)", pattern)
    return re.compile("".join(PLACES.get(part) or (OTHER if part.startswith("<") else re.escape(part))
                              for part in parts))
