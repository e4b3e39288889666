#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Recipes measure how much the platform must change for an extension; each is proved by doing it.

    recipe.py NAME      executes tests/recipes/NAME and proves it; exit code 1 if that fails

A recipe is a folder:

    recipe.yaml   title: one sentence, printed at the start
                  files_at_most: number of files that it may add or change, not counting docs/,
                                 generated files and tests/
                  edits:         optional; edits of existing files, each in one of the forms
                    - {file: PATH, after: LINE, insert: TEXT}
                    - {file: PATH, replace: TEXT, by: TEXT}
                  LINE (leading blanks are ignored) and TEXT must occur exactly once in the file.
                  program:       optional; "unchanged" if prove.py compiles what it needs
    new/          optional; files that it adds, by their paths in the tree
    prove.py      unittest in the changed tree: STARNUMA_CLI is the changed program, STARNUMA_HOME
                  the changed tree; tests/cli/cli.py can be imported

- A recipe works in a copy of the tree, never in the tree.
- Only sources that the edits touch, and sources that include a touched header, are compiled, alone or
  in their group. The flags are those of STARNUMA_BUILD (cmake --preset release).
- The program is linked from these objects and the existing libraries. Without changes to C++ nothing
  is compiled.
- A recipe that touches a widely included header is slow; that is a finding.
- A new source must be named in the nearest CMakeLists.txt in or above its folder, unless that one
  collects all of its folders (*/*.cpp).
- The checks of layers, size and licences run on the changed tree.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BESIDE = ("docs/", "tests/", "platforms/schema/")
NOT_COPIED = shutil.ignore_patterns("build", ".git", "__pycache__", "results", ".cache")
CHECKS = ("layers", "size", "spdx")


class Failed(Exception):
    """Failure of a recipe; the message is for its author."""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def copy_of_tree(target):
    for name in sorted(os.listdir(ROOT)):
        if name in (".git", "build", "results"):
            continue
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=NOT_COPIED if name != "platforms" else
                            shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target / name)
    (target / "build").mkdir()
    for engine in (ROOT / "build").glob("engine-*[!k]"):  # environments of plans, without their locks
        (target / "build" / engine.name).symlink_to(engine)


def insert_after(text, line, addition):
    """Returns the text with `addition` after the only line that matches."""
    lines = text.splitlines(keepends=True)
    places = [i for i, known in enumerate(lines) if known.strip() == line.strip()]
    if len(places) != 1:
        raise Failed(f"the line is there {len(places)} times, not once: {line}")
    lines.insert(places[0] + 1, addition if addition.endswith("\n") else addition + "\n")
    return "".join(lines)


def edited(text, edit):
    if "after" in edit:
        return insert_after(text, edit["after"], edit["insert"])
    if text.count(edit["replace"]) != 1:
        raise Failed(f"the text is there {text.count(edit['replace'])} times, not once: "
                     f"{edit['replace']}")
    return text.replace(edit["replace"], edit["by"])


def change(recipe, folder, tree):
    """Applies the edits to the tree; returns the new and changed files, relative to the root."""
    touched = []
    for edit in recipe.get("edits", []):
        path = tree / edit["file"]
        try:
            path.write_text(edited(path.read_text(encoding="utf-8"), edit), encoding="utf-8")
        except (Failed, OSError) as error:
            raise Failed(f"{edit['file']}: {error}") from error
        touched.append(edit["file"])
    added = folder / "new"
    for path in sorted(added.rglob("*")) if added.is_dir() else []:
        name = path.relative_to(added).as_posix()
        if path.is_dir() or "__pycache__" in name:
            continue
        if (tree / name).exists():
            raise Failed(f"{name}: is there already, so it is not a new file")
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, tree / name)
        touched.append(name)
    return sorted(set(touched))


def counted(touched):
    return [name for name in touched if not name.startswith(BESIDE)]


def check_tree(tree):
    for check in CHECKS:
        done = run([sys.executable, "-B", ROOT / "tests/checks" / f"check_{check}.py",
                    "--root", tree])
        if done.returncode != 0:
            raise Failed(f"check {check}:\n{done.stdout}{done.stderr}")


class Unit:
    """Input of one compiler call: a source, or a group of sources in a file of the build folder."""

    def __init__(self, entry):
        self.file, self.directory = Path(entry["file"]), entry["directory"]
        self.words = shlex.split(entry["command"])
        self.made = self.words[self.words.index("-o") + 1]
        self.sources = [self.file]
        if "Unity" in self.file.parts:
            self.sources = [Path(name) for name in
                            re.findall(r'#include "(.*)"', self.file.read_text(encoding="utf-8"))]


class Build:
    """The program, rebuilt from the build folder for a changed tree."""

    def __init__(self, folder, tree):
        self.folder, self.tree = Path(folder), tree
        entries = json.loads((self.folder / "compile_commands.json").read_text())
        self.units = [Unit(entry) for entry in entries]
        linked = run(["ninja", "-C", self.folder, "-t", "commands", "starnuma"]).stdout
        self.in_program = [unit for unit in self.units if f" -o {unit.made} " in linked]
        self.holding = {source.relative_to(ROOT).as_posix(): unit for unit in self.in_program
                        for source in unit.sources if source.is_relative_to(ROOT)}

    def reading(self, headers):
        """Returns the program's units that include any of these headers."""
        wanted = {str(ROOT / header) for header in headers}
        found, current = set(), None
        for line in run(["ninja", "-C", self.folder, "-t", "deps"]).stdout.splitlines():
            if line.startswith(" "):
                path = os.path.normpath(self.folder / line.strip())
                if path in wanted:
                    found.add(current)
            elif line:
                current = line.partition(":")[0]
        return {unit for unit in self.in_program if unit.made in found}

    def neighbour(self, source):
        """Returns the unit whose flags apply to a new source, which CMake must list."""
        folder = next(place for place in Path(source).parents
                      if (self.tree / place / "CMakeLists.txt").is_file())
        listed = (self.tree / folder / "CMakeLists.txt").read_text()
        name = Path(source).relative_to(folder)
        if name.as_posix() not in listed and not ("*/*.cpp" in listed and len(name.parts) == 2):
            raise Failed(f"{source}: is not named in {folder}/CMakeLists.txt")
        near = [known for known in self.holding if Path(known).is_relative_to(folder)]
        if not near:
            raise Failed(f"{source}: no source in its folder has a compile command")
        return self.holding[min(near, key=lambda known: len(Path(known).parts))]

    def in_tree(self, text):
        """Returns the text with paths of the changed tree, except for those of the build folder."""
        return re.sub(rf"{re.escape(str(ROOT))}(?!/build/)(?=/|$|\")", str(self.tree), text)

    def compile(self, unit, source, target):
        """Compiles a source of the changed tree with the unit's flags."""
        words = [str(source) if word == str(unit.file) else self.in_tree(word)
                 for word in unit.words]
        words[words.index("-o") + 1] = str(target)
        done = run(words, cwd=unit.directory)
        if done.returncode != 0:
            raise Failed(f"{source} does not compile:\n{done.stderr}")

    def source_of(self, unit, target):
        """Returns the unit's file for the changed tree; writes a group's file next to its object."""
        if unit.sources == [unit.file]:
            return self.tree / unit.file.relative_to(ROOT)
        group = target.with_suffix(".cpp")
        group.write_text(self.in_tree(unit.file.read_text(encoding="utf-8")), encoding="utf-8")
        return group

    def link(self, replaced, added, target):
        """Links the program with new objects before the libraries that contain the old ones."""
        commands = run(["ninja", "-C", self.folder, "-t", "commands", "starnuma"]).stdout
        command = commands.strip().splitlines()[-1]
        words = shlex.split(command.partition("&& ")[2].rpartition(" && ")[0] or command)
        program = words[words.index("-o") + 1]
        others = [path for made, path in replaced.items() if made not in words] + added
        words = [str(replaced.get(word, word)) for word in words]
        at = words.index("-o")
        words = words[:at] + [str(path) for path in others] + words[at:]
        words = [str(target) if word == program else word for word in words]
        done = run(words, cwd=self.folder)
        if done.returncode != 0:
            raise Failed(f"the program does not link:\n{done.stderr}")

    def program(self, touched, work):
        """Returns the path of the changed program, or of the existing one if no C++ has changed."""
        code = [name for name in touched if name.endswith((".h", ".cpp"))
                and not name.startswith("tests/")]
        if not code:
            return os.environ["STARNUMA_CLI"]
        stale = self.reading([name for name in code if name.endswith(".h")])
        stale |= {self.holding[name] for name in code if name in self.holding}
        added = [name for name in code if name.endswith(".cpp") and name not in self.holding]
        print(f"compiles {len(stale)} units and {' '.join(added) or 'no new source'}", flush=True)
        replaced = {unit: work / f"{number}.o" for number, unit in
                    enumerate(sorted(stale, key=lambda unit: unit.made))}
        new = {name: work / f"new{number}.o" for number, name in enumerate(added)}
        jobs = [(unit, self.source_of(unit, made), made) for unit, made in replaced.items()]
        jobs += [(self.neighbour(name), self.tree / name, made) for name, made in new.items()]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda job: self.compile(*job), jobs))
        self.link({unit.made: made for unit, made in replaced.items()}, list(new.values()),
                  work / "starnuma")
        return str(work / "starnuma")


def prove(folder, tree, program):
    env = {**os.environ, "STARNUMA_CLI": program, "STARNUMA_HOME": str(tree),
           "PYTHONPATH": f"{tree}/tests/cli:{tree}/platforms/results", "PYTHONDONTWRITEBYTECODE": "1"}
    done = run([sys.executable, "-B", folder / "prove.py"], env=env, cwd=tree)
    if done.returncode != 0:
        raise Failed(f"prove.py:\n{done.stdout}{done.stderr}")


def follow(name):
    folder = HERE / name
    recipe = yaml.safe_load((folder / "recipe.yaml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        tree, work = Path(place) / "tree", Path(place) / "work"
        tree.mkdir()
        work.mkdir()
        copy_of_tree(tree)
        touched = change(recipe, folder, tree)
        files = counted(touched)
        print(f"{recipe['title']}: {len(files)} files, {' '.join(files)}", flush=True)
        if len(files) > recipe["files_at_most"]:
            raise Failed(f"{len(files)} files, at most {recipe['files_at_most']} are allowed")
        check_tree(tree)
        program = os.environ["STARNUMA_CLI"]
        if recipe.get("program") != "unchanged":
            program = Build(os.environ["STARNUMA_BUILD"], tree).program(touched, work)
        prove(folder, tree, program)


def main():
    try:
        follow(sys.argv[1])
    except Failed as failure:
        print(f"recipe {sys.argv[1]}: {failure}")
        sys.exit(1)


if __name__ == "__main__":
    main()
