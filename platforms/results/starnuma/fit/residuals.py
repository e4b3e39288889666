# SPDX-License-Identifier: Apache-2.0
"""Remaining differences between the machine and the box, as lines of a table."""

from starnuma.fit.correct import home_of

SHARES = (100, 75, 50)


def table(machine, box, bench):
    lines = ["                        box    machine   difference"]
    for index, node in enumerate(box.sockets):
        for memory in sorted({answers for asks, answers in box.idle if asks == node.number}):
            home = home_of(box, memory)
            found = bench.idle(machine, index, home)
            lines.append(line(f"idle, {node.number} to {memory}", box.idle[node.number, memory],
                              found, "ns"))
            for share in SHARES:
                measured = box.all_cores(node.number, memory, share)
                if measured is None or share < 100 and memory != node.number:
                    continue
                found = bench.bandwidth(machine, index, home, share)
                lines.append(line(f"{share:3} % reads, {node.number} to {memory}", measured, found,
                                  "GB/s"))
    return lines


def line(what, measured, found, unit):
    return f"{what:<20}{measured:>8.2f} {found:>8.2f} {unit:<5}{100 * (found / measured - 1):+6.1f} %"
