# SPDX-License-Identifier: Apache-2.0
"""Calls of the program that a test interrupts: their processes, and waiting for events."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import tempfile
import termios
import time
from pathlib import Path

from cli import CLI, STACK_NOTICE

PATIENCE = 300  # seconds until an expected event counts as missing; only stops hangs


def until(happened, seconds=PATIENCE):
    """Returns the value of happened() as soon as it is true, or its last value after the time limit."""
    end = time.monotonic() + seconds
    while not (answer := happened()) and time.monotonic() < end:
        time.sleep(0.005)
    return answer


def stat_of(pid):
    """Returns state, parent and session of a process, or None."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], int(fields[1]), int(fields[3])


def words_of(pid):
    """Returns the command line of a process; [] if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    except OSError:
        return []


def on_terminal(words, columns=80, **options):
    """Returns the ended process, and its complete output to a terminal that is connected to stderr only."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with tempfile.TemporaryFile() as out:
        call = subprocess.Popen(words, stdout=out, stderr=theirs, **options)
        os.close(theirs)
        drawn = b""
        # One read may return a part only; it fails when the last process closes the terminal.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 1 << 16):
                drawn += part
        os.close(ours)
        call.wait()
        out.seek(0)
        done = subprocess.CompletedProcess(words, call.returncode, out.read().decode())
    return done, drawn.decode()


class Call:
    """A call of the program in a session of its own, so that all its processes can be found."""

    def __init__(self, folder, *words, **options):
        self.process = subprocess.Popen([CLI, *words], cwd=folder, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        start_new_session=True, **options)
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        self.process.communicate()

    def processes(self):
        """Returns the running processes, parents first."""
        found = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and (stat := stat_of(entry.name)):
                state, parent, session = stat
                if session == self.pid and state not in "ZX":
                    found[int(entry.name)] = parent
        return sorted(found, key=lambda pid: (self.depth(pid, found), pid))

    @staticmethod
    def depth(pid, parents):
        steps = 0
        while pid in parents:
            pid, steps = parents[pid], steps + 1
        return steps

    def at(self, depth):
        """Returns the processes at this depth (0: the one that was started)."""
        parents = {pid: stat[1] for pid in self.processes() if (stat := stat_of(pid))}
        return [pid for pid in parents if self.depth(pid, parents) == depth + 1]

    def generation(self, depth):
        """Waits for a process at this depth; returns None if none appears."""
        def found_or_over():
            return self.at(depth) or (self.process.poll() is not None and [None])
        return (until(found_or_over) or [None])[0]

    def kill(self, pid, number=signal.SIGKILL):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def end(self):
        """Returns exit code (negative: a signal), stdout and stderr."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, STACK_NOTICE.sub("", err)
