# SPDX-License-Identifier: Apache-2.0
"""One to three hosts on a pool: the slow-down of each program by the programs on the other hosts."""

import re

from starnuma.advise.model import LIMIT, job_of, slowdowns
from starnuma.campaign.results import TIME
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.hpc import CAPTION, FILE, Programs
from starnuma.evaluation.statements import Found, Published, as_data, blocks, inside
from starnuma.report.content import Cell, Head, Row, Table, Text

DEMANDING = ("OpenFOAM", "Hypre", "NPB-FT")


def jobs_of(workload):
    """"a@socket0 + b@socket1" -> ["a", "b"]."""
    return [piece.partition("@")[0].strip() for piece in workload.split(" + ")]


def times_of(run, jobs):
    """Returns the time of each job in their order. Equal jobs are numbered; a single job is the run."""
    if len(jobs) == 1:
        return [run.value(TIME)]
    kinds = [job.partition(":")[0] for job in jobs]
    names = [kind if kinds.count(kind) == 1 else f"{kind}{kinds[:i].count(kind)}"
             for i, kind in enumerate(kinds)]
    return [run.value(f"program.{name}.time_ns") for name in names]


class Matrix:
    """Slow-downs over running alone."""

    def __init__(self, results):
        runs = {tuple(jobs_of(label.workload)): each[0] for label, each in results.runs.items()}
        alone = {jobs[0]: run.value(TIME) for jobs, run in runs.items() if len(jobs) == 1}
        self.alone = {jobs[0]: run for jobs, run in runs.items() if len(jobs) == 1}
        self.two, self.three = {}, {}  # {(job, other): slow-down}, {job: slow-down}
        for jobs, run in runs.items():
            lost = [time / alone[job] for time, job in zip(times_of(run, jobs), jobs)]
            if len(jobs) == 2:
                self.two[jobs], self.two[jobs[::-1]] = lost[0], lost[1]
                if jobs[0] == jobs[1]:
                    self.two[jobs] = max(lost)
            elif len(jobs) == 3:
                self.three[jobs[0]] = max(lost)


def interference(results, reference):
    published = Published(reference.platforms, FILE)
    programs = Programs(published)
    matrix = Matrix(results)
    jobs = list(matrix.alone)
    rows = [Row(programs.name(job), [
        *(Cell(f"{matrix.two[job, partner]:.2f}") for partner in jobs),
        Cell(f"{matrix.three[job]:.2f}"), Cell(f"{pool_gbps(matrix.alone[job]):.1f}")])
        for job in jobs]
    heads = [*(Head(f"with {programs.name(job)}") for job in jobs), Head("three of its kind"),
             Head("GB/s alone")]
    by_name = {programs.name(job): job for job in jobs}
    found = host_statements(published, matrix, by_name)
    for key, each in found.items():
        name = key.partition("_")[2]
        each.why = f"{name} alone: {alone_text(matrix.alone[by_name[name]])}"
    return ex.Exhibit([Table("Time over that alone, all pages on the pool", heads, rows,
                             corner="program"),
                       *advice(matrix, jobs, programs),
                       *(Text(f"{programs.name(job)} alone: {alone_text(matrix.alone[job])}.")
                         for job in jobs),
                       *blocks(CAPTION, list(published.rows(found).values()))],
                      statements=as_data(published.rows(found)))


def advice(matrix, jobs, programs):
    """Returns the advice of `starnuma advise` for each pair, from the runs alone, and its deviation from the
    matrix."""
    alone = {job: job_of(run, programs.name(job)) for job, run in matrix.alone.items()}
    if None in alone.values():
        return []
    predicted = {(job, partner): slowdowns([alone[job], alone[partner]])[0]
            for job in jobs for partner in jobs}
    apart = [abs(predicted[pair] / matrix.two[pair] - 1) for pair in predicted]
    pairs = [(a, b) for i, a in enumerate(jobs) for b in jobs[i:]]

    def fits(values, a, b):
        return max(values[a, b], values[b, a]) <= LIMIT
    wrong = {True: 0, False: 0}
    for a, b in pairs:
        if fits(predicted, a, b) != fits(matrix.two, a, b):
            wrong[fits(predicted, a, b)] += 1
    rows = [Row(programs.name(job), [Cell(f"{predicted[job, partner]:.2f}") for partner in jobs])
            for job in jobs]
    return [Table("Prediction of starnuma advise from runs alone",
                  [Head(f"with {programs.name(job)}") for job in jobs], rows, corner="program"),
            Text(f"Prediction and measurement are {100 * sum(apart) / len(apart):.0f} % apart in the "
                 f"mean, {100 * max(apart):.0f} % at most. A pair fits if both "
                 f"take at most {LIMIT} times as long. The prediction is right for "
                 f"{len(pairs) - sum(wrong.values())} of {len(pairs)} pairs; it lets {wrong[True]} share that do "
                 f"not fit and separates {wrong[False]} that do.")]


def pool_gbps(run):
    """Returns the pool bandwidth of a program alone on the first host, GB/s."""
    names = [path for path in run.by_path if re.fullmatch(
        r"machine\.cxl\.socket0_pool\.(forward|backward)\.bytes\.(data|writeback|walk)", path)]
    return sum(run.value(name) for name in names) / run.value(TIME)


def alone_text(run):
    return (f"AMAT {run.value('run.amat_ns'):.0f} ns, of it contention "
            f"{run.value('run.amat_contention_ns'):.0f}; the pool's memory is busy "
            f"{100 * run.value('machine.pool.memory0.utilisation'):.0f} % of the time")


def host_statements(published, matrix, by_name):
    found = {}
    for name in ("NPB-FT", "OpenFOAM"):
        job = by_name[name]
        for key, value in ((f"two_{name}", matrix.two[job, job]), (f"three_{name}", matrix.three[job])):
            found[key] = Found(inside(value, published.bounds(key)), f"{value:.2f} times")
    blas, bellman, bfs = (by_name[name] for name in ("BLAS", "BellmanFord", "BFS"))
    own = matrix.two[blas, blas]
    found["own_BLAS"] = Found(inside(own, published.bounds("own_BLAS")), f"{own:.2f} times")
    worst, partner = max((matrix.two[blas, by_name[name]], name) for name in DEMANDING)
    found["other_BLAS"] = Found(inside(worst, published.bounds("other_BLAS")),
                                f"{worst:.2f} times, with {partner}")
    lost = max([matrix.three[bellman],
                *(value for (job, _), value in matrix.two.items() if job == bellman)])
    found["insensitive_BellmanFord"] = Found(
        inside(lost, published.bounds("insensitive_BellmanFord")), f"{lost:.2f} times at worst")
    two = matrix.two[bfs, bfs]
    found["two_BFS"] = Found(inside(two, published.bounds("two_BFS")), f"{two:.2f} times")
    return found
