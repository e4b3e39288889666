# SPDX-License-Identifier: Apache-2.0
"""Proofs of each block, and the mutants that the proofs have to find."""

from dataclasses import dataclass, field

import tools


@dataclass
class Block:
    top: str
    files: list  # relative to rtl/
    properties: str  # file whose header lists the properties, relative to rtl/
    define: str = ""  # macro that includes the properties
    engine: str = "z3"  # for its mutants
    arrays: bool = True  # whether memories remain arrays in the solver


@dataclass
class Proof:
    block: str
    name: str
    mode: str  # prove (k-induction) or cover
    depth: int
    parameters: dict
    properties: str = ""  # names of the proved properties
    defines: list = field(default_factory=list)
    engine: str = "z3"


@dataclass
class Mutant:
    block: str
    name: str
    file: str
    old: str
    new: str
    parameters: dict = field(default_factory=dict)
    defines: list = field(default_factory=list)
    found_by: str = ""  # the property that fails first


COMMON = ["common/sn_assert.svh", "common/sn_tracking_pkg.sv"]
CHECKER = "../testbenches/golden_kit"
TRACKER = COMMON + ["tracker_update/sn_region_queue.sv", "tracker_update/sn_tracker_update.sv"]
DIRECTORY = COMMON + ["common/sn_fifo.sv"] + tools.DIRECTORY_SLICE + [
    f"directory_slice/formal/sn_dir_slice_{name}.svh" for name in ("environment", "invariants", "formal")]

BLOCKS = {
    "tlb_annex": Block(
        "sn_tlb_annex", COMMON + ["common/sn_fifo.sv", "tlb_annex/sn_tlb_annex.sv",
                                  "tlb_annex/formal/sn_tlb_annex_formal.svh"],
        "tlb_annex/formal/sn_tlb_annex_formal.svh", "SN_FORMAL_TLB_ANNEX"),
    "tlb_annex_ram": Block(
        "sn_tlb_annex_ram", COMMON + ["common/sn_fifo.sv", "tlb_annex/sn_counter_ram.sv",
                                      "tlb_annex/sn_tlb_annex_ram.sv",
                                      "tlb_annex/formal/sn_tlb_annex_ram_formal.svh"],
        "tlb_annex/formal/sn_tlb_annex_ram_formal.svh", "SN_FORMAL_TLB_ANNEX_RAM"),
    "tracker_update": Block(
        "sn_tracker_update", TRACKER + ["tracker_update/formal/sn_tracker_update_formal.svh"],
        "tracker_update/formal/sn_tracker_update_formal.svh", "SN_FORMAL_TRACKER_UPDATE"),
    "two_walkers": Block(
        "sn_two_walkers", TRACKER + ["tracker_update/formal/sn_two_walkers.sv"],
        "tracker_update/formal/sn_two_walkers.sv"),
    "dir_slice": Block("sn_dir_slice", DIRECTORY, "directory_slice/formal/sn_dir_slice_formal.svh",
                       "SN_FORMAL_DIR_SLICE", "yices", arrays=False),
    "cxl_mem_bi_checker": Block(
        "sn_cxl_mem_bi_checker", [f"{CHECKER}/sn_cxl_mem_bi_rules.sv", f"{CHECKER}/sn_cxl_mem_bi_checker.sv"],
        f"{CHECKER}/sn_cxl_mem_bi_rules.sv"),
}

SMALL_ANNEX = {"Entries": 2, "CountWidth": 3, "PageWidth": 3, "SpaceWidth": 1}
SMALL_DIRECTORY = {"Hosts": 2, "Sets": 2, "Ways": 1, "Entries": 2, "LineWidth": 2, "TagWidth": 1,
                   "DataWidth": 1}
DIRECTORY_PROPERTIES = "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11"
SMALL_TRACKER = {"CountWidth": 3, "Sockets": 4, "PageWidth": 5, "SpaceWidth": 1,
                 "AddressWidth": 10, "QueueEntries": 2}

PROOFS = [
    Proof("tlb_annex", "4 entries, 4 bits", "prove", 4,
          {"Entries": 4, "CountWidth": 4, "PageWidth": 8, "SpaceWidth": 2}, "P1 P2 P4 P5 P6 P7 P8 P9 P10 P11"),
    Proof("tlb_annex", "2 entries, 3 bits, sums", "prove", 4, SMALL_ANNEX, "P3",
          ["SN_FORMAL_SUM"], engine="yices"),
    Proof("tlb_annex", "4 entries, no counters", "prove", 4,
          {"Entries": 4, "CountWidth": 0, "PageWidth": 8, "SpaceWidth": 2}, "P2 P4 P5 P6 P7 P8 P10 P11"),
    Proof("tlb_annex", "2 entries, 3 bits", "cover", 20, SMALL_ANNEX),
    Proof("tlb_annex_ram", "4 entries, 4 bits", "prove", 4,
          {"Entries": 4, "CountWidth": 4, "PageWidth": 8, "SpaceWidth": 2}, "R1 R2 R3 R4 R5 R6"),
    Proof("tlb_annex_ram", "2 entries, 3 bits", "cover", 20, SMALL_ANNEX),
    Proof("tracker_update", "queue of 2, 3 bits", "prove", 4, SMALL_TRACKER,
          "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"),
    Proof("tracker_update", "queue of 4, 3 bits", "prove", 4, {**SMALL_TRACKER, "QueueEntries": 4},
          "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13"),
    Proof("tracker_update", "queue of 1, no count", "prove", 4,
          {**SMALL_TRACKER, "CountWidth": 0, "QueueEntries": 1}, "T2 T3 T4 T5 T6 T7 T8 T10 T11 T12 T13"),
    Proof("tracker_update", "queue of 2, 3 bits", "cover", 20, SMALL_TRACKER),
    Proof("two_walkers", "line held", "prove", 8, {}, "W1 W2", engine="yices"),
    Proof("two_walkers", "line held", "cover", 20, {}, engine="yices"),
    Proof("two_walkers", "home adds", "prove", 8, {"AddAtHome": 1}, "W1 W2", engine="yices"),
    Proof("two_walkers", "home adds", "cover", 20, {"AddAtHome": 1}, engine="yices"),
    Proof("dir_slice", "2 hosts, 1 way, 2 entries", "prove", 2, SMALL_DIRECTORY, DIRECTORY_PROPERTIES,
          engine="yices"),
    Proof("cxl_mem_bi_checker", "both sides obey the rules", "cover", 16,
          {"AddressWidth": 1, "AssumeHost": 1, "AssumeDevice": 1}),
]

# Not in short runs. Annexes have the sizes of the platforms, T16 and T0; arrays remain arrays in the
# solver (yices), so an annex of 4096 counters takes a minute without abstraction.
BUILT_PROOFS = [
    Proof("tlb_annex", "{Entries} entries, {CountWidth} bits, as built".format(**built), "prove", 4,
          built, "P1 P2 P4 P5 P6 P7 P8 P9 P10 P11" if built["CountWidth"] else
          "P2 P4 P5 P6 P7 P8 P10 P11", engine="yices")
    for built in tools.platform_sets("tlb_annex") if built["CountWidth"] in (16, 0)] + [
    Proof("tlb_annex_ram", "4096 entries, 16 bits, as built", "prove", 4,
          {"Entries": 4096, "CountWidth": 16}, "R1 R2 R3 R4 R5 R6", engine="yices"),
    Proof("dir_slice", "3 hosts, 2 ways, 3 entries", "prove", 2,
          {**SMALL_DIRECTORY, "Hosts": 3, "Ways": 2, "Entries": 3, "LineWidth": 3}, DIRECTORY_PROPERTIES,
          engine="yices"),
    # Deeper covers, for example of a request after an eviction, are bins of the lockstep bench.
    Proof("dir_slice", "2 hosts, 1 way, 2 entries", "cover", 14, SMALL_DIRECTORY, engine="yices")]
# Each takes minutes; z3.
LONG_PROOFS = [
    Proof("tracker_update", "{Sockets} sockets, {CountWidth} bits, as built".format(**built), "prove", 4,
          built, "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13" if built["CountWidth"] else
          "T2 T3 T4 T5 T6 T7 T8 T10 T11 T12 T13")
    for built in tools.platform_sets("tracker_update")]

ANNEX = "tlb_annex/sn_tlb_annex.sv"
UNIT = "tracker_update/sn_tracker_update.sv"
QUEUE = "tracker_update/sn_region_queue.sv"
ANNEX_RAM = "tlb_annex/sn_tlb_annex_ram.sv"
COUNTER_RAM = "tlb_annex/sn_counter_ram.sv"
PENDING = "directory_slice/sn_dir_pending.sv"
FETCH = "directory_slice/sn_dir_fetch.sv"
OUTPUTS = "directory_slice/sn_dir_outputs.sv"

MUTANTS = [
    Mutant("tlb_annex", "eviction drops a same-cycle increment", ANNEX,
           "assign take_count   = same_slot ? plus_one(event_count, count_max_i) : event_count;",
           "assign take_count   = event_count;",
           found_by="P6"),
    Mutant("tlb_annex", "a full counter wraps around", ANNEX,
           "return (count == max) ? max : count + CountWidth'(1);",
           "return count + CountWidth'(1);",
           found_by="P6"),
    Mutant("tlb_annex", "a counter goes on to what its bits hold", ANNEX,
           "return (count == max) ? max :",
           "return (count == '1) ? '1 :",
           found_by="P6"),
    Mutant("tlb_annex", "a counter stops one short", ANNEX,
           "return (count == max) ? max : count",
           "return (count + CountWidth'(1) == max) ? count : count",
           found_by="P6"),
    Mutant("tlb_annex", "a marked access keeps its marker", ANNEX,
           "end else if (take) begin",
           "end else if (take && event_kind_i != SlotAccess) begin",
           found_by="P5"),
    Mutant("tlb_annex", "a count that was handed over stays", ANNEX,
           "if (take || !cleared_q) count_q[clear_slot] <= '0;",
           "if (!cleared_q) count_q[clear_slot] <= '0;",
           found_by="P1"),
    Mutant("tlb_annex", "an orphan drops a same-cycle eviction", ANNEX,
           "assign event_ready_o    = cleared && room && !(inc_valid_i && inc_orphan_i);",
           "assign event_ready_o    = cleared && room;",
           found_by="P10"),
    Mutant("tlb_annex", "a full hand-over queue takes one more", "common/sn_fifo.sv",
           "assign in_ready_o  = fill_q != FillWidth'(Depth);",
           "assign in_ready_o  = 1'b1;",
           found_by="P10"),
    Mutant("tlb_annex", "an unmarked access is handed over", ANNEX,
           "(event_kind_i != SlotAccess || marked_q[event_slot_i])",
           "(event_kind_i != SlotAccess || marked_q != '0)",
           found_by="P6"),
    Mutant("tracker_update", "a hand-over is added to the region being popped", QUEUE,
           "hit[i] = kept_valid[i] && kept_space[i] == in_space_i && kept_region[i] == in_region_i;",
           "hit[i] = valid_q[i] && space_q[i] == in_space_i && region_q[i] == in_region_i;",
           found_by="T1"),
    Mutant("tracker_update", "the other sockets' bits are lost", UNIT,
           "old_word[Sockets-1:0] | (Sockets'(1) << socket_i);",
           "Sockets'(1) << socket_i;",
           found_by="T5"),
    Mutant("tracker_update", "a full count wraps around", UNIT,
           "assign count  = (sum > {1'b0, count_max_i}) ? count_max_i : sum[CountWidth-1:0];",
           "assign count  = sum[CountWidth-1:0];",
           found_by="T9"),
    Mutant("tracker_update", "an entry goes on to what its bits hold", UNIT,
           "assign count  = (sum > {1'b0, count_max_i}) ? count_max_i : sum[CountWidth-1:0];",
           "assign count  = sum[CountWidth] ? '1 : sum[CountWidth-1:0];",
           found_by="T9"),
    Mutant("tracker_update", "a queued count goes on to what its bits hold", QUEUE,
           "return (sum > {1'b0, max}) ? max : sum[CountPortWidth-1:0];",
           "return sum[CountPortWidth] ? '1 : sum[CountPortWidth-1:0];",
           found_by="T9"),
    Mutant("tracker_update", "only a new sharer is written", UNIT,
           "changed_q <= word_d != old_word;",
           "changed_q <= word_d[Sockets-1:0] != old_word[Sockets-1:0];",
           found_by="T12"),
    Mutant("tracker_update", "an add carries what memory last answered", UNIT,
           "assign old_word = add_at_home_i ? '0 : mem_rsp_word_i;",
           "assign old_word = mem_rsp_word_i;",
           found_by="T5"),
    Mutant("tracker_update", "an add leaves the queue without a credit", UNIT,
           "head_valid && add_at_home_i && add_credit_i;",
           "head_valid && add_at_home_i;",
           found_by="T8"),
    Mutant("tracker_update", "an add does not take its region from the queue", UNIT,
           ".head_pop_i   (update_fire || add_load),",
           ".head_pop_i   (update_fire),",
           found_by="T1"),
    Mutant("tracker_update", "the write goes to the next region", UNIT,
           "mem_req_address_o = address_q;",
           "mem_req_address_o = address_d;",
           found_by="T4"),
    Mutant("tracker_update", "a known region queues once more", QUEUE,
           "end else if (fire && hit == '0 && first_free[i]) begin",
           "end else if (fire && first_free[i]) begin",
           found_by="T2"),
    Mutant("tlb_annex", "an orphan is handed over in the event's space", ANNEX,
           "{inc_space_i, inc_page_i, orphan_count}",
           "{event_space_i, inc_page_i, orphan_count}",
           found_by="P2"),
    Mutant("tracker_update", "hand-overs of two spaces are added together", QUEUE,
           "kept_space[i] == in_space_i && kept_region[i] == in_region_i;",
           "kept_region[i] == in_region_i;",
           found_by="T1"),
    Mutant("tracker_update", "all spaces have the table of space 0", UNIT,
           "base_i[head_space]", "base_i[0]",
           found_by="T4"),
    Mutant("tlb_annex", "a hand-over queue that is not empty says so late", "common/sn_fifo.sv",
           "assign out_valid_o = fill_q != '0;", "assign out_valid_o = fill_q[0];",
           found_by="P10"),
    Mutant("tlb_annex", "the hand-over queue shows its other entry", "common/sn_fifo.sv",
           "assign out_data_o  = data_q[read_q];", "assign out_data_o  = data_q[write_q];",
           found_by="P2"),
    Mutant("tlb_annex", "a hand-over queue never says that it is ready", "common/sn_fifo.sv",
           "assign in_ready_o  = fill_q != FillWidth'(Depth);", "assign in_ready_o  = 1'b0;",
           found_by="P10"),
    Mutant("tlb_annex", "a hand-over queue of two takes one", "common/sn_fifo.sv",
           "assign in_ready_o  = fill_q != FillWidth'(Depth);", "assign in_ready_o  = fill_q == '0;",
           found_by="P10"),
    Mutant("tlb_annex", "idle while a hand-over waits", ANNEX,
           "assign idle_o = cleared && !hand_over_valid_o;", "assign idle_o = cleared;",
           found_by="P11"),
    Mutant("tlb_annex", "never idle", ANNEX,
           "assign idle_o = cleared && !hand_over_valid_o;", "assign idle_o = 1'b0;",
           found_by="P11"),
    Mutant("tlb_annex", "mark-all is ready before the counters are cleared", ANNEX,
           "assign mark_all_ready_o = cleared;", "assign mark_all_ready_o = 1'b1;",
           found_by="P10"),
    Mutant("tlb_annex", "mark-all is never ready", ANNEX,
           "assign mark_all_ready_o = cleared;", "assign mark_all_ready_o = 1'b0;",
           found_by="P10"),
    Mutant("tlb_annex", "an orphan waits for an empty queue", ANNEX,
           "assign inc_ready_o      = cleared && (!inc_orphan_i || room);",
           "assign inc_ready_o      = cleared && (!inc_orphan_i || !hand_over_valid_o);",
           found_by="P10"),
    Mutant("tracker_update", "the unit is reset while it is not idle", UNIT, "", "", {},
           ["SN_FORMAL_RESET_ANY_TIME"],
           found_by="T3"),
    Mutant("tracker_update", "every word is written", UNIT,
           "changed_q <= word_d != old_word;", "changed_q <= 1'b1;",
           found_by="T12"),
    Mutant("tracker_update", "idle while an update is in flight", UNIT,
           "assign idle_o          = state_q == StRead && !head_valid;",
           "assign idle_o          = !head_valid;",
           found_by="T11"),
    Mutant("tracker_update", "never idle", UNIT,
           "assign idle_o          = state_q == StRead && !head_valid;",
           "assign idle_o          = 1'b0;",
           found_by="T11"),
    Mutant("tracker_update", "read data are taken a cycle late, or never", UNIT,
           "assign mem_rsp_ready_o = state_q == StWait;", "assign mem_rsp_ready_o = 1'b0;",
           found_by="T10"),
    Mutant("tracker_update", "a full queue takes nothing of its regions", QUEUE,
           "assign in_ready_o = hit != '0 || !kept_valid[QueueEntries-1];",
           "assign in_ready_o = !kept_valid[QueueEntries-1];",
           found_by="T10"),
    Mutant("tracker_update", "a queue whose head leaves takes nothing", QUEUE,
           "assign in_ready_o = hit != '0 || !kept_valid[QueueEntries-1];",
           "assign in_ready_o = hit != '0 || !valid_q[QueueEntries-1];",
           found_by="T10"),
    Mutant("tracker_update", "the unit waits while hand-overs come", UNIT,
           "assign finish_fire = state_q == StFinish && mem_req_ready_i;",
           "assign finish_fire = state_q == StFinish && mem_req_ready_i && !hand_over_valid_i;",
           found_by="T10"),
    Mutant("tlb_annex_ram", "a read of what is being written shows the old count", COUNTER_RAM,
           "assign count_o = forward_q ? written_q : read_q;", "assign count_o = read_q;",
           found_by="R1"),
    Mutant("tlb_annex_ram", "a read shows what is being written to another slot", COUNTER_RAM,
           "forward_q <= write_i && write_slot_i == read_slot_i;", "forward_q <= write_i;",
           found_by="R1"),
    Mutant("tlb_annex_ram", "an outstanding read reserves no capacity", ANNEX_RAM,
           "assign room    = 32'(promised_q) != Room;",
           "assign room    = unused_in_ready;",
           found_by="R4"),
    Mutant("two_walkers", "the line is not held between read and write",
           "tracker_update/formal/sn_two_walkers.sv", "", "", {"HoldsLine": 0},
           found_by="W1"),
    Mutant("two_walkers", "the units are reset while they are not idle",
           "tracker_update/formal/sn_two_walkers.sv", "", "", {}, ["SN_FORMAL_RESET_ANY_TIME"],
           found_by="W1"),
    Mutant("dir_slice", "a set that is in S1 is issued again", PENDING,
           "is_ready[i] && !(busy1_i && busy1_set_i == line_q[i][SetWidth-1:0]) &&",
           "is_ready[i] &&",
           found_by="D1"),
    Mutant("dir_slice", "a waiter misses the release of its first cycle", PENDING,
           "if (released && released_id == step_blocker_i) step_state = EnReady;", "if (1'b0) step_state = EnReady;",
           found_by="D2"),
    Mutant("dir_slice", "a host is snooped while it waits for a current read",
           "directory_slice/sn_dir_execute.sv", "!(row.grant_current && !is_req)", "!row.grant_current",
           found_by="D1"),
    Mutant("dir_slice", "a BISnp remains in the queue", "directory_slice/sn_dir_snoops.sv",
           ".out_ready_i(bisnp_ready_i && last),", ".out_ready_i(1'b0),",
           found_by="D3"),
    Mutant("dir_slice", "RwD waits for requests", FETCH,
           "assign rwd_ready_o   = take && rwd_possible && !birsp_ready_o;",
           "assign rwd_ready_o   = take && rwd_possible && !birsp_ready_o && !issue_valid_i;",
           found_by="D4"),
    Mutant("dir_slice", "an output is not valid while an item is pushed", "common/sn_fifo.sv",
           "assign out_valid_o = fill_q != '0;", "assign out_valid_o = fill_q != '0 && !in_valid_i;",
           found_by="D5"),
    Mutant("dir_slice", "an unused memory request stays reserved", OUTPUTS,
           ".cancel_i   (valid_i && !items_i.mem_push),", ".cancel_i   (1'b0),",
           found_by="D6"),
    Mutant("dir_slice", "a request waits for an entry of another set", PENDING,
           "is_holder[i] = holds_q[i] && line_q[i][SetWidth-1:0] == busy2_set_i;",
           "is_holder[i] = holds_q[i];",
           found_by="D7"),
    Mutant("dir_slice", "a granted entry is not released", PENDING,
           "assign grant         = grant_valid_o && grant_ready_i;", "assign grant         = 1'b0;",
           found_by="D8"),
    Mutant("dir_slice", "Req is accepted before the sets are cleared", "directory_slice/sn_dir_slice.sv",
           "assign req_ready_o = cleared && pending_ready;", "assign req_ready_o = pending_ready;",
           found_by="D9"),
    Mutant("dir_slice", "lines survive a reset", "directory_slice/sn_dir_tags.sv",
           "cleared_q <= 1'b0;", "cleared_q <= 1'b1;",
           found_by="D9"),
    Mutant("dir_slice", "the data of a read are not awaited", PENDING,
           "reading_q[step_id_i] <= 1'b1;", "reading_q[step_id_i] <= 1'b0;",
           found_by="D10"),
    Mutant("dir_slice", "quiet while a request can be issued", PENDING,
           "(state_q[1] & ~(state_q[2] & state_q[0])) == '0",
           "(state_q[1] & (state_q[2] ^ state_q[0])) == '0",
           found_by="D11"),
]
