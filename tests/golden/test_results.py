#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Exact results of four short runs; the diff shows every change by the models."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import goldens

AMAT = ("run.amat_unloaded_ns", "run.amat_contention_ns", "run.time_ns")
MIX = tuple(f"run.access_mix.{name}" for name in ("two_hop", "pool", "block_transfer_pool"))
RUNS = {
    "baseline16_first_touch": ("bfs:scale=10", AMAT),
    "starnuma16": ("bfs:scale=12", AMAT + MIX),
    "starnuma16_t16": ("bfs:scale=12", AMAT + ("run.migration.completed", "run.migration.to_pool")),
    "starnuma16_switched": ("gups:scale=10", AMAT),
}
MOVING = "starnuma16_t16"  # with tracking hardware in RTL


def bytes_of(stats, kind):
    """Returns the bytes on all links, in both directions."""
    return sum(value for path, value in stats.items() if path.endswith(f".bytes.{kind}"))


def measured_in(machine, folder, paths):
    entries = json.loads((folder / "stats.json").read_text(encoding="utf-8"))
    stats = {entry["path"]: entry["value"] for entry in entries}
    found = {path: stats[path] for path in paths}
    if machine == MOVING:
        host = json.loads((folder / "host.json").read_text(encoding="utf-8"))
        found |= {name: host[name] for name in ("rtl_annex_ticks", "rtl_tracker_ticks")}
        found |= {f"bytes.{kind}": bytes_of(stats, kind) for kind in ("data", "tracker", "migration")}
    return {f"results.{machine}.{name}": goldens.exactly(value) for name, value in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bless", action="store_true", help="renew the golden numbers")
    options = parser.parse_args()
    measured = {}
    with tempfile.TemporaryDirectory() as place:
        for machine, (workload, paths) in RUNS.items():
            folder = Path(place) / machine
            subprocess.run([os.environ["STARNUMA_CLI"], "run", machine, workload, "-o", folder],
                           stdout=subprocess.DEVNULL, check=True)
            measured |= measured_in(machine, folder, paths)
    sys.exit(goldens.judge(measured, options.bless))


if __name__ == "__main__":
    main()
