#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lint, lockstep with the golden functions, replay of recorded events, and coverage of the RTL."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import coverage

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build" / "release"
COVERAGE = ROOT / "build" / "rtl-coverage"
BENCHES = {"annex": ("tlb_annex", "sn_test_cosim_tlb_annex"),
           "tracker": ("tracker_update", "sn_test_cosim_tracker_update")}
REPLAY = RELEASE / "testbenches" / "tlb_annex" / "sn_replay_annex"
LINE_GOAL = 95
SEEDS = 2

COMMON = ["common/common.vlt", "common/sn_tracking_pkg.sv", "common/sn_fifo.sv"]
ANNEX = COMMON + ["tlb_annex/sn_tlb_annex.sv"]
TRACKER = COMMON + ["tracker_update/sn_region_queue.sv", "tracker_update/sn_tracker_update.sv"]
LINT = [("sn_fifo", COMMON, [{}, {"Depth": 1}, {"Depth": 3}]),
        ("sn_tlb_annex", ANNEX, [{"Entries": entries, "CountWidth": width}
                                 for entries in (1, 16, 64, 72, 4096) for width in (0, 1, 16)]),
        ("sn_region_queue", TRACKER, [{}, {"QueueEntries": 1}]),
        ("sn_tracker_update", TRACKER, [{"CountWidth": width, "QueueEntries": entries}
                                        for width in (0, 1, 16) for entries in (1, 4)])]


class Table:
    """Rows of check, what was done, result."""

    def __init__(self):
        self.good = True

    def row(self, check, what, good, result):
        self.good &= good
        print(f"  {check:10} {what:34} {'ok    ' if good else 'FAILED'} {result}", flush=True)


def output(command, **options):
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout


def lint(table):
    for top, files, sets in LINT:
        complaints = ""
        for parameters in sets:
            code, text = output(["verilator", "--lint-only", "-Wall", "--assert", f"-I{ROOT}/rtl/common",
                                 "--top-module", top, *(f"-G{k}={v}" for k, v in parameters.items()),
                                 *(ROOT / "rtl" / name for name in files)])
            complaints += text if code or text else ""
        table.row("lint", top, not complaints, f"{len(sets)} parameter sets, -Wall")
        print(complaints, end="")


def build():
    targets = [target for _, target in BENCHES.values()] + [REPLAY.name]
    code, text = output(["cmake", "--build", RELEASE, "-j", os.cpu_count(), "--target", *targets])
    if code:
        raise SystemExit(f"starnuma: the benches do not build:\n{text[-4000:]}")


def play_bench(table, block, seed, cycles):
    folder, target = BENCHES[block]
    environment = {**os.environ, "STARNUMA_COVERAGE_DIR": str(COVERAGE),
                   "STARNUMA_LOCKSTEP_SEED": str(seed), "STARNUMA_LOCKSTEP_CYCLES": str(cycles)}
    code, text = output([RELEASE / "testbenches" / folder / target], env=environment)
    tests = len(re.findall(r"^\[       OK \] .*Lockstep", text, re.MULTILINE))
    table.row("lockstep", f"{folder}, seed {seed}", code == 0,
              f"{tests} tests, 4 modes of {cycles} cycles a set")
    if code:
        print("".join(line + "\n" for line in text.splitlines()
                      if re.search(r"cycle|mode|FAILED|Actual|which", line)), end="")


def replay(table, stream, core="all", waves=""):
    environment = {**os.environ, "STARNUMA_COVERAGE_DIR": str(COVERAGE)}
    code, text = output([REPLAY, stream, core, waves], env=environment)
    table.row("replay", stream.name, code == 0, text.strip())


def holes():
    text = (Path(__file__).parent / "coverage_holes.txt").read_text()
    rows = [line.split(" | ") for line in text.splitlines() if line and not line.startswith("#")]
    return rows


def explained(block, point):
    kind, file, _, what = point
    return any(row[0] == block and row[1] == kind and row[2] == file and re.fullmatch(row[3], what)
               for row in holes())


def covered(table):
    for block, (folder, _) in BENCHES.items():
        hits = coverage.points(COVERAGE, block)
        for kind, goal in (("line", LINE_GOAL), ("toggle", 0), ("named", 100)):
            hit, there, missed = coverage.share(hits, kind)
            unknown = [point for point in missed if not explained(block, point)]
            share = 100 * hit / there if there else 0
            good = share >= goal and not unknown
            table.row("coverage", f"{folder}, {kind} points", good,
                      f"{hit} of {there} ({share:.1f} %), {len(missed)} holes explained"
                      if not unknown else f"{hit} of {there}, not explained: {unknown[:5]}")
        runs = coverage.bins(COVERAGE, block)
        missed = [f"{run}: {name}" for run, names in runs.items()
                  for name, count in names.items() if count == 0]
        total = sum(len(names) for names in runs.values())
        table.row("coverage", f"{folder}, cross bins", not missed,
                  f"{total - len(missed)} of {total} in {len(runs)} parameter sets")
        for name in missed:
            print(f"    never hit: {name}")


def main():
    parser = argparse.ArgumentParser(prog="starnuma verify rtl", description=__doc__)
    parser.add_argument("--cycles", type=int, default=100_000)
    parser.add_argument("--lockstep-seed", type=int, default=1)
    parser.add_argument("--stream", type=Path)
    parser.add_argument("--core", default="all")
    parser.add_argument("--waves", default="")
    options = parser.parse_args()
    start = time.monotonic()
    shutil.rmtree(COVERAGE, ignore_errors=True)
    COVERAGE.mkdir(parents=True)
    table = Table()
    build()
    if options.stream:
        replay(table, options.stream, options.core, options.waves)
    else:
        lint(table)
        for block in BENCHES:
            for seed in range(options.lockstep_seed, options.lockstep_seed + SEEDS):
                play_bench(table, block, seed, options.cycles)
        for stream in sorted((ROOT / "stimulus" / "annex").glob("*.annex")):
            replay(table, stream, options.core, options.waves)
        covered(table)
    print(f"rtl: {'all holds' if table.good else 'FAILED'} ({time.monotonic() - start:.0f} s)")
    sys.exit(0 if table.good else 1)


if __name__ == "__main__":
    main()
