#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Stand-in for the program in tests of the Python functions: known machines and fields, no simulation.

Every call is a line of $FAKE_CALLS. A run fails if the workload is `broken`."""

import json
import os
import sys
from pathlib import Path

FIELDS = ("pool.count", "upi.bandwidth")
MACHINES = ("near16", "far16")
WORKLOADS = ("bfs", "trace:bfs8")
EFFECTIVE = """kind: experiment
workload: "{workload}"
seed: {seed}
machine:
  name: {machine}
  socket:
    count: 1
    cores: 4
  kind: {machine}
  sets: "{sets}"
"""
SCHEMA = {"definitions": {
    "machine": {"properties": {"upi": {"$ref": "#/definitions/upi"},
                               "pool": {"anyOf": [{"const": "none"}, {"$ref": "#/definitions/pool"}]}}},
    "upi": {"properties": {"bandwidth": {"description": "bandwidth of a link"}}},
    "pool": {"properties": {"count": {"description": "number of devices"}}}}}
DESCRIPTION = {"machine": "near16", "sockets": 16, "chassis": 4, "cores_per_socket": 4,
               "links": [{"kind": "upi", "bytes_per_second": 3000000000, "one_way_ns": 25.0}],
               "latency_ns": {"s0": {"s0": 80.0, "s1": 130.0}}}
EXPLAINED = {"accesses": [{"transaction": 7, "latency_ps": 1250000, "class": "pool", "core": "machine.socket0.core0",
                           "ledger_ps": {"cache": 250000, "dram_queue": 1000000},
                           "hops": [{"at_ps": 0, "took_ps": 25000, "waited_ps": 0, "where": "<core>",
                                     "what": "load"}]}]}


def fail(line):
    print(line, file=sys.stderr)
    sys.exit(2)


def values(words, option):
    return [words[i + 1] for i, word in enumerate(words) if word == option]


def stat(path, value, description=""):
    return {"path": path, "value": value, "unit": "ns", "description": description}


def dry_run(words):
    machine, workload = words[:2]
    if values(words, "--interval") == ["10"]:
        fail('--interval: expected a time with its unit, found "10"')
    if Path(machine).stem not in MACHINES:
        fail(f'unknown machine "{machine}", did you mean "{MACHINES[0]}"?')
    for key in (each.partition("=")[0] for each in values(words, "--set")):
        if key not in FIELDS:
            fail(f'--set {key}: machine.{key}: unknown key, did you mean "{FIELDS[1]}"?')
    print(EFFECTIVE.format(workload=workload, seed=(values(words, "--seed") or ["9"])[0], machine=machine,
                           sets=" ".join(values(words, "--set"))), end="")


def run(words):
    effective = Path(words[0]).read_text(encoding="utf-8")
    if "broken" in effective:
        print("broken invariant", file=sys.stderr)
        sys.exit(1)
    folder = Path(values(words, "-o")[0])
    folder.mkdir()
    (folder / "effective.yaml").write_text(effective, encoding="utf-8")
    amat = 500.0 if "far16" in effective else 250.0
    stats = [stat("run.amat_ns", amat), stat("run.time_ns", 1000 * amat), stat("run.ipc", 0.5),
             stat("run.latency.cache_ns", 50.0, "mean per LLC miss: caches"),
             stat("run.latency.dram_queue_ns", amat - 50, "mean per LLC miss, contention: waits")]
    (folder / "stats.json").write_text(json.dumps(stats), encoding="utf-8")


def main():
    words = sys.argv[1:]
    with open(os.environ["FAKE_CALLS"], "a", encoding="utf-8") as calls:
        calls.write(" ".join(words) + "\n")
    command, rest = words[0], words[1:]
    if command == "run":
        dry_run(rest) if "--dry-run" in rest else run(rest)
    elif command == "list":
        print(json.dumps({rest[0]: [{"name": name, "summary": f"about {name}"} for name in (MACHINES if rest[0] == "machines" else WORKLOADS)]}))
    elif command == "check":
        if "bad" in rest[0]:
            fail(f'{rest[0]}:3:5: machine.upi.bandwidt: unknown key, did you mean "bandwidth"?\n'
                 f"{rest[0]}:9:1: machine.pool: expected a mapping")
        if "damaged" in rest[0]:
            print("law amat_parts: expected 1, found 2")
            sys.exit(1)
        print("warning: short phases")
    else:
        print(json.dumps({"schema": SCHEMA, "describe": DESCRIPTION, "explain": EXPLAINED}[command]))


if __name__ == "__main__":
    main()
