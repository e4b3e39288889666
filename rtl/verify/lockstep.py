#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lint, lockstep with the golden functions, replay of recorded events, and coverage of the RTL."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import coverage
import coverage_report
import diagrams
import junit
import tools

ROOT = tools.ROOT
COVERAGE = tools.TREE / "rtl-coverage"
FAILURES = tools.TREE / "rtl-failures"
SHORT_CYCLES = 20_000
BENCHES = {"annex": ("tlb_annex", "sn_test_cosim_tlb_annex"),
           "tracker": ("tracker_update", "sn_test_cosim_tracker_update"),
           "directory": ("directory_slice", "sn_test_cosim_directory_slice")}
# The short run leaves the lockstep of the directory to cosim.directory_slice.*.
SHORT_BENCHES = ("annex", "tracker")
REPLAYS = {"annex": tools.TREE / "testbenches" / "tlb_annex" / "sn_replay_annex",
           "tracker": tools.TREE / "testbenches" / "tracker_update" / "sn_replay_tracker"}
GOAL = 95  # %, of lines and branches
BRANCH_GOALS = {"directory": 90}  # five holes, explained in coverage_holes.txt
SEEDS = 2

COMMON = ["common/common.vlt", "common/sn_tracking_pkg.sv", "common/sn_fifo.sv"]
ANNEX = COMMON + ["tlb_annex/sn_tlb_annex.sv"]
ANNEX_RAM = COMMON + ["tlb_annex/sn_counter_ram.sv", "tlb_annex/sn_tlb_annex_ram.sv"]
TRACKER = COMMON + ["tracker_update/sn_region_queue.sv", "tracker_update/sn_tracker_update.sv"]
DIRECTORY = COMMON + tools.DIRECTORY_SLICE + ["directory_slice/sn_dir_arbiter.sv", "directory_slice/sn_dir_top.sv"]
ANNEX_SETS = tools.platform_sets("tlb_annex")
TRACKER_SETS = tools.platform_sets("tracker_update")
OTHER_PAGES = [{"SpaceWidth": 1, "PageWidth": 8}, {"SpaceWidth": 6, "PageWidth": 40}]
LINT = [("sn_fifo", COMMON, [{}, {"Depth": 1}, {"Depth": 3}]),
        ("sn_tlb_annex", ANNEX, ANNEX_SETS + [{"Entries": entries, "CountWidth": width}
                                              for entries in (1, 16, 72) for width in (0, 1, 16)]
         + OTHER_PAGES),
        ("sn_counter_ram", ANNEX_RAM, [{}, {"Entries": 1, "Width": 1}]),
        ("sn_tlb_annex_ram", ANNEX_RAM, [{"Entries": entries, "CountWidth": width}
                                         for entries in (1, 16, 72, 4096) for width in (1, 16)]
         + OTHER_PAGES),
        ("sn_region_queue", TRACKER, [{}, {"QueueEntries": 1}, {"SpaceWidth": 1}]),
        ("sn_tracker_update", TRACKER,
         TRACKER_SETS + [{"CountWidth": width, "QueueEntries": 1} for width in (0, 1, 16)]
         + OTHER_PAGES),
        ("sn_dir_top", DIRECTORY,
         [{"Slices": 1, "Hosts": 3, "Sets": 2, "Ways": 1, "Entries": 4, "LineWidth": 4},
          {"Slices": 2, "Hosts": 4, "Sets": 2, "Ways": 2, "Entries": 3, "LineWidth": 6}])]


class Table:
    """Returns rows of (check, description, result)."""

    def __init__(self):
        self.good = True
        self.report = junit.Report("rtl")
        self.last = time.monotonic()

    def row(self, check, what, good, result, explanation=""):
        self.good &= good
        now = time.monotonic()
        self.report.add(f"{check}: {what}", now - self.last,
                        "" if good else f"{result}\n{explanation}")
        self.last = now
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
            said = "".join(line for line in text.splitlines(True) if not line.startswith("- "))  # statistics
            complaints += text if code or said else ""
        table.row("lint", top, not complaints, f"{len(sets)} parameter sets, -Wall",
                  complaints)
        print(complaints, end="")


def build():
    targets = [target for _, target in BENCHES.values()] + [program.name for program in REPLAYS.values()]
    code, text = output(["cmake", "--build", tools.TREE, "-j", os.cpu_count(), "--target", *targets])
    if code:
        raise SystemExit(f"starnuma: the benches do not build:\n{text[-4000:]}")


def play_bench(table, block, seed, cycles, tests="*"):
    """Returns true if all checks pass."""
    folder, target = BENCHES[block]
    environment = {**os.environ, "STARNUMA_COVERAGE_DIR": str(COVERAGE),
                   "STARNUMA_FAILURE_DIR": str(FAILURES),
                   "STARNUMA_LOCKSTEP_SEED": str(seed), "STARNUMA_LOCKSTEP_CYCLES": str(cycles)}
    # Later failures usually have the same cause as the first one.
    code, text = output([tools.TREE / "tests" / "cosim" / folder / target, "--gtest_fail_fast",
                         f"--gtest_filter={tests}"],
                        env=environment)
    passed = len(re.findall(r"^\[       OK \] ", text, re.MULTILINE))
    failure = text[text.index("Failure\n"):text.index("[  FAILED")] if "Failure\n" in text else text
    table.row("lockstep", f"{folder}, seed {seed}", code == 0,
              f"{passed} tests, 4 modes of {cycles} cycles a set", failure)
    if code:
        print(failure, end="")
    return code == 0


def replay(table, stream, core="all", waves=""):
    environment = {**os.environ, "STARNUMA_COVERAGE_DIR": str(COVERAGE)}
    with open(stream, encoding="utf-8", errors="replace") as file:
        kind = "tracker" if file.readline().startswith("starnuma-tracker") else "annex"
    code, text = output([REPLAYS[kind], stream, core, waves], env=environment)
    table.row("replay", stream.name, code == 0, text.strip(), text)


def named_at_built_sizes(table, block, folder):
    """Each parameter set of the platforms must hit all its named points."""
    letters = {"annex": (("e", "Entries"), ("c", "CountWidth")),
               "tracker": (("s", "Sockets"), ("c", "CountWidth"), ("q", "QueueEntries")),
               "directory": (("n", "Slices"), ("h", "Hosts"), ("s", "Sets"), ("w", "Ways"),
                             ("e", "Entries"))}[block]
    missed, there = [], 0
    sets = tools.platform_sets(folder)
    for parameters in sets:
        name = "_".join([block, *(f"{letter}{parameters[key]}" for letter, key in letters)])
        _, points, holes = coverage.share(coverage.points(COVERAGE, f"{name}_"), "named")
        there += points
        missed += [f"{name}: {hole[3]}" for hole in holes] if points else [f"{name}: not played"]
    table.row("coverage", f"{folder}, named, built sizes", not missed,
              f"{there - len(missed)} of {there} in {len(sets)} sets"
              + (f", missed: {missed[:5]}" if missed else ""))


def covered(table, blocks):
    for block in blocks:
        folder, _ = BENCHES[block]
        hits = coverage.points(COVERAGE, block)
        for kind, goal in (("line", GOAL), ("branch", BRANCH_GOALS.get(block, GOAL)), ("toggle", 0), ("named", 100)):
            hit, there, missed = coverage.share(hits, kind)
            unknown = [point for point in missed if coverage_report.reason(block, point) is None]
            share = 100 * hit / there if there else 0
            good = share >= goal and not unknown
            table.row("coverage", f"{folder}, {kind} points", good,
                      f"{hit} of {there} ({share:.1f} %), {len(missed)} holes explained"
                      if not unknown else f"{hit} of {there}, not explained: {unknown[:5]}")
        named_at_built_sizes(table, block, folder)
        runs = coverage.bins(COVERAGE, block)
        missed = [f"{run}: {name}" for run, names in runs.items()
                  for name, count in names.items() if count == 0]
        total = sum(len(names) for names in runs.values())
        table.row("coverage", f"{folder}, cross bins", not missed,
                  f"{total - len(missed)} of {total} in {len(runs)} parameter sets")
        for name in missed:
            print(f"    never hit: {name}")


def play_until_stopped(table, first, cycles):
    """Runs one seed after the other until Ctrl-C; keeps the files of failing seeds."""
    seed = first
    try:
        while True:
            for block in BENCHES:
                shutil.rmtree(FAILURES, ignore_errors=True)
                if play_bench(table, block, seed, cycles, "Sets/*") or not FAILURES.is_dir():
                    continue
                kept = FAILURES.with_name(f"{FAILURES.name}-{block}-seed-{seed}")
                shutil.rmtree(kept, ignore_errors=True)
                FAILURES.rename(kept)
                print(f"    kept: {kept}", flush=True)
            shutil.rmtree(COVERAGE, ignore_errors=True)
            COVERAGE.mkdir()
            seed += 1
    except KeyboardInterrupt:
        print(f"stopped after {seed - first} seeds from {first} on")


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(prog="starnuma verify rtl", description=__doc__)
    parser.add_argument("--cycles", type=int)
    parser.add_argument("--short", action="store_true", help="one seed of fewer cycles")
    parser.add_argument("--built", action="store_true", help="the benches are built already")
    parser.add_argument("--junit", default="", help="write the verdicts to this file")
    parser.add_argument("--lockstep-seed", type=int, default=1)
    parser.add_argument("--until-stopped", action="store_true",
                        help="lockstep with one seed after the other, until Ctrl-C")
    parser.add_argument("--stream", type=Path)
    parser.add_argument("--core", default="all")
    parser.add_argument("--waves", default="")
    options = parser.parse_args()
    start = time.monotonic()
    shutil.rmtree(COVERAGE, ignore_errors=True)
    COVERAGE.mkdir(parents=True)
    if not options.built:
        build()
    table = Table()
    seeds = 1 if options.short else SEEDS
    cycles = options.cycles or (SHORT_CYCLES if options.short else 100_000)
    if options.until_stopped:
        play_until_stopped(table, options.lockstep_seed, cycles)
    elif options.stream:
        replay(table, options.stream, options.core, options.waves)
    else:
        lint(table)
        blocks = SHORT_BENCHES if options.short else BENCHES
        for block in blocks:
            for seed in range(options.lockstep_seed, options.lockstep_seed + seeds):
                play_bench(table, block, seed, cycles)
        for stream in sorted(stream for kind in REPLAYS
                             for stream in (ROOT / "stimulus" / kind).glob(f"*.{kind}")):
            replay(table, stream, options.core, options.waves)
        covered(table, blocks)
        old = diagrams.old() if shutil.which("fst2vcd") else []
        table.row("diagrams", "docs/generated/timing", not old,
                  f"old: {old}; python3 rtl/verify/diagrams.py" if old else f"{len(diagrams.DIAGRAMS)} as kept")
        print(f"  annotated sources: {coverage_report.write(COVERAGE, blocks)}")
    table.report.write(options.junit)
    print(f"rtl: {'all holds' if table.good else 'FAILED'} ({time.monotonic() - start:.0f} s)")
    sys.exit(0 if table.good else 1)


if __name__ == "__main__":
    main()
