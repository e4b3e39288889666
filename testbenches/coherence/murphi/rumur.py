# SPDX-License-Identifier: Apache-2.0
"""Runs Murphi models with rumur and prints each firing of each rule."""

import functools
import itertools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
OPENERS = {"if", "for", "switch", "while", "forall", "exists"}
TOKEN = re.compile(r'--[^\n]*|"[^"]*"|\w+')
STATES = re.compile(r"(\d+) states, \d+ rules fired")


def available():
    return all(shutil.which(tool) for tool in ("rumur", "gcc"))


def text_of(model, hosts, edits=()):
    """Returns the model for a number of hosts; each edit must apply exactly once."""
    text = re.sub(r"HOSTS: \d+;", f"HOSTS: {hosts};", (FOLDER / f"{model}.m").read_text())
    for old, new in edits:
        if text.count(old) != 1:
            raise SystemExit(f"{model}.m: {old!r} is there {text.count(old)} times")
        text = text.replace(old, new)
    return text


def run(text, quick=False):
    """Returns (True if all checks pass, output of the checker).

    `quick` compiles without optimization."""
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "m.m").write_text(text)
        flags = ["-O0", "-w"] if quick else ["-O2"]
        # rumur needs a 16-byte compare-and-swap, which compilers enable only on request.
        for command in (["rumur", "--colour", "off", "--threads", "1", "-o", "m.c", "m.m"],
                        ["gcc", *flags, "-march=native", "-mcx16", "m.c", "-o", "m", "-lpthread"]):
            made = subprocess.run(command, cwd=work, capture_output=True, text=True)
            if made.returncode:
                raise SystemExit(f"a Murphi model does not compile:\n{made.stdout}{made.stderr}")
        done = subprocess.run(["./m"], cwd=work, capture_output=True, text=True)
        return done.returncode == 0, done.stdout


def why(log):
    """Returns the message of a failed check."""
    found = re.search(r"for the error:\s+(.*)|(liveness property .*)", log)
    line = found[1] or found[2] if found else (log.strip().splitlines() or ["it ended without a word"])[-1]
    named = re.search(r'"(.*)"', line) or re.search(r"Assertion failed: \S+ (.*)", line)
    return named[1] if named else line


def variables(text):
    declared = text[text.index("\nvar\n"):text.index("\nprocedure ")]
    return re.findall(r"^  (\w+):", declared, re.M)


def telling(text):
    """Returns the model with prints of the state before and after each firing."""
    puts = " ".join(f"put {name};" for name in variables(text))
    out, at = "", 0
    tokens = list(TOKEN.finditer(text))
    index = 0
    while index < len(tokens):
        if tokens[index][0] != "rule":
            index += 1
            continue
        name = tokens[index + 1][0]
        who = "put h;" if text[tokens[index].start() - 1] == " " else ""  # inside the ruleset of hosts
        while tokens[index][0] != "begin":
            index += 1
        start = tokens[index].end()
        depth = 1
        while depth:
            index += 1
            depth += (tokens[index][0] in OPENERS) - (tokens[index][0] == "end")
        end = tokens[index].start()
        out += (text[at:start] + f' put "\\n@{name[1:-1]}\\n"; {who} tell(); put "=\\n"; '
                + text[start:end] + ' tell(); put "#\\n"; ')
        at = end
    tell = f"procedure tell();\nbegin {puts} end;\n\nstartstate\n"
    return (out + text[at:]).replace("startstate\n", tell, 1)


@functools.cache
def value_of(lines):
    """Returns the value of a variable; {host: value} for an array, with lists for several entries."""
    values = {}
    for line in lines:
        place, _, value = line.rpartition(":")
        indices = re.findall(r"\[(\w+)\]", place)
        if not indices:
            return value
        if len(indices) == 1:
            values[indices[0]] = value
        else:
            values.setdefault(indices[0], []).append(value)
    return values


@functools.cache
def layout(names):
    """Returns (name, first line, end) of each variable."""
    parts = []
    for name, lines in itertools.groupby(range(len(names)), names.__getitem__):
        lines = list(lines)
        parts.append((name, lines[0], lines[-1] + 1))
    return parts


def state_of(text, names):
    """Returns {name: value} of a printed state; equal values are the same object."""
    lines = text.split("\n")
    return {name: value_of(tuple(lines[begin:end])) for name, begin, end in layout(names)}


def firings(model, hosts, edits=()):
    """Returns the set of (rule, host, state before, state after) of all firings."""
    _, log = run(telling(text_of(model, hosts, edits)), quick=True)
    names = None
    for block in sorted({block[:block.find("#\n")] for block in log.split("\n@")[1:]}):
        rule, _, rest = block.partition("\n")
        host, _, _ = rest.partition("\n")
        host = host.removeprefix("h:") if host.startswith("h:") else None
        before, _, after = rest.partition("=\n")
        if host:
            before = before.partition("\n")[2]
        if names is None:
            names = tuple(re.match(r"\w+", line)[0] for line in before.splitlines())
        yield rule, host, state_of(before, names), state_of(after, names)
