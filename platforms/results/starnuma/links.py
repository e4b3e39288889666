# SPDX-License-Identifier: Apache-2.0
"""Kinds of links of a run, as its statistics name them, and each direction of a link."""

import re

# Kind, link, direction.
UTILISATION = re.compile(r"^machine\.(\w+)\.([^.]+)\.(forward|backward)\.utilisation$")
QUEUE = re.compile(r"^run\.latency\.(\w+)_queue_ns$")
BANDWIDTH = re.compile(r"waiting for (.+) bandwidth$")  # in the description of a link's queue


def titles_of(runs):
    """Returns {kind: title}, in the order of the results."""
    titles = {}
    for run in runs:
        for path, stat in run.by_path.items():
            queue, waits = QUEUE.match(path), BANDWIDTH.search(stat["description"])
            if queue and waits:
                titles.setdefault(queue[1], waits[1])
    return titles
