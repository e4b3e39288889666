# SPDX-License-Identifier: Apache-2.0
"""Counts of the annex reach another host: the tracker update unit writes them through a golden host to the pool."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from sn_cxl_cocotb import HostAgent, reset
from sn_cxl_golden import Access

CORE, READER = 0, 1
READ, WRITE = 0, 1  # mem_kind_e
SHARER = 1 << 3  # bit of the socket; the count is above the bits of 16 sockets
PAGES = {64: 3, 128: 5, 192: 1}  # loads per page; each entry has a line of its own


async def pulse(dut, name):
    """Keeps a valid signal high until the block accepts it."""
    getattr(dut, f"{name}_valid_i").value = 1
    accepted = False
    while not accepted:
        await ReadOnly()
        accepted = bool(getattr(dut, f"{name}_ready_o").value)
        await FallingEdge(dut.clk_i)
    getattr(dut, f"{name}_valid_i").value = 0


async def serve(dut, agent):
    """Executes the unit's requests as accesses of the core's host."""
    while True:
        await FallingEdge(dut.clk_i)
        dut.req_ready_i.value = int(dut.req_valid_o.value)
        if not dut.req_valid_o.value:
            continue
        address, word, kind = (int(getattr(dut, f"req_{name}_o").value) for name in ("address", "word", "kind"))
        await FallingEdge(dut.clk_i)
        dut.req_ready_i.value = 0
        if kind == READ:
            dut.rsp_word_i.value = await agent.access(CORE, Access.Load, address)
            await pulse(dut, "rsp")
        elif kind == WRITE:
            await agent.access(CORE, Access.Store, address, word)


@cocotb.test()
async def counts_reach_a_reader(dut):
    cocotb.start_soon(Clock(dut.clk_i, 2, units="ns").start())
    agent = HostAgent(dut, hosts=2)
    await reset(dut)
    cocotb.start_soon(serve(dut, agent))
    for slot, (page, loads) in enumerate(PAGES.items()):
        dut.load_slot_i.value = dut.evict_slot_i.value = slot
        dut.evict_page_i.value = page
        for _ in range(loads):
            await pulse(dut, "load")
        await pulse(dut, "evict")
    await agent.drain()
    for page, loads in PAGES.items():
        word = await agent.access(READER, Access.Load, 4 * page)
        assert word == loads << 16 | SHARER, f"page {page}: {word:#x}"
