# SPDX-License-Identifier: Apache-2.0
"""Remaining differences between the machine and the box, as rows and as lines of a table."""

from typing import NamedTuple

from starnuma.fit.correct import home_of

SHARES = (100, 75, 50)


class Row(NamedTuple):
    what: str
    box: float
    machine: float
    unit: str


def rows(machine, box, bench):
    found = []
    for index, node in enumerate(box.sockets):
        for memory in sorted({answers for asks, answers in box.idle if asks == node.number}):
            home = home_of(box, memory)
            found.append(Row(f"idle, {node.number} to {memory}", box.idle[node.number, memory],
                             bench.idle(machine, index, home), "ns"))
            for share in SHARES:
                measured = box.all_cores(node.number, memory, share)
                if measured is None or share < 100 and memory != node.number:
                    continue
                found.append(Row(f"{share:3} % reads, {node.number} to {memory}", measured,
                                 bench.bandwidth(machine, index, home, share), "GB/s"))
    return found


def lines(found):
    return ["                        box    machine   difference", *map(line, found)]


def line(row):
    return (f"{row.what:<20}{row.box:>8.2f} {row.machine:>8.2f} {row.unit:<5}"
            f"{100 * (row.machine / row.box - 1):+6.1f} %")
