# SPDX-License-Identifier: Apache-2.0
"""Runs of loaded_latency, several in parallel, and the curve of each."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

from starnuma.files import BadInput, CannotRun, load_csv
from starnuma.validate.curves import Curve


def run(program, job, folder, sets=()):
    """Executes a job in folder/<its name>; returns the rows of its curve."""
    place = folder / job.name
    words = [program, "run", job.machine, f"loaded_latency:{job.options}", "-o", str(place),
             "--no-report"]
    for value in sets:
        words += ["--set", value]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"{job.machine} ended with {done.returncode}"]
        raise (BadInput if done.returncode == BadInput.code else CannotRun)(f"{job.name}: {lines[0]}")
    return load_csv(place / "loaded_latency.csv")


def curve_of(rows):
    return Curve([(row["achieved_gb_per_s"], row["latency_ns"]) for row in rows])


@contextmanager
def new_folder(folder):
    """Creates the folder and its parents; removes those it created if an error leaves them empty."""
    created = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # a folder with content stays, and so do its parents
            for each in created:
                each.rmdir()
        raise


def run_all(program, jobs, folder, sets=()):
    """Returns {name: rows} of all jobs; the first failure ends the execution."""
    with new_folder(folder), ThreadPoolExecutor(max_workers=max(1, os.cpu_count() or 1)) as pool:
        waiting = {job.name: pool.submit(run, program, job, folder, sets) for job in jobs}
        try:
            return {name: future.result() for name, future in waiting.items()}
        except BadInput:
            pool.shutdown(cancel_futures=True)
            raise
