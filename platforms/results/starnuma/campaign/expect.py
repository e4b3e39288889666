# SPDX-License-Identifier: Apache-2.0
"""Expected duration and memory of runs, from host.json of the results in the cache."""

import json
import re
from dataclasses import dataclass

from starnuma.campaign.cache import LIST

WORKLOAD = re.compile(r'^workload: "?([a-z0-9_]+)(?::scale=(\d+))?([^"\n]*)', re.MULTILINE)
UNKNOWN_SECONDS, UNKNOWN_BYTES = 10.0, 0.5e9
START = 0.3  # CPU seconds of a job outside its run


@dataclass
class Expected:
    seconds: float  # CPU seconds
    bytes: float
    known: bool = True


def workload_of(effective):
    found = WORKLOAD.search(effective)
    return (found[1], int(found[2] or 0), found[3]) if found else ("", 0, "")


class History:
    """Durations and memory of the cached runs, by workload and by program."""

    def __init__(self, cache):
        self.of_workload, self.of_name = {}, {}
        for file in cache.glob("??/*/host.json"):
            try:
                listed = json.loads(file.with_name(LIST).read_text(encoding="utf-8"))
                if "--from-checkpoint" in listed["asked"]:
                    continue  # it is only a part of a run
                host = json.loads(file.read_text(encoding="utf-8"))
                workload = workload_of(file.with_name("effective.yaml").read_text(encoding="utf-8"))
                taken = float(host["cpu_seconds"]), float(host["peak_memory_bytes"])
            except (OSError, ValueError, KeyError, TypeError):
                continue  # no valid result; is_whole rejects it before use
            self.of_workload.setdefault(workload, []).append(taken)
            self.of_name.setdefault(workload[0], []).append((workload[1], taken))

    def expect(self, effective):
        """Returns the mean duration and the maximum memory of runs of the same workload.

        If there are none, scales runs of the same program: a factor of two per step of the scale. The
        result is not `known` if the cache holds neither."""
        name, scale, _ = workload = workload_of(effective)
        alike = self.of_workload.get(workload)
        if alike is None and name in self.of_name:
            nearest = min(abs(other - scale) for other, _ in self.of_name[name])
            alike = [(seconds * 2.0 ** (scale - other), bytes_ * 2.0 ** (scale - other))
                     for other, (seconds, bytes_) in self.of_name[name]
                     if abs(other - scale) == nearest]
        if not alike:
            return Expected(UNKNOWN_SECONDS, UNKNOWN_BYTES, known=False)
        return Expected(START + sum(seconds for seconds, _ in alike) / len(alike),
                        max(bytes_ for _, bytes_ in alike))


def duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
