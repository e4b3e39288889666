# SPDX-License-Identifier: Apache-2.0
"""Reads the output of `describe`."""


def latency_rows(text):
    """Returns {socket: {home: ns}} of the matrix of unloaded latencies."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Unloaded latency"))
    homes = lines[start + 1].split()
    rows = {}
    for line in lines[start + 2:]:
        if not line:
            break
        socket, *values = line.split()
        rows[socket] = dict(zip(homes, map(float, values), strict=True))
    return rows
