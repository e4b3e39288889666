#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kept mutants of the models and of the Python package, and whether the tests reject each of them.

A mutant of a YAML file here: file, kind (KINDS), before (a text that the file holds once), after, sentence (what the
mutant does wrongly). `tests` of the file: those that may reject its mutants.

  mutants.py check         checks that each text is found, as in the ordinary tests
  mutants.py tables        plants the mutants of the Python package, one after the other
  mutants.py models BUILD  plants all mutants of the models into a copy of the sources behind one switch, the
                           variable STARNUMA_MUTANT, builds the copy once in BUILD, and runs the tests for each
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGE = Path("platforms/results/starnuma")
KINDS = ("resource return", "order at equal times", "thresholds", "time of secondary actions", "booking",
         "stale state", "boundary of a stream", "definition")
LEAST = 40
SWITCH = """// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdlib>
namespace starnuma {
inline bool is_mutant(int number) {
  static const char* const text = std::getenv("STARNUMA_MUTANT");
  static const int active = text != nullptr ? std::atoi(text) : -1;
  return active == number;
}
}  // namespace starnuma
"""


def load(name):
    """Returns (mutants, tests) of a YAML file."""
    document = yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8"))
    for mutant in document["mutants"]:
        if name == "tables":
            mutant["file"] = str(PACKAGE / mutant["file"])
    return document["mutants"], document["tests"]


def problems(mutants, root=ROOT):
    """Yields a line for each mutant that cannot be planted."""
    for mutant in mutants:
        found = (root / mutant["file"]).read_text(encoding="utf-8").count(mutant["before"])
        if found != 1:
            yield f"{mutant['file']}: expected {mutant['before']!r} once, found it {found} times"
        if mutant["kind"] not in KINDS:
            yield f"{mutant['file']}: unknown kind {mutant['kind']}, expected one of {', '.join(KINDS)}"


def planted(text, mutant, number):
    """Returns C++ text with the mutant behind the switch. `before` is an expression, or statements with their ";"."""
    before, after = mutant["before"], mutant["after"]
    switch = f"starnuma::is_mutant({number})"
    if before.endswith(";"):
        return text.replace(before, f"{{ if ({switch}) {{ {after} }} else {{ {before} }} }}")
    return text.replace(before, f"({switch} ? ({after}) : ({before}))")


def plant_all(mutants, copy):
    (copy / "models/base/mutant_switch.h").write_text(SWITCH, encoding="utf-8")
    for number, mutant in enumerate(mutants):
        file = copy / mutant["file"]
        text = planted(file.read_text(encoding="utf-8"), mutant, number)
        include = '#include "models/base/mutant_switch.h"\n'
        if include not in text:
            first = text.index("#include")
            text = text[:first] + include + text[first:]
        file.write_text(text, encoding="utf-8")


def copy_tree(target, *names):
    shutil.rmtree(target, ignore_errors=True)
    for name in names:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", "build"))


def report(mutant, falls):
    print(f"{'falls' if falls else 'SURVIVES'}: {mutant['file']}: {mutant['sentence']}", flush=True)
    return falls


def run_tables(folder):
    """Plants one mutant after the other in a copy; returns whether all fall."""
    mutants, tests = load("tables")
    copy = Path(folder)
    copy_tree(copy, "platforms/results", "platforms/reference", "tests/campaign", "tests/cli")
    (copy / "CMakeLists.txt").touch()
    (copy / "build").symlink_to(ROOT / "build")  # has the packages of the tests
    environment = {**os.environ, "PYTHONPATH": f"{copy}/platforms/results:{copy}/tests/cli",
                   "STARNUMA_HOME": str(copy), "STARNUMA_CLI": "/bin/false"}

    def passes():
        return all(subprocess.run([sys.executable, "-B", copy / "tests" / test], env=environment, check=False,
                                  cwd=copy / "tests/campaign", capture_output=True).returncode == 0 for test in tests)
    if not passes():
        sys.exit("the tests fail without a mutant")
    falls = []
    for mutant in mutants:
        file = copy / mutant["file"]
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(mutant["before"], mutant["after"]), encoding="utf-8")
        falls.append(report(mutant, not passes()))
        file.write_text(text, encoding="utf-8")
    return all(falls)


def run_models(folder):
    """Plants all mutants, builds once, and runs the tests for each; returns whether all fall."""
    mutants, tests = load("models")
    copy, build = Path(folder) / "source", Path(folder) / "build"
    shutil.rmtree(copy, ignore_errors=True)
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, text=True, capture_output=True).stdout.split("\n")
    for name in filter(None, names):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    plant_all(mutants, copy)
    subprocess.run(["cmake", "-S", copy, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"], check=True)
    subprocess.run(["cmake", "--build", build], check=True)

    def passes(number):
        return subprocess.run(["ctest", "-R", "|".join(f"({test})" for test in tests), "--stop-on-failure"], cwd=build,
                              env={**os.environ, "STARNUMA_MUTANT": str(number)}, check=False,
                              capture_output=True).returncode == 0
    if not passes(-1):
        sys.exit("the tests fail without a mutant")
    return all([report(mutant, not passes(number)) for number, mutant in enumerate(mutants)])


def check():
    every = [mutant for name in ("models", "tables") for mutant in load(name)[0]]
    wrong = list(problems(every))
    if len(every) < LEAST:
        wrong.append(f"expected at least {LEAST} mutants, found {len(every)}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return not wrong


def main(words):
    runs = {"check": check, "tables": run_tables, "models": run_models}
    sys.exit(0 if runs[words[0]](*words[1:]) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
