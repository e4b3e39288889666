# SPDX-License-Identifier: Apache-2.0
"""Reports which pairs of jobs may share a pool, from a run of each job alone on it."""

import argparse
from pathlib import Path

from starnuma.advise.model import LIMIT, job_of, slowdowns
from starnuma.files import BadInput
from starnuma.report.guard import guarded
from starnuma.run import load_run
from starnuma.text_table import aligned

MOST_LIMIT = 1000


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.advise", description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="DIR", type=Path,
                        help="result folder of a job alone, with its pages on the pool")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="TIMES",
                        help="most that a job may slow down")
    return parser.parse_args(words)


def load(folder):
    run = load_run(folder)
    if len(run.programs) > 1:
        raise BadInput(f"{folder}: expected a run of one program, found {len(run.programs)}")
    job = job_of(run, folder.name)
    if job is None:
        raise BadInput(f"{folder}: no access to a pool device; expected a job with pages on one, "
                       "as with --set placement.pool_share=1")
    return job


def lines_of(jobs, limit):
    rows = [("job", "busy, %", "wait, ns", "turn, ns")]
    rows += [(job.name, f"{100 * job.busy:.0f}", f"{job.wait:.0f}", f"{job.turn:.0f}")
             for job in jobs]
    pairs = [("job", "partner", "job's slowdown", "partner's", f"up to {limit:g}")]
    for i, job in enumerate(jobs):
        for other in jobs[i:]:
            own, theirs = slowdowns([job, other])
            fits = "may share" if max(own, theirs) <= limit else "apart"
            pairs.append((job.name, other.name, f"{own:.2f}", f"{theirs:.2f}", fits))
    return [*aligned(rows, 1), "", *aligned(pairs, 2)]


def advise(options):
    if not 1 <= options.limit <= MOST_LIMIT:
        raise BadInput(f"--limit: expected a number of 1 to {MOST_LIMIT}, found {options.limit:g}")
    print("\n".join(lines_of([load(folder) for folder in options.folders], options.limit)))


def main(words=None):
    options = arguments(words)
    guarded("advise", lambda: advise(options), results=options.folders)


if __name__ == "__main__":
    main()
