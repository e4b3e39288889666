# SPDX-License-Identifier: Apache-2.0
"""Mean latency of an LLC miss by kind, with the kinds that the statistics of a run name."""

from dataclasses import dataclass

from starnuma.links import titles_of

PREFIX, SUFFIX = "run.latency.", "_ns"
WAYS = ("_wire", "_queue")  # suffixes of the two kinds of a link
CONTENTION = "contention: "  # prefix in the description of a contention kind
SPELLED = {"dram": "DRAM", "mshr": "MSHR"}


@dataclass(frozen=True)
class LatencyKind:
    """A kind of the latency ledger."""

    name: str  # for example "upi_queue"
    contention: bool
    meaning: str
    title: str = ""  # title of a link, for example "UPI"

    @property
    def stem(self):
        """Name of the resource: "upi" for both "upi_wire" and "upi_queue"."""
        return self.name.rpartition("_")[0] or self.name

    @property
    def label(self):
        if self.title:
            return f"{self.title} {self.name.rpartition('_')[2]}"
        return " ".join(SPELLED.get(word, word) for word in self.name.split("_"))


def kinds_of(runs):
    """Returns all kinds that the statistics of the runs name, in their order."""
    kinds, titles = {}, titles_of(runs)
    for run in runs:
        for path, stat in run.by_path.items():
            if path.startswith(PREFIX) and path.endswith(SUFFIX):
                name = path[len(PREFIX):-len(SUFFIX)]
                kinds.setdefault(name, kind_of(name, stat["description"], titles))
    return list(kinds.values())


def kind_of(name, description, titles):
    """Returns the LatencyKind of a statistic.

    `description` is, for example, "mean per LLC miss, contention: waiting for a miss register"."""
    return LatencyKind(name, CONTENTION in description, description.rpartition(": ")[2],
                titles.get(name.rpartition("_")[0], "") if name.endswith(WAYS) else "")


def parts_of(run, kinds):
    """Returns {kind's name: ns} of a run; {} if the run has no ledger."""
    return run.group(PREFIX.rstrip("."), [kind.name + SUFFIX for kind in kinds]) and {
        kind.name: run.value(PREFIX + kind.name + SUFFIX) or 0 for kind in kinds}
