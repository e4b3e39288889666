#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz target from the shipped and the broken files; findings are stored in a folder."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SEEDS = {"config_fuzz": ["platforms/machines", "platforms/parts", "tests/cli/broken"],
         "trace_fuzz": ["tests/fuzz/seeds/trace"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path, help="the fuzz target, build/*/tests/fuzz/config_fuzz")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1, help="0 draws one")
    options = parser.parse_args()
    findings = options.target.parent / "findings"
    findings.mkdir(exist_ok=True)
    words = [f"-dict={HERE / 'keys.dict'}"] if options.target.name == "config_fuzz" else []
    seeds = [ROOT / seed for seed in SEEDS.get(options.target.name, [])]
    with tempfile.TemporaryDirectory() as corpus:
        done = subprocess.run(
            [options.target, corpus, *seeds, f"-seed={options.seed}",
             f"-max_total_time={options.seconds}", *words, "-timeout=10",
             "-rss_limit_mb=2048", "-max_len=8192", "-print_final_stats=1", "-verbosity=0",
             f"-artifact_prefix={findings}/"],
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=0"},
            check=False)
    if done.returncode != 0:
        print(f"the input is in {findings}")
    sys.exit(1 if done.returncode else 0)


if __name__ == "__main__":
    main()
