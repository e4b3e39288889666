# SPDX-License-Identifier: Apache-2.0
"""Slow-down of jobs that share a pool, from statistics of each job alone on it.

By Little's law a job keeps a constant number of misses in flight. It slows down as the time from one miss
to the next grows. At the pool's memory a miss waits for the work of all jobs that it finds there. The
Pollaczek-Khinchine formula gives this wait:

    W = (sum of the jobs' residual work) / (1 - sum of the jobs' utilisation of the memory)

The residual work of a job follows from its wait when it runs alone. A slower job adds less residual work
and less utilisation. No parameter is fitted: the utilisation represents the bandwidth of a job, and the
share of the wait in the time of a miss represents its sensitivity.
"""

import re
from dataclasses import dataclass

from starnuma.files import BadInput

LIMIT = 1.18  # largest acceptable slow-down: class II of a pool
STEPS = 200
POOL = re.compile(r"machine\.pool\d*\.memory\d+\.utilisation$")


@dataclass(frozen=True)
class Job:
    """Measurements of a run alone on its host, with all pages on the pool."""

    name: str
    busy: float  # utilisation of the pool's memory, 0 to 1
    wait: float  # mean wait of a miss at the pool's memory, ns
    turn: float  # mean latency of a miss, ns; a core issues its next miss after this time

    @property
    def residual(self):
        """Residual work, ns, that an arriving miss finds if the job is alone on the pool."""
        return self.wait * (1 - self.busy)

    def slowdown(self, wait):
        return (self.turn - self.wait + wait) / self.turn


def job_of(run, name=None):
    """Returns the Job of a run; None if the run has no misses or used no pool."""
    channels = [run.value(path) for path in run.by_path if POOL.match(path)]
    wait, turn = run.value("run.latency.dram_queue_ns"), run.value("run.amat_ns")
    if not turn or not any(channels) or wait is None:
        return None
    busy = sum(channels) / len(channels)
    if not 0 <= busy <= 1 or not 0 <= wait <= turn:
        raise BadInput(f"{run.folder}: impossible statistics: the pool's memory is busy for {busy:g} of the "
                       f"time, and a miss of {turn:g} ns waits {wait:g} ns for it")
    return Job(name or run.workload, busy, wait, turn)


def slowdowns(jobs):
    """Returns the slow-down of each job over running alone, when all jobs share one pool."""
    def excess(wait):
        """Returns the difference, times the memory's idle share, between `wait` and the wait that the jobs
        cause when `wait` slows them down."""
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
