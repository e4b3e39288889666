# SPDX-License-Identifier: Apache-2.0
"""Which jobs may share a pool, from what each is like alone on it.

A job always has so many misses on their way (by Little's law), so it slows down as their turn takes
longer. At the pool's memory a miss waits for the work that it finds there, which is that of all jobs,
W = (sum of their residual work) / (1 - share of time for which they keep it busy), as Pollaczek and
Khinchine have it; a job's residual work is what its wait alone says. Slower jobs bring less of both.
The bandwidth of a job is how busy it keeps the memory, its sensitivity how much of a miss's turn
the wait is; nothing is fitted.
"""

import re
from dataclasses import dataclass

LIMIT = 1.18  # most that a job may lose; class II of a pool
STEPS = 200
POOL = re.compile(r"machine\.pool\d*\.memory\d+\.utilisation$")


@dataclass(frozen=True)
class Job:
    """Of a run alone on its host, with all pages on the pool."""

    name: str
    busy: float  # share of its time for which it keeps the pool's memory busy
    wait: float  # ns that a miss waits there
    turn: float  # ns of one of its cores' misses, from one to the next in its place

    @property
    def residual(self):
        """ns of work that a miss would find if it alone kept nobody from anything."""
        return self.wait * (1 - self.busy)

    def slowdown(self, wait):
        return (self.turn - self.wait + wait) / self.turn


def job_of(run, name=None):
    """None where the run has no misses, or used no pool."""
    channels = [run.value(path) for path in run.by_path if POOL.match(path)]
    wait, turn = run.value("run.latency.dram_queue_ns"), run.value("run.amat_ns")
    if not turn or not any(channels) or wait is None:
        return None
    return Job(name or run.workload, sum(channels) / len(channels), wait, turn)


def slowdowns(jobs):
    """Of each, over being alone, when all use one pool."""
    def excess(wait):
        """Of this wait over that which jobs so slow bring about, times the memory's idle share."""
        rates = [1 / job.slowdown(wait) for job in jobs]
        idle = 1 - sum(rate * job.busy for rate, job in zip(rates, jobs))
        return wait * idle - sum(rate * job.residual for rate, job in zip(rates, jobs))
    low, high = 0.0, 1.0
    while excess(high) < 0:
        high *= 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return [max(1.0, job.slowdown(high)) for job in jobs]
