# SPDX-License-Identifier: Apache-2.0
"""Reports which pairs of jobs may share a pool, from a run of each job alone on it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from starnuma.advise.model import LIMIT, job_of, slowdowns
from starnuma.files import BadInput
from starnuma.report.guard import guarded
from starnuma.result_folder import load_run
from starnuma.text_table import aligned

MOST_LIMIT = 1000


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.advise", description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="DIR", type=Path,
                        help="result folder of a job alone, with its pages on the pool")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="TIMES",
                        help="most that a job may slow down")
    parser.add_argument("--json", action="store_true", help="print one JSON document in place of the tables")
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


def pairs_of(jobs, limit):
    """Returns [job, partner, slow-down of the job, that of the partner, whether they may share] of each pair."""
    pairs = []
    for i, job in enumerate(jobs):
        for other in jobs[i:]:
            own, theirs = slowdowns([job, other])
            pairs.append([job.name, other.name, own, theirs, max(own, theirs) <= limit])
    return pairs


def lines_of(jobs, limit):
    rows = [("job", "busy, %", "wait, ns", "turn, ns")]
    rows += [(job.name, f"{100 * job.busy:.0f}", f"{job.wait:.0f}", f"{job.turn:.0f}")
             for job in jobs]
    pairs = [("job", "partner", "job's slowdown", "partner's", f"up to {limit:g}")]
    pairs += [(job, other, f"{own:.2f}", f"{theirs:.2f}", "may share" if fits else "apart")
              for job, other, own, theirs, fits in pairs_of(jobs, limit)]
    return [*aligned(rows, 1), "", *aligned(pairs, 2)]


def document_of(jobs, limit):
    names = ("job", "partner", "slowdown", "slowdown_of_partner", "may_share")
    return {"limit": limit, "jobs": [asdict(job) for job in jobs],
            "pairs": [dict(zip(names, pair)) for pair in pairs_of(jobs, limit)]}


def advise(options):
    if not 1 <= options.limit <= MOST_LIMIT:
        raise BadInput(f"--limit: expected a number of 1 to {MOST_LIMIT}, found {options.limit:g}")
    jobs = [load(folder) for folder in options.folders]
    print(json.dumps(document_of(jobs, options.limit), indent=1) if options.json
          else "\n".join(lines_of(jobs, options.limit)))


def main(words=None):
    options = arguments(words)
    guarded("advise", lambda: advise(options), results=options.folders)


if __name__ == "__main__":
    main()
