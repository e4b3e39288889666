# SPDX-License-Identifier: Apache-2.0
"""Cache of results under a hash of configuration, workload, seed and program.

- A folder is a result only if it matches its list of checksums, which is written last. A truncated or
  changed folder, or one of another run, is not a result.
- A folder appears by one rename.
- Jobs import this file, so it depends on the standard library only.
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
# Bytes of the program that change with every commit: the commit's name and the linker's build id.
COMMIT = re.compile(rb"\0[0-9a-f]{12}\0|\x14\0\0\0\x03\0\0\0GNU\0.{20}", re.DOTALL)
# Files that a workload reads: values of its options, its trace and its shared object. The list of a trace
# holds the checksums of the trace's other files.
OPTION = re.compile(r'=([^,@+"\s]+)')
TRACE = re.compile(r'\btrace:([^,@+"\s]+)')
OBJECT = re.compile(r'workload: "?([^:,@+"\s]+\.so)\b')
SHIPPED = Path(__file__).resolve().parents[4] / "stimulus" / "trace" / "example"


def program_of(cli):
    """Returns the hash of the program without the commit that it names."""
    return hashlib.sha256(COMMIT.sub(b"", Path(cli).read_bytes())).hexdigest()


def key_of(effective, program, asked=()):
    """Returns the name of a run's folder, a hash of:

    - the program and effective.yaml without the name of the machine
    - the files that the workload reads
    - further words that were requested; they name files by checksum"""
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
    """Returns the path of a trace's list, for a folder or a shipped trace, as the program resolves it."""
    shipped = SHIPPED / f"{trace}.snt"
    return os.path.join(shipped if "/" not in trace and shipped.is_dir() else trace, "trace.json")


def checksum(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def folder_of(cache, key):
    return Path(cache) / key[:2] / key


def is_whole(folder, key, program):
    """Returns True if a folder holds the undamaged result of that key."""
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
    """Writes the list of checksums of a finished folder."""
    files = {path.name: checksum(path) for path in sorted(folder.iterdir())}
    (folder / LIST).write_text(json.dumps({"key": key, "asked": list(asked), "files": files},
                                             indent=1), encoding="utf-8")


def publish(draft, folder, key, program):
    """Renames a sealed draft to the result's folder, unless that holds a valid result.

    Precondition: the caller holds the lock of the key."""
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
    """Locks a file with flock and yields True if the lock was acquired.

    The operating system releases the lock when the holder and its children have ended."""
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
