#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kept mutants of the models and of the Python package, and the test that rejects each of them.

A mutant of a YAML file here: file, kind (KINDS), before (a text that the file holds once), after, sentence (what the
mutant does wrongly), and one of found_by (the name of the test that rejects it), equivalent (why no test can) and
survives (what a test would need; of at most one in twenty). A mutant without a verdict has not been searched yet.
Optional: breaks, further names of laws and of tests of relations.yaml that fail with it.

  mutants.py check           checks in the ordinary tests that each text is found and that the page is up to date
  mutants.py page            writes the page
  mutants.py run [TEXT]      plants all mutants of the models into a copy of the sources in build/mutants behind one
                             switch, the variable STARNUMA_MUTANT, builds the copy once, and runs the test that rejects
                             each; mutants of the Python package are planted one after the other. TEXT: those only
                             whose file or sentence contains it
  mutants.py search [ROOM]   finds a test for those that have none, and writes it into the YAML file: of all tests that
                             reach the mutant, the fastest that fails. ROOM: the name of a YAML file, or several.
                             build/mutants keeps what each test reaches and passes, so that a search continues where
                             it was interrupted
  mutants.py relations       finds a mutant for each law and each test of relations.yaml that has not failed with any
"""

import collections
import functools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import planting
import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/generated/model-mutants.md"
PACKAGE = Path("platforms/results/starnuma")
TABLES = "tables"
LAWS = ROOT / PACKAGE / "laws/laws.table"
RELATIONS = HERE / "relations.yaml"
LAW_RUNS = "platform.laws.Runs.test_laws_hold_on_"
STATEMENT_BEFORE = re.compile(r"([;{})]|(?<!:):|\belse|//.*)\s*\Z")  # text that may precede a statement
NO_EXPRESSION = re.compile(r"\A\s*([-+/%|^,?:=<>)]\s|&&|\|\||if\b)|([-+*/%|&^,?:=<>!(]|\belse)\s*\Z|;|\A\s*\Z")
BROKEN_LAW = re.compile(r"^(\w+)(?: \([^)]*\))?: expected ", re.MULTILINE)
KINDS = ("resource return", "order at equal times", "thresholds", "time of secondary actions", "booking",
         "stale state", "boundary of a stream", "definition")
VERDICTS = ("found_by", "equivalent", "survives")
MOST_SECONDS, MOST_SECONDS_OF_RELATION = 60, 300  # processor time that a search spends on a mutant, or on a relation
LEAST, LEAST_OF_KIND, MOST_SURVIVORS = 200, 10, 0.05
HEAD = """<!-- Generated: python3 tests/mutants/mutants.py page -->
# Mutants of the models

Each is planted into a copy of the sources, and a test must reject it: `./starnuma verify mutants`.

| File | Mutant | Kind | Found by |
|---|---|---|---|
"""
LAWS_HEAD = """
## Laws and relations

A mutant above with which each conservation law fails, and each test that compares runs, or a run with a closed form.

| Law or test | Mutant |
|---|---|
"""


def load():
    """Returns the mutants by YAML file."""
    rooms = {}
    for file in sorted(set(HERE.glob("*.yaml")) - {RELATIONS}):
        rooms[file.stem] = yaml.safe_load(file.read_text(encoding="utf-8"))["mutants"]
    for mutant in rooms[TABLES]:
        mutant["file"] = str(PACKAGE / mutant["file"])
    return rooms


def all_mutants():
    return [mutant for mutants in load().values() for mutant in mutants]


def of_models():
    return [mutant for room, mutants in load().items() if room != TABLES for mutant in mutants]


@functools.cache
def laws_and_relations():
    """Returns the names of the conservation laws and of the tests of relations.yaml."""
    laws = yaml.safe_load(LAWS.read_text(encoding="utf-8"))["laws"]
    relations = yaml.safe_load(RELATIONS.read_text(encoding="utf-8"))["relations"]
    return [law["name"] for law in laws], [test for tests in relations.values() for test in tests]


def unseen():
    """Returns the names of laws and relations that have not failed with any mutant yet."""
    return yaml.safe_load(RELATIONS.read_text(encoding="utf-8"))["unseen"] or []


def without_instance(test):
    """Returns the name of a test without the parameter of its instance."""
    suite, dot, name = test.rpartition(".")
    return test if dot == "" else f"{suite}.{name.partition('/')[0]}"


def breakers(mutants):
    """Returns {law or test: the first mutant with which it fails}."""
    found = {}
    for mutant in mutants:
        for name in (mutant.get("found_by", ""), *mutant.get("breaks", ())):
            found.setdefault(without_instance(name), mutant)
    return found


def problems(mutants, root=ROOT):
    """Yields a line for each mutant that cannot be planted or has no verdict, and each law and relation without one."""
    known = set(sum(laws_and_relations(), []))
    sources = "".join(file.read_text(encoding="utf-8") for pattern in ("cli/*.py", "module/*/*.cpp")
                      for file in HERE.parent.glob(pattern))
    for name in laws_and_relations()[1]:
        if not re.search(rf"\b{name.rpartition('.')[2]}\b", sources):
            yield f"{RELATIONS.name}: no test {name}"
    for name in sorted(known - breakers(mutants).keys() ^ set(unseen())):
        yield f"{name}: expected a mutant with which it fails, or its name in {RELATIONS.name} and no mutant"
    for mutant in mutants:
        text = (root / mutant["file"]).read_text(encoding="utf-8")
        before, found, _ = text.partition(mutant["before"])
        if text.count(mutant["before"]) != 1:
            yield f"{mutant['file']}: expected {mutant['before']!r} once, found it {text.count(mutant['before'])} times"
        if found.endswith(";") and not (STATEMENT_BEFORE.search(before) and found.count("{") == found.count("}")):
            yield f"{mutant['file']}: expected whole statements, found {found!r}"
        if found.strip() and mutant["file"].endswith((".h", ".cpp")) and not found.endswith(";"):
            for words in (found, mutant["after"]):
                if not is_expression(str(words)):
                    yield f"{mutant['file']}: {mutant['sentence']}: expected an expression, found {words!r}"
        if mutant["kind"] not in KINDS:
            yield f"{mutant['file']}: unknown kind {mutant['kind']}, expected one of {', '.join(KINDS)}"
        for name in set(mutant.get("breaks", ())) - known:
            yield f"{mutant['file']}: {mutant['sentence']}: no law and no test of relations.yaml: {name}"
        if sum(verdict in mutant for verdict in VERDICTS) > 1:
            yield f"{mutant['file']}: {mutant['sentence']}: expected at most one of {', '.join(VERDICTS)}"
    survivors = sum("survives" in mutant for mutant in mutants)
    if survivors > MOST_SURVIVORS * len(mutants):
        yield f"expected at most {MOST_SURVIVORS:.0%} survivors, found {survivors} of {len(mutants)} mutants"
    if len(mutants) < LEAST:
        yield f"expected at least {LEAST} mutants, found {len(mutants)}"
    for kind in KINDS:
        count = sum(mutant["kind"] == kind for mutant in mutants)
        if count < LEAST_OF_KIND:
            yield f"expected at least {LEAST_OF_KIND} mutants of the kind {kind}, found {count}"


def is_expression(text):
    """Returns whether C++ text may stand in parentheses: no part of an expression and no list of arguments."""
    inner = re.sub(r"\+\+|--", "", text)
    while inner != (inner := re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^][]*\]|<[\w: ,]*>|\"[^\"]*\"", "0", inner)):
        pass
    return not (NO_EXPRESSION.search(inner) or re.search("[][(){},]", inner))


def page():
    mutants = all_mutants()
    rows = [(mutant["file"], mutant["sentence"], mutant["kind"], verdict_of(mutant)) for mutant in mutants]
    found, equivalent, survivors = (sum(verdict in mutant for mutant in mutants) for verdict in VERDICTS)
    return HEAD + table(rows) + LAWS_HEAD + table(rows_of_relations(mutants)) + (
        f"\n{len(rows)} mutants: tests reject {found}, {equivalent} are equivalent, {survivors} survive, "
        f"{len(rows) - found - equivalent - survivors} have not been searched yet.\n")


def table(rows):
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def rows_of_relations(mutants):
    found = breakers(mutants)
    for name in sum(laws_and_relations(), []):
        mutant = found.get(name)
        yield f"`{name}`", f"{mutant['file']}: {mutant['sentence']}" if mutant else "none yet"


def verdict_of(mutant):
    if "found_by" in mutant:
        return f"`{mutant['found_by']}`"
    return next((f"{verdict}: {mutant[verdict]}" for verdict in VERDICTS[1:] if verdict in mutant), "not searched yet")


def report(mutant, falls):
    print(f"{'falls' if falls else 'SURVIVES'}: {mutant['file']}: {mutant['sentence']}", flush=True)
    return falls


def wanted(mutants, text):
    """Yields the number of each mutant to plant, and the mutant."""
    for number, mutant in enumerate(mutants):
        if text in mutant["file"] or text in mutant["sentence"]:
            yield number, mutant


def run_tables(text):
    """Plants one mutant after the other in a copy; returns whether all fall."""
    chosen = [mutant for _, mutant in wanted(load()[TABLES], text) if "found_by" in mutant]
    if not chosen:
        return True
    copy = ROOT / "build/mutants_of_tables"
    shutil.rmtree(copy, ignore_errors=True)
    for name in ("platforms/results", "platforms/reference", "platforms/machines", "platforms/experiments",
                 "tests/campaign", "tests/cli", "tests/results"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
    (copy / "CMakeLists.txt").touch()
    (copy / "build").symlink_to(ROOT / "build")  # has the packages of the tests
    environment = {**os.environ, "PYTHONPATH": f"{copy}/platforms/results:{copy}/tests/cli",
                   "STARNUMA_HOME": str(copy), "STARNUMA_CLI": "/bin/false"}

    def passes(test):
        return subprocess.run([sys.executable, "-B", copy / "tests" / test], env=environment, check=False,
                              cwd=copy / "tests/campaign", capture_output=True).returncode == 0
    for test in {mutant["found_by"] for mutant in chosen}:
        if not passes(test):
            sys.exit(f"{test} fails without a mutant")
    falls = []
    for mutant in chosen:
        file = copy / mutant["file"]
        before = file.read_text(encoding="utf-8")
        file.write_text(before.replace(mutant["before"], mutant["after"]), encoding="utf-8")
        falls.append(report(mutant, not passes(mutant["found_by"])))
        file.write_text(before, encoding="utf-8")
    return all(falls)


def run(text=""):
    mutants = of_models()
    chosen = [(number, mutant) for number, mutant in wanted(mutants, text) if "found_by" in mutant]
    planted = planting.Planted(ROOT, mutants)
    planted.build()
    tests = planted.tests().values()
    falls = [report(mutant, fails_as_recorded(mutant, number, tests)) for number, mutant in chosen]
    return run_tables(text) and all(falls)


def fails_as_recorded(mutant, number, tests):
    left = {without_instance(mutant["found_by"]), *mutant.get("breaks", ())}
    for test in sorted(tests, key=lambda test: test.name != mutant["found_by"]):
        if may_break(test.name, left):
            left -= failing(test, number, left)
    return not left


def search(*rooms):
    mutants = of_models()
    planted = planting.Planted(ROOT, mutants)
    planted.build()
    passed = planted.passed()
    reaching = planted.reaching_tests()
    of_room = load()
    for room in rooms or of_room:
        for number, mutant in enumerate(mutants):
            if mutant not in of_room[room] or any(verdict in mutant for verdict in VERDICTS[:2]):
                continue
            test = first_that_fails(number, reaching[number], passed)
            planted.keep(passed)
            print(f"{mutant['file']}: {mutant['sentence']}: {test.name if test else 'none'} "
                  f"of {len(reaching[number])} tests", flush=True)
            if test:
                record(mutant, test.name)
    return True


def relations():
    """Writes into the YAML files with which mutants laws and relations fail that have not failed with any."""
    mutants = of_models()
    planted = planting.Planted(ROOT, mutants)
    planted.build()
    missing = set(sum(laws_and_relations(), [])) - breakers(mutants).keys()
    reaching = planted.reaching_tests(lambda name: may_break(name, missing))
    spent = collections.Counter()
    own = load()["laws"]  # most likely to break a law
    for number, mutant in sorted(enumerate(mutants), key=lambda numbered: numbered[1] not in own):
        breaks_laws = False  # one run with broken laws is enough
        for test in reaching[number] if "equivalent" not in mutant else ():
            name = without_instance(test.name)
            of_laws = name.startswith(LAW_RUNS)
            if not may_break(name, missing) or of_laws and breaks_laws or spent[name] > MOST_SECONDS_OF_RELATION:
                continue
            if not of_laws:
                spent[name] += test.seconds
            broken = failing(test, number, missing)
            if broken:
                print(f"{mutant['sentence']}: {test.name}: {', '.join(sorted(broken))}", flush=True)
                record(mutant, test.name, broken)
                missing -= broken
                breaks_laws |= of_laws
    print("\n".join(f"{name}: none" for name in sorted(missing)))
    return not missing


def may_break(test, names):
    """Returns whether a test may show that one of the names (laws, tests) fails."""
    return without_instance(test) in names or test.startswith(LAW_RUNS) and not names.isdisjoint(laws_and_relations()[0])


def failing(test, number, names):
    """Returns those of the names (laws, tests) that fail in a test with a mutant."""
    printed = test.failure(number)
    return set() if printed is None else names & {without_instance(test.name), *BROKEN_LAW.findall(printed)}


def first_that_fails(number, tests, passed):
    """Returns the first test that rejects a mutant within MOST_SECONDS, or None. Skips those known to pass."""
    spent = 0
    for test in tests:
        known = f"{number} {test.name} {test.stamp()}"
        if known in passed:
            continue
        spent += test.seconds
        if spent > MOST_SECONDS:
            return None
        if not test.passes(number):
            return test
        passed.add(known)
    return None


def record(mutant, test, broken=()):
    """Writes into the YAML file of a mutant which test rejects it, and which laws and relations fail with it."""
    known = {without_instance(mutant.setdefault("found_by", test))}
    mutant["breaks"] = sorted({*mutant.get("breaks", ()), *broken} - known)
    lines = f"    found_by: {mutant['found_by']}\n"
    if mutant["breaks"]:
        lines += f"    breaks: [{', '.join(mutant['breaks'])}]\n"
    own = f"    sentence: {mutant['sentence']}\n"
    for file in HERE.glob("*.yaml"):
        blocks = file.read_text(encoding="utf-8").split("  - file: ")
        for n, block in enumerate(blocks):
            if block.startswith(mutant["file"] + "\n") and own in block:
                blocks[n] = block.partition(own)[0] + own + lines
                file.write_text("  - file: ".join(blocks), encoding="utf-8")


def check():
    wrong = list(problems(all_mutants()))
    if not wrong and (not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page()):
        wrong.append(f"{PAGE} is outdated: tests/mutants/mutants.py page")
    print("\n".join(wrong), end="\n" if wrong else "")
    return not wrong


def write_page():
    PAGE.write_text(page(), encoding="utf-8")
    return True


def main(words):
    commands = {"check": check, "page": write_page, "run": run, "search": search, "relations": relations}
    sys.exit(0 if commands[words[0]](*words[1:]) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
