# SPDX-License-Identifier: Apache-2.0
"""Corrects a machine until it matches the box: latencies, then rates, then latencies again.

The second correction of latencies is needed because rates change the memory's clock."""

NEAR_LATENCY, NEAR_RATE, MOST_ROUNDS = 0.003, 0.02, 6


def home_of(box, number):
    """Returns the name of a box's memory node in options of workloads."""
    sockets = [node.number for node in box.sockets]
    if number in sockets:
        return str(sockets.index(number))
    return f"memory{[node.number for node in box.memories].index(number)}"


def fit(machine, box, bench):
    own_latency(machine, box, bench)
    own_rate(machine, box, bench)
    own_latency(machine, box, bench)
    first = box.sockets[0].number
    others = [pair for pair in box.idle if pair[0] != pair[1] and pair[1] in
              {node.number for node in box.sockets}]
    if others:
        mean = sum(box.idle[pair] for pair in others) / len(others)
        remote(machine, machine.upi, mean, box.all_cores(*others[0]), ("0", "1"), bench)
    for index, (_, link) in enumerate(machine.nodes):
        pair = (first, box.memories[index].number)
        remote(machine, link, box.idle[pair], box.all_cores(*pair), ("0", f"memory{index}"), bench)


def own_latency(machine, box, bench):
    """Corrects the latency of the memory next to the cores and keeps the best round.

    A slow memory answers only at edges of its clock, so a correction may overshoot."""
    wanted = box.idle[box.sockets[0].number, box.sockets[0].number]
    tried = []
    for _ in range(MOST_ROUNDS):
        missing = wanted - bench.idle(machine, 0, "0")
        tried.append((abs(missing), latencies(machine)))
        if abs(missing) < NEAR_LATENCY * wanted:
            return
        lengthen(machine, missing)
    machine.fabric, machine.memory.controller, machine.caches.llc.latency = min(tried)[1]


def latencies(machine):
    return machine.fabric, machine.memory.controller, machine.caches.llc.latency


def lengthen(machine, missing):
    """Adds latency to the path through the socket.

    If this path is used up, reduces the memory controller's latency. After that it reduces the look-up
    time of the last-level cache, whose measurement may have been disturbed."""
    machine.fabric += missing / 2
    if machine.fabric < 0:
        controller = machine.memory.controller + 2 * machine.fabric
        machine.memory.controller, machine.fabric = max(0, controller), 0
        if controller < 0:
            llc, l2 = machine.caches.llc, machine.caches.l2
            llc.latency = max(l2.latency, llc.latency + controller)


def own_rate(machine, box, bench):
    wanted = box.all_cores(box.sockets[0].number, box.sockets[0].number)
    for _ in range(MOST_ROUNDS):
        ratio = wanted / bench.bandwidth(machine, 0, "0")
        if abs(ratio - 1) < NEAR_RATE:
            return
        if machine.saturates:
            machine.memory.correction *= ratio
        if not machine.saturates or ratio > 1:
            machine.in_flight = min(1024, max(1, round(machine.in_flight * ratio)))


def remote(machine, link, latency, rate, places, bench):
    socket, home = places
    for _ in range(MOST_ROUNDS):
        missing = latency - bench.idle(machine, socket, home)
        if abs(missing) < NEAR_LATENCY * latency or link.latency + missing / 2 < 0:
            break
        link.latency += missing / 2
    for _ in range(MOST_ROUNDS):
        if rate is None:
            return
        ratio = rate / bench.bandwidth(machine, socket, home)
        if abs(ratio - 1) < NEAR_RATE or ratio > 1 and link.bandwidth > 2 * rate:
            return
        link.bandwidth *= ratio
