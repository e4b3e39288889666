# SPDX-License-Identifier: Apache-2.0
"""Four golden hosts access a few lines of the device at random."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from sn_cxl_cocotb import HostAgent, reset
from sn_cxl_golden import Access


@cocotb.test()
async def random_traffic(dut):
    generator = random.Random(1)
    cocotb.start_soon(Clock(dut.clk_i, 2, units="ns").start())
    agent = HostAgent(dut, hosts=4)
    await reset(dut)
    for store in range(20_000):
        await FallingEdge(dut.clk_i)
        access = generator.choice((Access.Load, Access.Store, Access.Evict))
        agent.start(generator.randrange(4), access, 64 * generator.randrange(12), store)
    await agent.drain()
    dut._log.info("%d messages, no violation", agent.scoreboard.messages)
