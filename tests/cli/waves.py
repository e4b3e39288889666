# SPDX-License-Identifier: Apache-2.0
"""Reads FST waveforms with fst2vcd (package gtkwave), for tests."""

import bisect
import shutil
import subprocess
import unittest

NEEDS_FST2VCD = unittest.skipUnless(shutil.which("fst2vcd"),
                                    "fst2vcd (package gtkwave) is not installed")


def changes(fst):
    """Returns {variable path: [(time in ps, value as text)]}; numbers are binary."""
    vcd = subprocess.run(["fst2vcd", str(fst)], capture_output=True, text=True, check=True).stdout
    names, found, scopes, time = {}, {}, [], 0
    for line in vcd.splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            names.setdefault(words[3], []).append(".".join(scopes + [words[4]]))
        elif line.startswith("#"):
            time = int(line[1:])
        elif line[:1] in "bs" and words:
            value, key = (words[0][1:], words[1]) if len(words) == 2 else ("", words[-1])
            for name in names[key]:
                found.setdefault(name, []).append((time, value))
        elif line[:1] in "01xz" and line[1:] in names:
            for name in names[line[1:]]:
                found.setdefault(name, []).append((time, line[0]))
    return found


def before(series, time):
    """Returns the number that a variable holds just before a time."""
    at = bisect.bisect_left(series, (time, "")) - 1
    return int(series[at][1], 2)


def rises(series):
    """Returns the times at which a one-bit variable changes from 0 to 1."""
    return [time for (_, old), (time, new) in zip(series, series[1:]) if (old, new) == ("0", "1")]


def transactions(series):
    """Returns the numbers of an id lane in order of time, without idle."""
    values = [int(value, 2) for _, value in series]
    return [value for value in values if value]
