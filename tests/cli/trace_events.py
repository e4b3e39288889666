# SPDX-License-Identifier: Apache-2.0
"""Reads files of Chrome trace events, independently of the writer, and checks them against the format.

Perfetto's own parser is a program that its PyPI package downloads at its first use, so tests do not need it.
The rules are those of the format's specification and of Perfetto's importer:
- a slice (X) has a time, a duration, a process and a thread; slices of a thread nest
- names (M) are given once; counters (C) have numbers; a flow begins, continues and ends in order of time
"""

import gzip
import json
from decimal import Decimal

NUMBERS = {"X": {"pid", "tid", "ts", "dur"}, "C": {"pid", "ts"}, "M": {"pid"}, "i": {"pid", "tid", "ts"}}
KINDS = {"thread_name", "process_name", "process_sort_index"}


def picoseconds(microseconds):
    whole = microseconds * 1_000_000
    if whole != int(whole):
        raise ValueError(f"{microseconds} us is not a whole number of picoseconds")
    return int(whole)


class TraceEvents:
    """A valid file: `slices`, `counters`, `instants`, and the names of threads. Raises ValueError otherwise.

    Each slice has `begin` and `end` in picoseconds, and `place`: (scope, lane)."""

    def __init__(self, path):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            self.events = json.load(file, parse_float=Decimal)["traceEvents"]
        for event in self.events:
            self.check_fields(event)
        self.processes = self.named("process_name", lambda event: event["pid"])
        self.threads = self.named("thread_name", lambda event: (event["pid"], event["tid"]))
        self.slices = [self.placed(event) for event in self.events if event["ph"] == "X"]
        self.counters = [event for event in self.events if event["ph"] == "C"]
        self.instants = [event for event in self.events if event["ph"] == "i"]
        self.check_nesting()
        self.check_flows()

    @staticmethod
    def check_fields(event):
        wanted = NUMBERS[event["ph"]]
        for key in wanted:
            if not isinstance(event[key], (int, Decimal)) or event[key] < 0:
                raise ValueError(f"{key}: expected a number in {event}")
        if not isinstance(event["name"], str) or not event["name"]:
            raise ValueError(f"no name: {event}")
        if event["ph"] == "M" and event["name"] not in KINDS:
            raise ValueError(f"unknown metadata: {event}")
        if event["ph"] == "C" and not all(isinstance(value, int) for value in event["args"].values()):
            raise ValueError(f"a counter without numbers: {event}")

    def named(self, kind, key_of):
        found = {}
        for event in self.events:
            if event["ph"] == "M" and event["name"] == kind:
                if key_of(event) in found:
                    raise ValueError(f"named twice: {event}")
                found[key_of(event)] = event["args"]["name"]
        return found

    def placed(self, event):
        begin = picoseconds(event["ts"])
        place = self.processes[event["pid"]], self.threads[event["pid"], event["tid"]]
        return {**event, "begin": begin, "end": begin + picoseconds(event["dur"]), "place": place}

    def check_nesting(self):
        """Slices of a thread either contain each other or do not overlap, in the order of the file."""
        open_slices = {}
        for one in sorted(self.slices, key=lambda one: one["begin"]):
            stack = open_slices.setdefault(one["place"], [])
            while stack and stack[-1]["end"] <= one["begin"]:
                stack.pop()
            if stack and one["end"] > stack[-1]["end"]:
                raise ValueError(f"overlaps {stack[-1]}: {one}")
            stack.append(one)

    def check_flows(self):
        flows = {}
        for one in self.slices:
            if "bind_id" in one:
                flows.setdefault(one["bind_id"], []).append(one)
        for number, parts in flows.items():
            begins = [one for one in parts if not one.get("flow_in")]
            ends = [one for one in parts if not one.get("flow_out")]
            if len(begins) != 1 or len(ends) != 1:
                raise ValueError(f"flow {number}: {len(begins)} begins and {len(ends)} ends")
            if begins[0]["begin"] != min(one["begin"] for one in parts):
                raise ValueError(f"flow {number}: begins after another slice of it")
