# SPDX-License-Identifier: Apache-2.0
"""The mean latency of an LLC miss by kind, as the statistics of a run name its kinds."""

from dataclasses import dataclass

from starnuma.links import titles_of

PREFIX, SUFFIX = "run.latency.", "_ns"
WAYS = ("_wire", "_queue")  # what each kind of links brings
CONTENTION = "contention: "  # in the description of a kind that is a wait
SPELLED = {"dram": "DRAM", "mshr": "MSHR"}


@dataclass(frozen=True)
class Kind:
    """A kind of the latency ledger."""

    name: str  # "upi_queue"
    contention: bool
    meaning: str
    title: str = ""  # of links: "UPI"

    @property
    def stem(self):
        """What the time is spent at: the same word for a way and for the wait before it."""
        return self.name.rpartition("_")[0] or self.name

    @property
    def label(self):
        if self.title:
            return f"{self.title} {self.name.rpartition('_')[2]}"
        return " ".join(SPELLED.get(word, word) for word in self.name.split("_"))


def kinds_of(runs):
    """All kinds that a run's statistics name, in their order."""
    kinds, titles = {}, titles_of(runs)
    for run in runs:
        for path, stat in run.by_path.items():
            if path.startswith(PREFIX) and path.endswith(SUFFIX):
                name = path[len(PREFIX):-len(SUFFIX)]
                kinds.setdefault(name, kind_of(name, stat["description"], titles))
    return list(kinds.values())


def kind_of(name, description, titles):
    """`description` is "mean per LLC miss, contention: waiting for a miss register"."""
    return Kind(name, CONTENTION in description, description.rpartition(": ")[2],
                titles.get(name.rpartition("_")[0], "") if name.endswith(WAYS) else "")


def parts_of(run, kinds):
    """{kind's name: ns}"""
    return run.group(PREFIX.rstrip("."), [kind.name + SUFFIX for kind in kinds]) and {
        kind.name: run.value(PREFIX + kind.name + SUFFIX) or 0 for kind in kinds}
