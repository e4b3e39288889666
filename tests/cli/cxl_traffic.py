# SPDX-License-Identifier: Apache-2.0
"""Random CXL.mem traffic of golden hosts with a golden device, as a monitor at the heads sees it."""

import random
from collections import deque

HOSTS, LINES = 3, 4
SLOW_REQ = 0.8  # probability that a Req lets other messages overtake it


class Traffic:
    """Messages wait in three places: before the device, in the device before they leave, and before a host."""

    def __init__(self, golden, seed, entries):
        self.golden, self.random = golden, random.Random(seed)
        self.hosts = [golden.Host(number) for number in range(HOSTS)]
        self.device = golden.Device(entries)
        self.up, self.leaving, self.down = ([deque() for _ in range(3 * HOSTS)] for _ in range(3))
        self.stores = 0

    def start(self):
        accesses = self.golden.Access
        access = self.random.choice((accesses.Load, accesses.Load, accesses.Store, accesses.Evict, accesses.Evict,
                                     accesses.Drop, accesses.Weaken, accesses.StoreLine, accesses.LoadCurrent))
        host = self.random.choice(self.hosts)
        self.stores += 1
        address = 64 * self.random.randrange(LINES)
        if host.start(access, address, self.stores):
            if access == accesses.Load:
                self.up[3 * host.number].append(self.golden.Message(self.golden.Op.MemSpecRd, host.number, address))
            self.collect(host, self.up)

    def collect(self, sender, queues):
        while message := sender.send():
            queues[3 * message.host + self.golden.CHANNEL[message.op]].append(message)

    def messages(self, count):
        """Yields messages as they pass the heads."""
        places = (self.up, self.leaving, self.down)
        while count:
            place = int(self.random.random() * 4)
            queues = [queue for queue in places[place] if queue] if place < 3 else []
            if not queues:
                self.start()
                continue
            queue = queues[int(self.random.random() * len(queues))]
            is_req = queue[0].from_host() and self.golden.CHANNEL[queue[0].op] == 0
            if is_req and self.random.random() < SLOW_REQ:
                continue
            message = queue.popleft()
            if place == 2:
                self.hosts[message.host].receive(message)
                self.collect(self.hosts[message.host], self.up)
                continue
            count -= 1
            if place == 0:
                self.device.receive(message)
                self.collect(self.device, self.leaving)
            else:
                self.down[3 * message.host + self.golden.CHANNEL[message.op]].append(message)
            yield message
