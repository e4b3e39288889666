#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a tutorial as it is printed: writes its files, executes its commands, compares the output.

    tutorial.py PAGE.md [PAGE.md...]

The commands run in an empty folder with the program and the project's folders docs, models and rtl.
A block with a title, such as ```yaml title="my_machine.yaml"```, is a file. In a ```console``` block
each line that begins with "$ " is a command; the lines below it are its output, stdout and stderr. A
command that fails prints its exit code itself (`; echo "exit code $?"`). Output is compared line by
line without regard to the amount of blank space. A number may differ by a tenth of its value; "..."
matches any text in a line, and alone in a line any lines. The report of Verilator 5.03x is left out.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FENCE = re.compile(r"^```(\w*)(?:\s+title=\"([^\"]+)\")?\s*$")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
TOLERANCE = 0.1
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
ROOT = Path(__file__).resolve().parents[2]
REPORT = re.compile(r"- (V e r i l a t i o n|Verilator:) ")
LAUNCHER = '#!/bin/sh\nexec "$STARNUMA_CLI" "$@"\n'


def steps(page):
    """Yields (line number, file or None, text or command, expected output)."""
    lines = page.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        at += 1
        if not fence:
            continue
        begin = at
        while lines[at] != "```":
            at += 1
        block = lines[begin:at]
        at += 1
        if fence[2]:
            yield begin, fence[2], "\n".join(block) + "\n", None
        elif fence[1] == "console":
            yield from commands(block, begin)


def commands(block, begin):
    at = 0
    while at < len(block):
        number, command = begin + at + 1, block[at][2:]
        while command.endswith("\\"):
            at += 1
            command += "\n" + block[at]
        at += 1
        output = []
        while at < len(block) and not block[at].startswith("$ "):
            output.append(block[at])
            at += 1
        yield number, None, command, output


def same_line(expected, actual):
    expected, actual = " ".join(expected.split()), " ".join(actual.split())
    shape = "".join("(.*?)" if part == "..." else r"(\d+(?:\.\d+)?)" if NUMBER.fullmatch(part)
                    else re.escape(part)
                    for part in re.split(r"(\.\.\.|\d+(?:\.\d+)?)", expected))
    match = re.fullmatch(shape, actual)
    if not match:
        return False
    wanted = [part for part in re.findall(r"\.\.\.|\d+(?:\.\d+)?", expected)]
    return all(part == "..." or close(float(part), float(found))
               for part, found in zip(wanted, match.groups()))


def close(expected, actual):
    return abs(expected - actual) <= TOLERANCE * max(abs(expected), abs(actual))


def same_output(expected, actual):
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(same_output(expected[1:], actual[skipped:])
                   for skipped in range(len(actual) + 1))
    return bool(actual) and same_line(expected[0], actual[0]) and \
        same_output(expected[1:], actual[1:])


def trimmed(lines):
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def run(page, folder):
    """Returns the first difference as a text, or None."""
    for room in ("docs", "models", "rtl"):  # as in the root of the project
        (folder / room).symlink_to(ROOT / room)
    launcher = folder / "starnuma"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)
    for number, file, text, expected in steps(page):
        if file:
            (folder / file).write_text(text, encoding="utf-8")
            continue
        done = subprocess.run(["bash", "-c", text], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False)
        actual = trimmed([line for line in done.stdout.split("\n") if not REPORT.match(line)])
        place = f"{page.name}:{number}: {text}"
        if done.returncode != 0:
            return f"{place}\nexit code {done.returncode}:\n{done.stdout}"
        if not same_output(trimmed(expected), actual):
            return f"{place}\nprinted:\n{done.stdout}"
    return None


def missing(text):
    """Returns what the commands of a page need and this host lacks, or "", and whether CI may lack it too."""
    from starnuma.campaign.environment import ENGINE
    if re.search(r"^\$ \./starnuma (compare|demo|plan) ", text, re.MULTILINE) and not ENGINE.is_installed():
        return "there is no Snakemake", False
    if " trace record " in text:
        sys.path.append(str(ROOT / "tests" / "cli"))
        import capture
        reason = capture.missing()
        return reason, reason == capture.NO_PLUGINS
    return "", True


def main():
    for name in sys.argv[1:]:
        page = Path(name)
        reason, is_accepted = missing(page.read_text(encoding="utf-8"))
        if reason:
            fails = os.environ.get("CI") and not is_accepted
            print(("cannot be left out in CI: " if fails else "skipped: ") + reason)
            sys.exit(1 if fails else SKIPPED)
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            difference = run(page, Path(folder))
        if difference:
            print(difference)
            sys.exit(1)
        print(f"{page.name}: all commands in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
