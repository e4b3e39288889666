# SPDX-License-Identifier: Apache-2.0
"""Shows progress of a plan on Snakemake's log: runs done, progress of the slowest run, remaining time.

A terminal gets one line that is overwritten; other outputs get a line per quarter.
"""

import json
import logging
import os
import sys
import threading
import time
from pathlib import Path

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

ERASE = "\r\033[K"
EVERY = 0.3  # seconds
JOBS = Path(os.environ["STARNUMA_JOBS"])


def columns():
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80


class LogHandler(LogHandlerBase):
    writes_to_stream = True
    writes_to_file = False
    has_filter = True
    has_formatter = True
    needs_rulegraph = False

    def __post_init__(self):
        logging.raiseExceptions = False  # on a full disk the run's failure is reported, not that of Snakemake's log
        jobs = json.loads(JOBS.read_text(encoding="utf-8"))
        self.weights = {key: job["seconds"] for key, job in jobs.items()}
        self.names = {key: job["name"] for key, job in jobs.items()}
        self.keys = {}  # number of a job -> key
        self.ended, self.failed, self.quarter = set(), 0, 0
        self.begin = time.monotonic()
        self.terminal = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.over, self.drawing = threading.Event(), threading.Lock()
        if self.terminal:
            threading.Thread(target=self.redraw, daemon=True).start()

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
        if count == total:
            self.over.set()
        if self.terminal:
            self.draw()
        elif 4 * count // total > self.quarter and not os.environ["STARNUMA_QUIET"]:
            self.quarter = 4 * count // total
            print(self.text({}), file=sys.stderr, flush=True)

    def close(self):
        if self.terminal and not self.over.is_set():
            self.over.set()
            self.draw()
        super().close()

    def redraw(self):
        while not self.over.wait(EVERY):
            self.draw()

    def draw(self):
        with self.drawing:
            text = "" if self.over.is_set() else self.text(self.under_way())[:columns() - 1]
            print(f"{ERASE}{text}", end="", file=sys.stderr, flush=True)

    def under_way(self):
        """Returns {key: (finished share of the run, its current activity)} from the runs' progress files."""
        found = {}
        for file in (JOBS.parent / "progress").glob("*"):
            try:
                share, phase = file.read_text(encoding="utf-8").split(maxsplit=1)
                found[file.name] = float(share), phase.strip()
            except (OSError, ValueError):
                continue  # the run is writing the file
        return {key: said for key, said in found.items() if key not in self.ended}

    def text(self, under_way):
        count, total = len(self.ended), len(self.weights)
        text = f"{count} of {total} runs"
        if self.failed:
            text += f", {self.failed} failed"
        if under_way:
            key = min(under_way, key=lambda one: under_way[one][0])
            text += f"; {self.names[key]}: {under_way[key][1]} {100 * under_way[key][0]:.0f} %"
        if count < total:
            text += f", {self.left(under_way)}"
        return text

    def left(self, under_way):
        done = sum(self.weights[key] for key in self.ended)
        done += sum(self.weights[key] * share for key, (share, _) in under_way.items())
        whole = sum(self.weights.values())
        if done < 0.02 * whole:
            return "just begun"
        seconds = (time.monotonic() - self.begin) * (whole - done) / done
        return f"{seconds / 60:.0f} min left" if seconds >= 90 else f"{seconds:.0f} s left"
