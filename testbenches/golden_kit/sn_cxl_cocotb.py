# SPDX-License-Identifier: Apache-2.0
"""cocotb agents for the CXL.mem message interface of a device, with golden hosts or a golden device inside.

The interface has the signals {m2s,s2m}_{valid,ready,op,host,address,data}, with _i or _o, and clk_i, rst_ni. A message
passes in a cycle with valid and ready. Agents act at the falling edge. Messages of different channels overtake each
other in an agent at random. A task that raises Violation or Stuck fails the test."""

import random
from collections import deque

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from sn_cxl_golden import CHANNEL, Device, Host, Message, Op, Scoreboard


class Stuck(Exception):
    """No message passes although the agent has one to send."""


async def reset(dut, cycles=4):
    dut.rst_ni.value = 0
    for _ in range(cycles):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


class Channels:
    """Queues per channel and host."""

    def __init__(self, generator):
        self.random, self.queues = generator, {}

    def add(self, message):
        self.queues.setdefault((message.host, CHANNEL[message.op]), deque()).append(message)

    def take(self):
        """Returns the oldest message of a random queue; there must be one."""
        key = self.random.choice(list(self.queues))
        message = self.queues[key].popleft()
        if not self.queues[key]:
            del self.queues[key]
        return message

    def __bool__(self):
        return bool(self.queues)


class Agent:
    """One side of the interface; `out` and `into` are the prefixes of its directions.

    Each M2S message enters the scoreboard when it passes to the device, each S2M message when it leaves."""

    def __init__(self, dut, out, into, scoreboard, seed):
        self.dut, self.scoreboard, self.random = dut, scoreboard or Scoreboard(), random.Random(seed)
        self.out, self.into = self._signals(out), self._signals(into)
        self.sending, self.arrived = Channels(self.random), Channels(self.random)
        self.current, self.quiet = None, 0
        self.out["valid"].value = self.into["ready"].value = 0
        cocotb.start_soon(self._run())

    def _signals(self, prefix):
        names = ("valid", "ready", "op", "host", "address", "data")
        return {name: getattr(self.dut, f"{prefix}_{name}_i", None) or getattr(self.dut, f"{prefix}_{name}_o")
                for name in names}

    def endpoint(self, message):
        """Returns the golden host or device that receives a message."""
        raise NotImplementedError

    def collect(self, endpoint):
        while message := endpoint.send():
            self.sending.add(message)

    def idle(self):
        return self.current is None and not self.sending and not self.arrived

    async def drain(self, quiet=100):
        """Waits until no message has passed for `quiet` cycles; raises Stuck if the agent still has one to send."""
        while self.quiet < quiet:
            await FallingEdge(self.dut.clk_i)
        if not self.idle():
            raise Stuck(f"no message has passed for {quiet} cycles; the next one is {self.current}")

    def _drive(self):
        if self.current is None and self.sending:
            self.current = self.sending.take()
        self.out["valid"].value = int(self.current is not None)
        if self.current is not None:
            for name, value in zip(("op", "host", "address", "data"), self.current):
                self.out[name].value = int(value)
        self.into["ready"].value = self.random.randrange(2)

    def _passes(self, signals):
        return bool(signals["valid"].value) and bool(signals["ready"].value)

    async def _run(self):
        while True:
            await FallingEdge(self.dut.clk_i)
            if not self.dut.rst_ni.value:
                continue
            if self.arrived:
                message = self.arrived.take()
                endpoint = self.endpoint(message)
                endpoint.receive(message)
                self.collect(endpoint)
            self._drive()
            await ReadOnly()
            passed = []
            if self._passes(self.out):
                passed.append(self.current)
                self.current = None
            if self._passes(self.into):
                op, *rest = (int(self.into[name].value) for name in ("op", "host", "address", "data"))
                passed.append(Message(Op(op), *rest))
                self.arrived.add(passed[-1])
            self.quiet = 0 if passed else self.quiet + 1
            for message in sorted(passed):  # M2S messages have the lower numbers
                self.scoreboard.add(message)


class HostAgent(Agent):
    """Golden hosts, for a device under test."""

    def __init__(self, dut, hosts, scoreboard=None, seed=1):
        self.hosts = [Host(number) for number in range(hosts)]
        super().__init__(dut, "m2s", "s2m", scoreboard, seed)

    def endpoint(self, message):
        return self.hosts[message.host]

    def start(self, host, access, address, data=0):
        """Starts an access of a host; returns False if the line is busy or its state does not permit it."""
        started = self.hosts[host].start(access, address, data)
        self.collect(self.hosts[host])
        return started

    async def access(self, host, access, address, data=0):
        """Accesses a line when it is free and waits for the end; returns the contents of the host's copy."""
        while not self.start(host, access, address, data):
            await FallingEdge(self.dut.clk_i)
        while self.hosts[host].busy(address):
            await FallingEdge(self.dut.clk_i)
        return self.hosts[host].data(address)


class DeviceAgent(Agent):
    """A golden device, for hosts under test."""

    def __init__(self, dut, entries, scoreboard=None, seed=1):
        self.device = Device(entries)
        super().__init__(dut, "s2m", "m2s", scoreboard, seed)

    def endpoint(self, message):
        return self.device
