// SPDX-License-Identifier: Apache-2.0
// Counter annex of an STLB: a saturating counter of LLC-missing loads and a marker bit per slot.
//
// Slots are those of the STLB; the annex has no tags. A page is a number in an address space; the
// annex hands over both unchanged.
// Configuration: counters saturate at count_max_i, which is at least 1 and constant out of reset.
// It is all ones in silicon; smaller values model the counters of a scaled machine. With CountWidth
// 0 there are no counters, and each hand-over has the count 0, which means that the page was
// accessed.
// Latency: a hand-over appears 1 cycle after its event.
// Throughput: an increment, a slot event and a mark-all per cycle.
// Ordering: within a cycle the increment precedes the slot event, which precedes the mark-all. An
// eviction therefore hands over an increment of the same cycle, and a slot that is accessed during
// a mark-all is marked afterwards. Hand-overs leave in the order of their events; an orphan
// precedes an event of the same cycle.
// Reset: no slot is marked. The counters are cleared one per cycle, and all inputs stall meanwhile
// (Entries cycles; none with CountWidth 0).
// Back-pressure: two hand-overs are buffered. Beyond that, slot events and orphan increments stall.
// Increments of resident translations and mark-all never stall.

`include "sn_assert.svh"

module sn_tlb_annex
  import sn_tracking_pkg::*;
#(
  parameter int Entries = 64,
  parameter int CountWidth = 16,
  parameter int PageWidth = 36,
  parameter int SpaceWidth = 4,
  localparam int SlotWidth = index_width(Entries),
  localparam int CountPortWidth = port_width(CountWidth)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Configuration; constant after reset
  input  logic [CountPortWidth-1:0] count_max_i,

  // Increments: completed LLC-missing loads. An orphan's translation was evicted: no slot
  input  logic                      inc_valid_i,
  output logic                      inc_ready_o,
  input  logic                      inc_orphan_i,
  input  logic [SlotWidth-1:0]      inc_slot_i,
  input  logic [SpaceWidth-1:0]     inc_space_i,
  input  logic [PageWidth-1:0]      inc_page_i,

  // Slot events
  input  logic                      event_valid_i,
  output logic                      event_ready_o,
  input  slot_event_e               event_kind_i,
  input  logic [SlotWidth-1:0]      event_slot_i,
  input  logic [SpaceWidth-1:0]     event_space_i,
  input  logic [PageWidth-1:0]      event_page_i,

  // Mark all slots, once per phase
  input  logic                      mark_all_valid_i,
  output logic                      mark_all_ready_o,

  // Hand-overs
  output logic                      hand_over_valid_o,
  input  logic                      hand_over_ready_i,
  output logic [SpaceWidth-1:0]     hand_over_space_o,
  output logic [PageWidth-1:0]      hand_over_page_o,
  output logic [CountPortWidth-1:0] hand_over_count_o,

  // Marker of each slot: the STLB reports accesses to marked slots only
  output logic [Entries-1:0]        marked_o,

  // Nothing to do until the next input
  output logic                      idle_o
);

  if (Entries < 1 || CountWidth < 0 || CountWidth > 16 || PageWidth < 1 || SpaceWidth < 1)
  begin : gen_bad_parameters
    `SN_ILLEGAL("sn_tlb_annex: Entries, PageWidth, SpaceWidth start at 1, CountWidth ends at 16")
  end

  logic                      cleared;  // the counters are cleared after reset
  logic                      room;  // space for one more hand-over
  logic                      orphan_fire;
  logic                      inc_fire;  // increment of a resident translation
  logic                      event_fire;
  logic                      take;  // take the slot's count and clear its marker
  logic [CountPortWidth-1:0] take_count;
  logic                      take_pushes;  // the take produces a hand-over
  logic [CountPortWidth-1:0] orphan_count;
  logic [Entries-1:0]        marked_q;

  assign orphan_fire      = inc_valid_i && inc_orphan_i && inc_ready_o;
  assign inc_fire         = inc_valid_i && !inc_orphan_i && inc_ready_o;
  assign event_fire       = event_valid_i && event_ready_o;
  assign take             = event_fire && (event_kind_i != SlotAccess || marked_q[event_slot_i]);

  assign inc_ready_o      = cleared && (!inc_orphan_i || room);
  assign event_ready_o    = cleared && room && !(inc_valid_i && inc_orphan_i);
  assign mark_all_ready_o = cleared;

  //////////////
  // Counters //
  //////////////

  if (CountWidth > 0) begin : gen_counters
    // Two ports: one for increments, the other for slot events and for clearing after reset.
    logic [CountWidth-1:0] count_q [Entries];
    logic [CountWidth-1:0] inc_count, event_count;
    logic                  same_slot;
    logic                  cleared_q;
    logic [SlotWidth-1:0]  clear_q, clear_slot;

    function automatic logic [CountWidth-1:0] plus_one(logic [CountWidth-1:0] count,
                                                       logic [CountWidth-1:0] max);
      return (count == max) ? max : count + CountWidth'(1);
    endfunction

    assign inc_count    = count_q[inc_slot_i];
    assign event_count  = count_q[event_slot_i];
    assign same_slot    = inc_fire && (inc_slot_i == event_slot_i);
    assign take_count   = same_slot ? plus_one(event_count, count_max_i) : event_count;
    assign take_pushes  = take && (take_count != '0);
    assign orphan_count = CountWidth'(1);
    assign cleared      = cleared_q;
    assign clear_slot   = cleared_q ? event_slot_i : clear_q;

    always_ff @(posedge clk_i) begin
      if (inc_fire) count_q[inc_slot_i] <= plus_one(inc_count, count_max_i);
      if (take || !cleared_q) count_q[clear_slot] <= '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        cleared_q <= 1'b0;
        clear_q   <= '0;
      end else if (!cleared_q) begin
        cleared_q <= clear_q == SlotWidth'(Entries - 1);
        clear_q   <= clear_q + SlotWidth'(1);
      end
    end

    `SN_ASSERT(CountMaxLegal_A, count_max_i != '0)
    `SN_ASSERT(CountMaxConstant_A, $past(rst_ni) |-> $stable(count_max_i))
    `SN_ASSERT(CountInRange_A, inc_fire |-> inc_count <= count_max_i)
    `SN_ASSERT(HandOverInRange_A, hand_over_valid_o |-> hand_over_count_o <= count_max_i)

    `SN_COVER(EvictWithIncrement_C, take && event_kind_i == SlotEvict && same_slot)
    `SN_COVER(InvalidateWithIncrement_C, take && event_kind_i == SlotInvalidate && same_slot)
    `SN_COVER(MarkedAccessWithIncrement_C, take && event_kind_i == SlotAccess && same_slot)
    `SN_COVER(EventBesideIncrementElsewhere_C, take && inc_fire && !same_slot)
    `SN_COVER(EvictWithoutCount_C, take && event_kind_i == SlotEvict && !take_pushes)
    `SN_COVER(MarkedAccessWithoutCount_C, take && event_kind_i == SlotAccess && !take_pushes)
    `SN_COVER(InvalidateWithCount_C, take_pushes && event_kind_i == SlotInvalidate)
    `SN_COVER(IncrementOfFullCounter_C, inc_fire && inc_count == count_max_i)
    `SN_COVER(IncrementOfCounterFullBelowAllOnes_C,
              inc_fire && inc_count == count_max_i && count_max_i != '1)
    `SN_COVER(FullCounterTakenWithIncrement_C, take && same_slot && event_count == count_max_i)
    `SN_COVER(LastStepToFull_C,
              take && same_slot && event_count == count_max_i - CountWidth'(1))
  end else begin : gen_no_counters
    assign take_count   = '0;
    assign take_pushes  = take;
    assign orphan_count = '0;
    assign cleared      = 1'b1;

    logic unused;
    assign unused = ^{inc_fire, inc_slot_i, count_max_i};
  end

  /////////////
  // Markers //
  /////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      marked_q <= '0;
    end else if (mark_all_valid_i && mark_all_ready_o) begin
      marked_q <= '1;
    end else if (take) begin
      marked_q[event_slot_i] <= 1'b0;
    end
  end

  assign marked_o = marked_q;

  ////////////////
  // Hand-overs //
  ////////////////

  sn_fifo #(
    .Width(SpaceWidth + PageWidth + CountPortWidth),
    .Depth(2)
  ) u_hand_overs (
    .clk_i,
    .rst_ni,
    .in_valid_i (orphan_fire || take_pushes),
    .in_ready_o (room),
    .in_data_i  (orphan_fire ? {inc_space_i, inc_page_i, orphan_count}
                             : {event_space_i, event_page_i, take_count}),
    .out_valid_o(hand_over_valid_o),
    .out_ready_i(hand_over_ready_i),
    .out_data_o ({hand_over_space_o, hand_over_page_o, hand_over_count_o})
  );

  assign idle_o = cleared && !hand_over_valid_o;

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(IncrementSlotInRange_A, inc_fire |-> 32'(inc_slot_i) < Entries)
  `SN_ASSERT(EventSlotInRange_A, event_fire |-> 32'(event_slot_i) < Entries)
  `SN_ASSERT(OnlyRoomIsFilled_A, !(orphan_fire && take_pushes))
  `SN_ASSERT(ResidentIncrementNeverStalls_A,
             cleared && inc_valid_i && !inc_orphan_i |-> inc_ready_o)

  `SN_COVER(OrphanStallsEvent_C, orphan_fire && event_valid_i)
  `SN_COVER(OrphanStalled_C, inc_valid_i && inc_orphan_i && !inc_ready_o)
  `SN_COVER(EventStalled_C, event_valid_i && !room)
  `SN_COVER(IncrementWhileFull_C, inc_fire && !room)
  `SN_COVER(MarkAllWithMarkedAccess_C, mark_all_valid_i && take && event_kind_i == SlotAccess)
  `SN_COVER(MarkAllWithEvict_C, mark_all_valid_i && take && event_kind_i == SlotEvict)
  `SN_COVER(MarkAllWhileMarked_C, mark_all_valid_i && marked_q != '0)
  `SN_COVER(UnmarkedAccess_C, event_fire && !take)
  `SN_COVER(TakenAndGivenInOneCycle_C, take_pushes && hand_over_valid_o && hand_over_ready_i)

`ifdef SN_FORMAL_TLB_ANNEX
`include "sn_tlb_annex_formal.svh"
`endif

endmodule
