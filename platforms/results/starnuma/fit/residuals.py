# SPDX-License-Identifier: Apache-2.0
"""Remaining differences between the machine and the box, as rows and as lines of a table."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from starnuma.fit.correct import home_of

SHARES = (100, 75, 50)


class Row(NamedTuple):
    what: str
    box: float
    machine: float
    unit: str


def rows(machine, box, bench):
    """Returns one row for each pair of nodes and read share; their runs are independent and execute in parallel."""
    jobs = [job for index, node in enumerate(box.sockets)
            for memory in sorted({answers for asks, answers in box.idle if asks == node.number})
            for job in jobs_of(machine, box, bench, (index, node.number), memory)]
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        waiting = [pool.submit(run) for *_, run in jobs]
        try:
            return [Row(what, measured, done.result(), unit)
                    for (what, measured, unit, _), done in zip(jobs, waiting)]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def jobs_of(machine, box, bench, socket, memory):
    """Yields (what, value of the box, its unit, run of the machine) of a pair of nodes."""
    index, asks = socket
    home = home_of(box, memory)
    yield f"idle, {asks} to {memory}", box.idle[asks, memory], "ns", partial(bench.idle, machine, index, home)
    for share in SHARES:
        measured = box.all_cores(asks, memory, share)
        if measured is not None and (share == 100 or memory == asks):
            yield (f"{share:3} % reads, {asks} to {memory}", measured, "GB/s",
                   partial(bench.bandwidth, machine, index, home, share))


def lines(found):
    return ["                        box    machine   difference", *map(line, found)]


def line(row):
    return (f"{row.what:<20}{row.box:>8.2f} {row.machine:>8.2f} {row.unit:<5}"
            f"{100 * (row.machine / row.box - 1):+6.1f} %")
