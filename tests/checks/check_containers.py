#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The container recipes are well formed, start from the launcher's distribution and copy the whole project.

They leave packages and build to the launcher, so that there is one list of packages."""

import json
import re

import tree

DOCKERFILE = "cmake/containers/Dockerfile"
APPTAINER = "cmake/containers/starnuma.def"
BASE = "debian:12"  # distribution of the launcher's packages
HOME = "/opt/starnuma"

INSTRUCTIONS = {"FROM", "COPY", "RUN", "WORKDIR", "ENTRYPOINT", "CMD"}
SECTIONS = {"files", "post", "runscript"}
LAUNCHER = f"{HOME}/starnuma"
# Files that are not part of the project's source.
LEFT_OUT = {".git", ".cache", ".vscode", ".idea", "build", "results", "__pycache__",
            "compile_commands.json"}


def project(root):
    """Returns the top-level files and folders of the project."""
    return {path.name for path in root.iterdir()
            if path.name not in LEFT_OUT and not path.name.startswith(".")}


def set_up_problem(command):
    """Returns the error in the command that sets the image up, or None."""
    if re.search(r"\bapt(-get)?\b|\bdpkg\b", command):
        return "installs packages itself; the launcher's list is the only one"
    if not re.fullmatch(rf"{LAUNCHER} \w+", command):
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


def dockerfile_problems(path, root):
    copied, words, set_up = {}, [], []
    for number, word, arguments in instructions(path):
        words.append(word)
        if word not in INSTRUCTIONS or not arguments:
            yield f"line {number}: unexpected instruction '{word} {arguments}'"
        if word == "FROM" and arguments != BASE:
            yield f"line {number}: FROM {arguments}, expected {BASE}"
        if word == "COPY":
            *sources, target = arguments.split()
            for source in sources:
                copied[source] = target + source if target.endswith("/") else target
        if word == "RUN":
            set_up.append(arguments)
        if word in ("ENTRYPOINT", "CMD") and json_words(arguments) is None:
            yield f"line {number}: {word} must be a JSON list of words"
        if word == "ENTRYPOINT" and json_words(arguments) != [LAUNCHER]:
            yield f"line {number}: ENTRYPOINT must be {LAUNCHER}"
    if words[:1] != ["FROM"] or words.count("FROM") != 1:
        yield "must start with its only FROM"
    for word in ("RUN", "WORKDIR", "ENTRYPOINT"):
        if words.count(word) != 1:
            yield f"{words.count(word)} {word} instructions, expected one"
    if "RUN" in words and "COPY" in words[words.index("RUN"):]:
        yield "copies after the set-up"
    yield from copy_problems(copied, root)
    yield from filter(None, map(set_up_problem, set_up))


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


GOOD_DOCKERFILE = ("# comment\nFROM debian:12\nCOPY starnuma /opt/starnuma/\n"
                   "COPY cmake \\\n  /opt/starnuma/cmake\n"
                   "RUN /opt/starnuma/starnuma list\nWORKDIR /work\n"
                   'ENTRYPOINT ["/opt/starnuma/starnuma"]\nCMD ["--help"]\n')
GOOD_DEFINITION = ("Bootstrap: docker\nFrom: debian:12\n%files\n"
                   "  starnuma /opt/starnuma/starnuma\n  cmake /opt/starnuma/cmake\n"
                   "%post\n  /opt/starnuma/starnuma list\n"
                   '%runscript\n  exec /opt/starnuma/starnuma "$@"\n')
ACCEPTED = {"starnuma": "", DOCKERFILE: GOOD_DOCKERFILE, APPTAINER: GOOD_DEFINITION}


def changed(name, good, before, after):
    assert before in good, before
    return name, good.replace(before, after)


REJECTED = [
    changed(DOCKERFILE, GOOD_DOCKERFILE, "debian:12", "debian:11"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "COPY starnuma /opt/starnuma/\n", ""),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "COPY starnuma", "COPY starnuma gone"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "/opt/starnuma/cmake", "/opt/cmake"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN ", "RUN apt-get install g++ && "),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN ", "RUN true\nRUN "),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "RUN ", "ruN "),
    changed(DOCKERFILE, GOOD_DOCKERFILE, '["--help"]', '["--help"'),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "ENTRYPOINT", "#"),
    changed(DOCKERFILE, GOOD_DOCKERFILE, "WORKDIR /work", "COPY starnuma /opt/starnuma/"),
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
