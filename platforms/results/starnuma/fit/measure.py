# SPDX-License-Identifier: Apache-2.0
"""Measures latencies and bandwidths of a machine by running it."""

from itertools import count

from starnuma.fit.machine import text_of
from starnuma.validate.reference import Job
from starnuma.validate.runs import run

PAGES = 64  # pages of the idle pointer chase


class Bench:
    """Runs machines in a folder; each run has its own name."""

    def __init__(self, program, folder):
        self.program, self.folder, self.numbers = program, folder, count(1)

    def rows(self, machine, options):
        number = next(self.numbers)
        file = self.folder / f"machine{number}.yaml"
        file.write_text(text_of(machine, []), encoding="utf-8")
        job = Job(f"run{number}", str(file), f"class=home,{options}")
        return run(self.program, job, self.folder)

    def idle(self, machine, socket, home):
        return self.rows(machine, f"points=idle,requester={socket},home={home}")[0]["latency_ns"]

    def bandwidth(self, machine, socket, home, share=100):
        """Returns the bandwidth with all cores of the socket, GB/s."""
        options = f"measure=bandwidth,requester={socket},home={home},read_share={share}"
        return self.rows(machine, options)[0]["achieved_gb_per_s"]
