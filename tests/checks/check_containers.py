#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The container recipes are well formed, start from the launcher's distribution and copy the whole project.

They leave packages and build to the launcher, so that there is one list of packages. The image of the Dockerfile
gets the wheel of its first stage, and its user has no rights."""

import json
import re

import tree

DOCKERFILE = "cmake/containers/Dockerfile"
APPTAINER = "cmake/containers/starnuma.def"
BASE = "debian:12"  # distribution of the launcher's packages
SLIM = f"{BASE}-slim"
PROGRAM = "/opt/starnuma/bin/starnuma"
HOME = "/opt/starnuma"

INSTRUCTIONS = {"FROM", "COPY", "RUN", "USER", "WORKDIR", "ENTRYPOINT", "CMD"}
SECTIONS = {"files", "post", "runscript"}
LAUNCHER = f"{HOME}/starnuma"
# Files that are not part of the project's source.
LEFT_OUT = {".git", ".cache", ".vscode", ".idea", "build", "dist", "results", "__pycache__",
            "compile_commands.json"}


def project(root):
    """Returns the top-level files and folders of the project."""
    return {path.name for path in root.iterdir()
            if path.name not in LEFT_OUT and not path.name.startswith(".")}


def set_up_problem(command):
    """Returns the error in the command that sets the image up, or None."""
    if re.search(r"\bapt(-get)?\b|\bdpkg\b", command):
        return "installs packages itself; the launcher's list is the only one"
    if not re.fullmatch(rf"{LAUNCHER} \w+( /wheels)?", command):
        return f"must be one call of {LAUNCHER}"
    return None


def copy_problems(copied, root):
    """Yields the errors of the copied files; copied is {source: target in the image}."""
    for source in sorted(project(root) - set(copied)):
        yield f"does not copy {source}"
    for source, target in copied.items():
        if source not in project(root):
            yield f"copies {source}, which does not exist"
        elif target != f"{HOME}/{source}":
            yield f"copies {source} to {target}, not to {HOME}/{source}"


def json_words(text):
    """Returns the words of an exec-form instruction, or None."""
    try:
        words = json.loads(text)
    except json.JSONDecodeError:
        return None
    return words if isinstance(words, list) and all(isinstance(w, str) for w in words) else None


def instructions(path):
    """Yields numbered (instruction, arguments) of a Dockerfile, with continued lines joined."""
    pending, first = "", 0
    for number, line in tree.lines(path):
        if line.strip().startswith("#") or not (line.strip() or pending):
            continue
        first = first or number
        pending += line.strip()
        if pending.endswith("\\"):
            pending = pending[:-1] + " "
            continue
        word, _, arguments = pending.partition(" ")
        yield first, word, arguments.strip()
        pending, first = "", 0


def stages(path):
    """Returns the lists of (line, instruction, arguments) of the stages, and the problems of their form."""
    found, problems = [], []
    for number, word, arguments in instructions(path):
        if word not in INSTRUCTIONS or not arguments:
            problems.append(f"line {number}: unexpected instruction '{word} {arguments}'")
        if word in ("ENTRYPOINT", "CMD") and json_words(arguments) is None:
            problems.append(f"line {number}: {word} must be a JSON list of words")
        if word == "FROM":
            found.append([])
            if arguments.split()[0] != SLIM:
                problems.append(f"line {number}: FROM {arguments}, expected {SLIM}")
        if found:
            found[-1].append((number, word, arguments))
    return found, problems


def dockerfile_problems(path, root):
    found, problems = stages(path)
    yield from problems
    if len(found) != 2:
        yield f"{len(found)} stages, expected one that builds the wheel and one that installs it"
        return
    build, image = found
    copied = {}
    for _, word, arguments in build:
        if word == "COPY":
            *sources, target = arguments.split()
            for source in sources:
                copied[source] = target + source if target.endswith("/") else target
    yield from copy_problems(copied, root)
    words = [word for _, word, _ in build]
    if words.count("RUN") != 1 or words[-1] != "RUN":
        yield "the first stage must end with its only RUN"
    yield from filter(None, (set_up_problem(arguments) for _, word, arguments in build if word == "RUN"))
    last = {word: arguments for _, word, arguments in image}
    for word in ("RUN", "USER", "WORKDIR", "ENTRYPOINT"):
        if word not in last:
            yield f"the second stage has no {word}"
    if last.get("USER") in ("root", "0"):
        yield "USER must not be root"
    if json_words(last.get("ENTRYPOINT", "")) != [PROGRAM]:
        yield f"ENTRYPOINT must be {PROGRAM}"
    for number, word, arguments in image:
        if word == "COPY" and not arguments.startswith("--from=build "):
            yield f"line {number}: the second stage must copy from the first only"


def definition(path):
    """Returns the header {key: value} and the sections {name: lines} of an Apptainer definition file."""
    header, sections, body = {}, {}, None
    for _, line in tree.lines(path):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("%"):
            body = sections.setdefault(text[1:], [])
        elif body is not None:
            body.append(text)
        else:
            key, _, value = text.partition(":")
            header[key] = value.strip()
    return header, sections


def apptainer_problems(path, root):
    header, sections = definition(path)
    if header != {"Bootstrap": "docker", "From": BASE}:
        yield f"the header must be Bootstrap: docker and From: {BASE}"
    if set(sections) != SECTIONS:
        yield f"sections {sorted(sections)}, expected {sorted(SECTIONS)}"
    copied = {}
    for line in sections.get("files", []):
        words = line.split()
        if len(words) == 2:
            copied[words[0]] = words[1]
        else:
            yield f"%files line '{line}' must be SOURCE TARGET"
    yield from copy_problems(copied, root)
    if len(sections.get("post", [])) == 1:
        yield from filter(None, [set_up_problem(sections["post"][0])])
    else:
        yield "%post must be one command"
    if sections.get("runscript") != [f'exec {LAUNCHER} "$@"']:
        yield f'%runscript must be: exec {LAUNCHER} "$@"'


def problems(root):
    for name, look in ((DOCKERFILE, dockerfile_problems), (APPTAINER, apptainer_problems)):
        if not (root / name).exists():
            yield f"{name}: does not exist"
            continue
        for problem in look(root / name, root):
            yield f"{name}: {problem}"


GOOD_DOCKERFILE = ("# comment\nFROM debian:12-slim AS build\nCOPY starnuma /opt/starnuma/\n"
                   "COPY cmake \\\n  /opt/starnuma/cmake\n"
                   "RUN /opt/starnuma/starnuma wheel /wheels\n"
                   "FROM debian:12-slim\nCOPY --from=build /wheels /wheels\nRUN pip install /wheels/*\n"
                   "USER user\nWORKDIR /work\n"
                   'ENTRYPOINT ["/opt/starnuma/bin/starnuma"]\nCMD ["--help"]\n')
GOOD_DEFINITION = ("Bootstrap: docker\nFrom: debian:12\n%files\n"
                   "  starnuma /opt/starnuma/starnuma\n  cmake /opt/starnuma/cmake\n"
                   "%post\n  /opt/starnuma/starnuma list\n"
                   '%runscript\n  exec /opt/starnuma/starnuma "$@"\n')
ACCEPTED = {"starnuma": "", DOCKERFILE: GOOD_DOCKERFILE, APPTAINER: GOOD_DEFINITION}


def changed(name, good, before, after):
    assert before in good, before
    return name, good.replace(before, after)


REJECTED = [
    changed(DOCKERFILE, GOOD_DOCKERFILE, "debian:12-slim AS", "debian:11-slim AS"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "FROM debian:12-slim\n", "FROM debian:12\n"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "FROM debian:12-slim\n", ""),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "COPY starnuma /opt/starnuma/\n", ""),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "COPY starnuma", "COPY starnuma gone"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "/opt/starnuma/cmake", "/opt/cmake"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN /opt", "RUN apt-get install g++ && /opt"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN /opt", "RUN true\nRUN /opt"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN /opt", "ruN /opt"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN pip install /wheels/*\n", ""),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "--from=build /wheels", "wheels"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "USER user", "USER root"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "USER user\n", ""),
    changed(DOCKERFILE, GOOD_DOCKERFILE, '["--help"]', '["--help"'),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "ENTRYPOINT", "#"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN /opt/starnuma/starnuma wheel /wheels\n",
            "RUN /opt/starnuma/starnuma wheel /wheels\nCOPY starnuma /opt/starnuma/\n"),
    changed(APPTAINER, GOOD_DEFINITION, "debian:12", "debian:13"),
    changed(APPTAINER, GOOD_DEFINITION, "Bootstrap", "bootstrap"),
    changed(APPTAINER, GOOD_DEFINITION, "  cmake /opt/starnuma/cmake\n", ""),
    changed(APPTAINER, GOOD_DEFINITION, "cmake /opt/starnuma/cmake", "cmake"),
    changed(APPTAINER, GOOD_DEFINITION, "%post\n", "%post\n  apt-get update\n"),
    changed(APPTAINER, GOOD_DEFINITION, "starnuma list", "starnuma list; dpkg -i x.deb"),
    changed(APPTAINER, GOOD_DEFINITION, "%runscript", "%startscript"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
