#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Records stimulus/annex and stimulus/tracker: the first inputs of the annexes and tracker update units
of two cores in a small run of each native workload."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import tools

CORES = "0,17"
EVENTS = 400  # per core
WORKLOADS = ["bfs:scale=14", "pointer_chase:scale=10", "block_transfer:scale=10", "stream:scale=12",
             "gups:scale=12,updates=20000", "loaded_latency:scale=10,points=few,loads=16",
             "producer_consumer:scale=10"]
COMMAND = ["run", "starnuma16", "--set", "tracking.impl=model"]


def cut(text):
    """Returns the header and the first events of each core."""
    seen = {}
    for line in text.splitlines(keepends=True):
        core = line.split(" ", 1)[0]
        if core.isdigit():
            seen[core] = seen.get(core, 0) + 1
        if seen.get(core, 0) <= EVENTS:
            yield line


def record(workload, name, *more):
    with tempfile.TemporaryDirectory() as folder:
        files = {kind: Path(folder) / kind for kind in ("annex", "tracker")}
        words = [word for kind, file in files.items() for word in (f"--record-{kind}", f"{file}:{CORES}")]
        subprocess.run([os.environ.get("STARNUMA_CLI", tools.ROOT / "starnuma"), *COMMAND, *more,
                        workload, "-o", f"{folder}/run", *words], check=True, stdout=subprocess.DEVNULL)
        for kind, file in files.items():
            kept = tools.ROOT / "stimulus" / kind / f"{name}.{kind}"
            kept.write_text("".join(cut(file.read_text())))
            print(f"wrote {kept}")


def main():
    for workload in WORKLOADS:
        record(workload, workload.split(":")[0])
    record(WORKLOADS[0], "bfs_own_line", "--set", "tracking.update=own_line",
           "--set", "tracking.region=1 GiB")  # regions of several pages at this scale
    (tools.ROOT / "stimulus" / "annex" / "bfs_own_line.annex").unlink()


if __name__ == "__main__":
    sys.exit(main())
