# SPDX-License-Identifier: Apache-2.0
"""One run of a plan, as Snakemake starts it; it does nothing if the result exists.

If two engines need the same result, the second waits for the first and uses its result.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from starnuma.campaign import cache

ENDS_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")


CHECKPOINTS = "checkpoints"


def asked_words(options, room):
    """Returns the requested words with the files' paths in place of their checksums."""
    words = list(options.asked)
    if "--checkpoints" in words:
        words.insert(words.index("--checkpoints") + 1, str(room / CHECKPOINTS))
    if "--from-checkpoint" in words:  # the next word is its checksum
        words[words.index("--from-checkpoint") + 1] = str(options.checkpoint)
    return words


def ended(code):
    """Returns the signal that ended a process with this return code, or ""."""
    return f"killed by signal {-code} ({signal.strsignal(-code)})" if code < 0 else ""


def draft_of(options):
    return cache.folder_of(options.cache, options.key).with_name(f".{options.key}.draft")


def make(options):
    folder = cache.folder_of(options.cache, options.key)
    with cache.lock_of(options.cache, options.key):
        if cache.is_whole(folder, options.key, options.program):
            return 0
        room = draft_of(options)  # left by a killed job, if any
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir(parents=True)
        draft = room / "result"
        if cache.program_of(options.cli) != options.program:
            print("the program has changed since the plan was read")
            return 2
        done = subprocess.run([*ENDS_WITH_US, options.cli, "run", str(options.effective),
                               "-o", str(draft), "--no-report", "--progress",
                               str(options.progress), *asked_words(options, room)],
                              check=False)
        if done.returncode == 0:
            for file in (room / CHECKPOINTS).glob("*"):
                file.rename(draft / file.name)
            cache.seal(draft, options.key, options.asked)
            cache.publish(draft, folder, options.key, options.program)
        shutil.rmtree(room, ignore_errors=True)
        if why := ended(done.returncode):
            print(why, flush=True)
            return 1
        return done.returncode


def main():
    parser = argparse.ArgumentParser(prog="starnuma.campaign.job", description=__doc__)
    for name in ("cache", "cli", "effective", "done", "at", "progress"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ("key", "program"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--asked", type=json.loads, default=[])
    parser.add_argument("--checkpoint", type=Path)
    options = parser.parse_args()
    options.done = options.done.resolve()
    os.chdir(options.at)  # relative paths in the workload's name start here
    try:
        code = make(options)
    except OSError as error:
        print(f"cannot write {error.filename or options.cache}: {error.strerror}")
        shutil.rmtree(draft_of(options), ignore_errors=True)
        code = 1
    if code == 0:
        options.done.touch()
    sys.exit(code)


if __name__ == "__main__":
    main()
