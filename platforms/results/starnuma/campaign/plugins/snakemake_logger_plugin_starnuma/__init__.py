# SPDX-License-Identifier: Apache-2.0
"""What Snakemake shows of a plan: how many runs are done, and how long the others will take.

On a terminal one line that is written over, else a line for each quarter.
"""

import json
import os
import sys
import time

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent


class LogHandler(LogHandlerBase):
    writes_to_stream = True
    writes_to_file = False
    has_filter = True
    has_formatter = True
    needs_rulegraph = False

    def __post_init__(self):
        with open(os.environ["STARNUMA_JOBS"], encoding="utf-8") as file:
            self.weights = {key: job["seconds"] for key, job in json.load(file).items()}
        self.keys = {}  # number of a job -> key
        self.ended, self.failed, self.quarter = set(), 0, 0
        self.begin = time.monotonic()
        self.terminal = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def emit(self, record):
        event = getattr(record, "event", None)
        if event == LogEvent.JOB_INFO and record.rule_name == "run":
            self.keys[record.jobid] = dict(record.wildcards)["key"]
        elif event == LogEvent.JOB_FINISHED:
            self.end(record.job_id)
        elif event == LogEvent.JOB_ERROR:
            self.failed += 1
            self.end(record.jobid)

    def end(self, number):
        if number not in self.keys:
            return
        self.ended.add(self.keys[number])
        count, total = len(self.ended), len(self.weights)
        text = f"{count} of {total} runs"
        if self.failed:
            text += f", {self.failed} failed"
        if count < total:
            text += f", {self.left()} left"
        if self.terminal:
            print(f"\r{text}\033[K", end="" if count < total else "\r\033[K", file=sys.stderr,
                  flush=True)
        elif 4 * count // total > self.quarter:
            self.quarter = 4 * count // total
            print(text, file=sys.stderr, flush=True)

    def left(self):
        done = sum(self.weights[key] for key in self.ended)
        rest = sum(self.weights.values()) - done
        seconds = (time.monotonic() - self.begin) * rest / max(done, 1e-9)
        return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
