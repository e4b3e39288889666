# SPDX-License-Identifier: Apache-2.0
"""Reads Verilator's coverage points (.dat) and the benches' cross bins (.bins) of many runs."""

import re
from collections import defaultdict
from pathlib import Path

POINT = re.compile(r"C '(.*)' (\d+)$")
KINDS = {"v_line": "line", "v_branch": "branch", "v_toggle": "toggle", "v_user": "named"}


def points(folder, prefix):
    """Returns {(kind, file, line, point): hits} over the runs of one block."""
    hits = defaultdict(int)
    for path in sorted(Path(folder).glob(f"{prefix}*.dat")):
        for text in path.read_text(errors="replace").splitlines():
            found = POINT.match(text)
            if not found:
                continue
            fields = dict(field.split("\x02", 1) for field in found[1].split("\x01") if field)
            kind = KINDS.get(fields["page"].split("/")[0])
            if kind is None:
                continue
            key = (kind, Path(fields["f"]).name, int(fields["l"]),
                   fields["o"] if kind in ("toggle", "named") else f"{fields['o']} column {fields['n']}")
            hits[key] += int(found[2])
    return hits


def bins(folder, prefix):
    """Returns {run: {bin: hits}}; the last file of a parameter set has all bins."""
    found = defaultdict(lambda: defaultdict(int))
    for path in sorted(Path(folder).glob(f"{prefix}*.bins")):
        for text in path.read_text().splitlines():
            hits, name = text.split(" ", 1)
            found[path.stem.rsplit("_", 1)[0]][name] += int(hits)
    return found


def share(hits, kind):
    """Returns (number of points hit, number of points, missed points)."""
    chosen = {key: count for key, count in hits.items() if key[0] == kind}
    missed = sorted(key for key, count in chosen.items() if count == 0)
    return len(chosen) - len(missed), len(chosen), missed
