# SPDX-License-Identifier: Apache-2.0
"""Copy of the sources with all mutants of the models behind one switch, and its tests."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

SWITCH = """// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdio>
#include <cstdlib>
namespace starnuma {
/// Appends the number of a mutant to the file STARNUMA_MUTANTS_REACHED, at once, because a child process may end
/// without destructors.
inline void note_reached(int number) {
  static const char* const name = std::getenv("STARNUMA_MUTANTS_REACHED");
  std::FILE* const file = name != nullptr ? std::fopen(name, "a") : nullptr;
  if (file == nullptr) return;
  std::fprintf(file, "%d\\n", number);
  std::fclose(file);
}
inline bool reached_mutants[2048];
inline const int active_mutant = std::getenv("STARNUMA_MUTANT") ? std::atoi(std::getenv("STARNUMA_MUTANT")) : -1;
inline bool is_mutant(int number) {
  if (!reached_mutants[number]) {
    reached_mutants[number] = true;
    note_reached(number);
  }
  return active_mutant == number;
}
}  // namespace starnuma
"""
INCLUDE = '#include "models/base/mutant_switch.h"\n'
HELPERS = "cmake/StarnumaHelpers.cmake"
TARGETS = ("starnuma", *(f"sn_test_{room}" for room in (
    "timing", "paging", "placement", "ras", "transport", "core", "cache", "translation", "tracking", "memory", "pool",
    "observers", "trace_format", "trace_tools", "trace_capture", "stimulus", "base", "module_kernel", "module_transport",
    "module_core", "module_cache", "module_os", "module_translation", "module_tracking", "module_home_agent", "module_home",
    "module_memory", "module_pool", "module_assembly", "module_run", "module_hosts", "module_faults",
    "module_observers", "module_pool_bench", "module_memory_bench", "module_memory_relations", "module_fabrics")))
# Tests that may reject a mutant; of those of the program, the short ones.
KINDS_OF_TESTS = ("unit.", "module.")
PLATFORM_TESTS = ("laws", "differential", "delivery", "faults", "fault_windows", "tracking", "migration", "intervals",
                  "hosts", "crashes", "protection", "dynamic_capacity", "profile", "checkpoints", "traces", "method")
# Tests of the program whose methods are tests of their own, because each compares other runs.
BY_METHOD = ("laws", "differential", "metamorphic", "delivery", "checkpoints", "traces", "cachegrind", "latencies",
             "waves", "resets")
LIST_METHODS = """import sys, unittest
for suite in unittest.defaultTestLoader.loadTestsFromName(sys.argv[1]):
    for test in suite: print(test.id().partition(".")[2])"""
LONGEST = 600  # seconds that a test may take; a mutant may need FACTOR times as long as its test, and GRACE more
FACTOR, GRACE = 4, 5
REACHED, PASSED = "reached.json", "passed.json"


def planted_text(text, mutant, number):
    """Returns C++ text with the mutant behind the switch. `before` is an expression, or statements with their ";"."""
    before, after = mutant["before"], mutant["after"]
    if before not in text:
        raise ValueError(f"{mutant['file']}: an earlier mutant changes a part of {before!r}")
    switch = f"starnuma::is_mutant({number})"
    if before.endswith(";"):
        return text.replace(before, f"{{ if ({switch}) {{ {after} }} else {{ {before} }} }}")
    return text.replace(before, f"({switch} ? ({after}) : ({before}))")


@dataclass
class Test:
    """A test of the copy."""
    name: str
    command: list
    folder: str
    environment: dict
    seconds: float = 0

    def failure(self, mutant, **environment):
        """Returns what the test prints if it fails with a mutant, or None if it passes."""
        most = int(FACTOR * self.seconds + GRACE) if self.seconds else LONGEST
        try:
            done = subprocess.run(self.command, cwd=self.folder, check=False, capture_output=True, text=True,
                                  timeout=LONGEST, errors="replace",
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)),
                                  env={**os.environ, **self.environment, "STARNUMA_MUTANT": str(mutant),
                                       **environment})
        except subprocess.TimeoutExpired:
            return "no end"
        return done.stdout + done.stderr if done.returncode else None

    def passes(self, mutant, **environment):
        return self.failure(mutant, **environment) is None

    def method(self, name):
        """Returns one method of a test of the program, such as Class.test_name, as a test."""
        return Test(f"{self.name}.{name}", [*self.command, name], self.folder, self.environment)

    def methods(self):
        """Returns the methods of a test of the program as tests."""
        listed = subprocess.run([sys.executable, "-B", "-c", LIST_METHODS, Path(self.command[-1]).stem], check=True,
                                cwd=Path(self.command[-1]).parent, text=True, capture_output=True,
                                env={**os.environ, **self.environment})
        return [self.method(line) for line in listed.stdout.split()]

    def reached(self):
        """Runs the test without a mutant; returns the numbers of the mutants that it reaches, or None if it fails."""
        with tempfile.NamedTemporaryFile() as file:
            before = processor_time()
            if not self.passes(-1, STARNUMA_MUTANTS_REACHED=file.name):
                return None
            self.seconds = processor_time() - before
            return sorted({int(line) for line in file.read().split()})

    def stamp(self):
        """Returns a text that differs if a program of the test has changed."""
        files = [word for word in (*self.command, self.environment.get("STARNUMA_CLI")) if word]
        return " ".join(str(os.stat(file).st_mtime_ns) for file in files if os.path.isfile(file))


def processor_time():
    """Returns the processor seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Planted:
    def __init__(self, root, mutants):
        self.root, self.mutants = root, mutants
        self.copy = root / "build/mutants"
        self.folder = self.copy / "build/release"

    def build(self):
        """Copies the sources, plants the mutants, and compiles what has changed since the last time."""
        files = subprocess.run(["git", "ls-files"], cwd=self.root, check=True, text=True, capture_output=True)
        planted = {}
        for number, mutant in enumerate(self.mutants):
            text = planted.get(mutant["file"])
            if text is None:
                text = (self.root / mutant["file"]).read_text(encoding="utf-8")
                first = text.index("#include")
                text = text[:first] + INCLUDE + text[first:]
            planted[mutant["file"]] = planted_text(text, mutant, number)
        helpers = (self.root / HELPERS).read_text(encoding="utf-8")
        planted[HELPERS] = helpers.replace("CONFIG:Release>:-O3", "CONFIG:Release>:-O1")  # compiles in half the time
        for name in filter(None, files.stdout.split("\n")):
            self.renew(name, planted.get(name))
        self.renew("models/base/mutant_switch.h", SWITCH)
        subprocess.run(["cmake", "-S", self.copy, "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DCMAKE_CXX_FLAGS=-w"], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["ninja", "-k", "0", "-j", os.environ.get("STARNUMA_JOBS", "2"), *TARGETS], cwd=self.folder,
                       check=True)

    def renew(self, name, text):
        """Writes a file of the copy if its contents differ."""
        source, target = self.root / name, self.copy / name
        if not source.is_file() and text is None:
            return
        contents = source.read_bytes() if text is None else text.encode()
        if target.is_file() and target.read_bytes() == contents:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(contents)
        if source.is_file():
            shutil.copymode(source, target)

    def tests(self):
        """Returns the tests by name."""
        listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.folder, check=True, text=True,
                                capture_output=True)
        tests = {}
        for test in json.loads(listed.stdout)["tests"]:
            name = test["name"].split("  # GetParam")[0]
            short = name.removeprefix("platform.")
            known = name.startswith(KINDS_OF_TESTS) or short in PLATFORM_TESTS + BY_METHOD
            if not known or "command" not in test:
                continue
            properties = {entry["name"]: entry["value"] for entry in test["properties"]}
            environment = dict(word.split("=", 1) for word in properties.get("ENVIRONMENT", []))
            tests[name] = Test(name, test["command"], properties["WORKING_DIRECTORY"], environment)
            if short in BY_METHOD:
                tests.update((method.name, method) for method in tests[name].methods())
                if short not in PLATFORM_TESTS:
                    del tests[name]
        return tests

    def reaching_tests(self, wanted=lambda name: True):
        """Returns the wanted tests that reach each mutant, the fastest first. A record keeps what each test reached."""
        record = self.folder / REACHED
        known = json.loads(record.read_text(encoding="utf-8")) if record.is_file() else {}
        reaching = [[] for _ in self.mutants]
        for test in self.tests().values():
            if not wanted(test.name):
                continue
            stamp, seconds, numbers = known.get(test.name, ("", 0, None))
            if stamp == test.stamp():
                test.seconds = seconds
            else:
                stamp, numbers = test.stamp(), test.reached()
                known[test.name] = (stamp, test.seconds, numbers)
                write(record, known)
            if numbers is None:
                print(f"{test.name} fails without a mutant", file=sys.stderr)
            for number in numbers or ():
                reaching[number].append(test)
        for tests in reaching:
            tests.sort(key=lambda test: test.seconds)
        return reaching

    def passed(self):
        """Returns the pairs of mutant and test that keep() has stored: the test passed with the mutant."""
        file = self.folder / PASSED
        return set(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else set()

    def keep(self, passed):
        write(self.folder / PASSED, sorted(passed))


def write(file, values):
    """Replaces a JSON file; an interruption leaves the old one."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(values), encoding="utf-8")
    draft.replace(file)
