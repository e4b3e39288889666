# SPDX-License-Identifier: Apache-2.0
"""Results under the hash of what was asked for: configuration, workload, seed and program.

A folder counts only with its list of checksums, which is written last, and only if all of it holds:
what is truncated, changed or of another run is no result. Folders come by one rename. Jobs read
this file, so it takes nothing but the standard library.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

LIST = "checksums.json"
EFFECTIVE = "effective.yaml"
MACHINE_NAME = re.compile(r"^machine:\n  name: .*\n", re.MULTILINE)
# What a commit that changes no code changes in the program: its name, and what the linker calls it.
COMMIT = re.compile(rb"\0[0-9a-f]{12}\0|\x14\0\0\0\x03\0\0\0GNU\0.{20}", re.DOTALL)
# Files that a workload reads: of an option, a trace (its list has the checksums of the others), itself.
OPTION = re.compile(r'=([^,@+"\s]+)')
TRACE = re.compile(r'\btrace:([^,@+"\s]+)')
OBJECT = re.compile(r'workload: "?([^:,@+"\s]+\.so)\b')
SHIPPED = Path(__file__).resolve().parents[4] / "stimulus" / "trace" / "example"


def program_of(cli):
    """The hash of the program, whatever commit it names."""
    return hashlib.sha256(COMMIT.sub(b"", Path(cli).read_bytes())).hexdigest()


def key_of(effective, program, asked=()):
    """The name of a run's folder: of its effective.yaml, whatever its machine is called, of the
    files that its workload reads, and of what was asked for beside (words; files by checksum)."""
    digest = hashlib.sha256(program.encode())
    digest.update(MACHINE_NAME.sub("machine:\n", effective).encode())
    head = effective[:effective.find("\nmachine:")]
    traces = map(summary_of, TRACE.findall(head))
    for name in (*OPTION.findall(head), *traces, *OBJECT.findall(head)):
        if os.path.isfile(name):
            digest.update(checksum(name).encode())
    digest.update("".join(f"\0{word}" for word in asked).encode())
    return digest.hexdigest()[:32]


def summary_of(trace):
    """The list of a trace, of a folder's or a shipped one's: as the program finds it."""
    shipped = SHIPPED / f"{trace}.snt"
    return os.path.join(shipped if "/" not in trace and shipped.is_dir() else trace, "trace.json")


def checksum(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def folder_of(cache, key):
    return Path(cache) / key[:2] / key


def is_whole(folder, key, program):
    """Whether a folder holds the result of that name, unharmed."""
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))
        names = {path.name for path in folder.iterdir()} - {LIST}
        return (listed["key"] == key and names == listed["files"].keys()
                and all(checksum(folder / name) == sum_ for name, sum_ in listed["files"].items())
                and key_of((folder / EFFECTIVE).read_text(encoding="utf-8"), program,
                           listed["asked"]) == key)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def seal(folder, key, asked=()):
    """Writes the checksums of a finished folder."""
    files = {path.name: checksum(path) for path in sorted(folder.iterdir())}
    (folder / LIST).write_text(json.dumps({"key": key, "asked": list(asked), "files": files},
                                             indent=1), encoding="utf-8")


def publish(draft, folder, key, program):
    """Makes a sealed draft the result, in place of what is none. Only with the lock of the key."""
    if is_whole(folder, key, program):
        shutil.rmtree(draft)
        return
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    os.rename(draft, folder)


@contextmanager
def locked(path, wait=True):
    """The system's lock on a file: it ends with its holder and the holder's children. Yields
    whether it is held."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


def lock_of(cache, key):
    return locked(Path(cache) / key[:2] / f".{key}.lock")
