# SPDX-License-Identifier: Apache-2.0
"""Reads files of Chrome trace events, independently of the writer, and checks them against the format.

The rules are those of the format's specification; test_perfetto.py asks Perfetto itself.
- a slice is opened (B) and closed (E) in a stack per thread, with a name, a category and a process
- names (M) are given once; counters (C) have numbers; a flow begins, continues and ends in order of time, in
  whole nanoseconds as Perfetto reads it
"""

import gzip
import json
from decimal import Decimal

ON_THREAD = {"pid", "tid", "ts"}
NUMBERS = {"B": ON_THREAD, "E": ON_THREAD, "C": {"pid", "ts"}, "M": {"pid"}, "i": ON_THREAD}
KINDS = {"thread_name", "process_name", "process_sort_index"}


def picoseconds(microseconds):
    whole = microseconds * 1_000_000
    if whole != int(whole):
        raise ValueError(f"{microseconds} us is not a whole number of picoseconds")
    return int(whole)


class TraceEvents:
    """A valid file: `slices`, `counters`, `instants`, and the names of threads. Raises ValueError otherwise.

    Each slice has `begin` and `end` in picoseconds, `place`: (scope, lane), and `parent`: a slice or None. A slice
    precedes those inside it."""

    def __init__(self, path):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            self.events = json.load(file, parse_float=Decimal)["traceEvents"]
        for event in self.events:
            self.check_fields(event)
        self.processes = self.named("process_name", lambda event: event["pid"])
        self.threads = self.named("thread_name", lambda event: (event["pid"], event["tid"]))
        self.slices = self.pair_ends()
        self.counters = [event for event in self.events if event["ph"] == "C"]
        self.instants = [event for event in self.events if event["ph"] == "i"]
        self.check_flows()

    @staticmethod
    def check_fields(event):
        wanted = NUMBERS[event["ph"]]
        for key in wanted:
            if not isinstance(event[key], (int, Decimal)) or event[key] < 0:
                raise ValueError(f"{key}: expected a number in {event}")
        if event["ph"] != "E" and (not isinstance(event["name"], str) or not event["name"]):
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

    def pair_ends(self):
        """Returns the slices: the events of a thread are in order of time, and an end closes the slice opened last."""
        slices, threads, last = [], {}, {}
        for event in self.events:
            if event["ph"] not in ("B", "E"):
                continue
            place = self.processes[event["pid"]], self.threads[event["pid"], event["tid"]]
            time, stack = picoseconds(event["ts"]), threads.setdefault(place, [])
            if time < last.get(place, 0):
                raise ValueError(f"out of order: {event}")
            last[place] = time
            if event["ph"] == "E":
                stack.pop()["end"] = time
                continue
            stack.append({**event, "begin": time, "place": place, "parent": stack[-1] if stack else None})
            slices.append(stack[-1])
        if left := [stack for stack in threads.values() if stack]:
            raise ValueError(f"not closed: {left[0][-1]}")
        return slices

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
            if begins[0]["begin"] // 1000 != min(one["begin"] for one in parts) // 1000:
                raise ValueError(f"flow {number}: begins after another slice of it")
