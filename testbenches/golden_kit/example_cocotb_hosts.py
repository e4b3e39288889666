# SPDX-License-Identifier: Apache-2.0
"""Hosts under test access the golden device."""

import cocotb
from cocotb.clock import Clock
from sn_cxl_cocotb import DeviceAgent, reset


@cocotb.test()
async def hosts_run_until_they_are_idle(dut):
    cocotb.start_soon(Clock(dut.clk_i, 2, units="ns").start())
    agent = DeviceAgent(dut, entries=8)
    await reset(dut)
    await agent.drain()
    assert agent.scoreboard.messages > 10_000
