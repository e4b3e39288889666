// SPDX-License-Identifier: Apache-2.0
// Counter annex of an STLB whose counters are in a memory with one read and one write port
// (sn_counter_ram), for thousands of slots. Its function and ports are those of sn_tlb_annex.
// Differences:
//
// Latency: a hand-over appears 2 cycles after its event, since the counter is read first and then
// written and handed over. Markers change after 1 cycle.
// Throughput: an increment or a slot event per cycle. A slot event waits for an increment of the
// same cycle, so an eviction also hands over that increment.
// Back-pressure: three hand-overs are buffered or being read. Beyond that, slot events and orphan
// increments stall. An event without a hand-over occupies a buffer while its counter is read.

`include "sn_assert.svh"

module sn_tlb_annex_ram
  import sn_tracking_pkg::*;
#(
  parameter int Entries = 4096,
  parameter int CountWidth = 16,
  parameter int PageWidth = 36,
  parameter int SpaceWidth = 4,
  localparam int SlotWidth = index_width(Entries)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // Configuration; constant after reset
  input  logic [CountWidth-1:0] count_max_i,

  // Increments: completed LLC-missing loads. An orphan's translation was evicted: no slot
  input  logic                  inc_valid_i,
  output logic                  inc_ready_o,
  input  logic                  inc_orphan_i,
  input  logic [SlotWidth-1:0]  inc_slot_i,
  input  logic [SpaceWidth-1:0] inc_space_i,
  input  logic [PageWidth-1:0]  inc_page_i,

  // Slot events
  input  logic                  event_valid_i,
  output logic                  event_ready_o,
  input  slot_event_e           event_kind_i,
  input  logic [SlotWidth-1:0]  event_slot_i,
  input  logic [SpaceWidth-1:0] event_space_i,
  input  logic [PageWidth-1:0]  event_page_i,

  // Mark all slots, once per phase
  input  logic                  mark_all_valid_i,
  output logic                  mark_all_ready_o,

  // Hand-overs
  output logic                  hand_over_valid_o,
  input  logic                  hand_over_ready_i,
  output logic [SpaceWidth-1:0] hand_over_space_o,
  output logic [PageWidth-1:0]  hand_over_page_o,
  output logic [CountWidth-1:0] hand_over_count_o,

  // Marker of each slot: the STLB reports accesses to marked slots only
  output logic [Entries-1:0]    marked_o,

  // Nothing to do until the next input
  output logic                  idle_o
);

  if (Entries < 1 || CountWidth < 1 || CountWidth > 16 || PageWidth < 1 || SpaceWidth < 1)
  begin : gen_bad_parameters
    `SN_ILLEGAL("sn_tlb_annex_ram: Entries, PageWidth, SpaceWidth start at 1, CountWidth is 1 to 16")
  end

  localparam int Room = 3;  // at full rate one is being read, one enters and one leaves

  logic                  cleared_q;  // the counters are cleared after reset
  logic [SlotWidth-1:0]  clear_q;
  logic                  room;  // space for one more hand-over
  logic                  orphan_fire;
  logic                  inc_fire;  // increment of a resident translation
  logic                  event_fire;
  logic                  take;  // take the slot's count and clear its marker
  logic                  pop;
  logic [Entries-1:0]    marked_q;

  // Read in flight.
  logic                  inc_q, orphan_q, take_q;  // at most one is set
  logic [SlotWidth-1:0]  slot_q;
  logic [SpaceWidth-1:0] space_q;
  logic [PageWidth-1:0]  page_q;
  logic [CountWidth-1:0] count, count_d;
  logic                  push;

  assign orphan_fire      = inc_valid_i && inc_orphan_i && inc_ready_o;
  assign inc_fire         = inc_valid_i && !inc_orphan_i && inc_ready_o;
  assign event_fire       = event_valid_i && event_ready_o;
  assign take             = event_fire && (event_kind_i != SlotAccess || marked_q[event_slot_i]);
  assign pop              = hand_over_valid_o && hand_over_ready_i;

  assign inc_ready_o      = cleared_q && (!inc_orphan_i || room);
  assign event_ready_o    = cleared_q && room && !inc_valid_i;
  assign mark_all_ready_o = cleared_q;

  //////////////
  // Counters //
  //////////////

  sn_counter_ram #(
    .Entries(Entries),
    .Width  (CountWidth)
  ) u_counters (
    .clk_i,
    .read_i       (inc_fire || take),
    .read_slot_i  (inc_fire ? inc_slot_i : event_slot_i),
    .count_o      (count),
    .write_i      (inc_q || take_q || !cleared_q),
    .write_slot_i (cleared_q ? slot_q : clear_q),
    .write_count_i(count_d)
  );

  always_comb begin
    count_d = '0;
    if (inc_q) count_d = (count == count_max_i) ? count_max_i : count + CountWidth'(1);
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

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inc_q    <= 1'b0;
      orphan_q <= 1'b0;
      take_q   <= 1'b0;
    end else begin
      inc_q    <= inc_fire;
      orphan_q <= orphan_fire;
      take_q   <= take;
    end
  end

  always_ff @(posedge clk_i) begin
    if (inc_fire) slot_q <= inc_slot_i;
    if (take) slot_q <= event_slot_i;
    if (orphan_fire) {space_q, page_q} <= {inc_space_i, inc_page_i};
    if (take) {space_q, page_q} <= {event_space_i, event_page_i};
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

  logic                      unused_in_ready;  // the read has reserved an entry
  logic [$clog2(Room+1)-1:0] promised_q;  // buffered hand-overs, and reads that may produce one
  logic                      promise, nothing;

  assign push    = orphan_q || (take_q && count != '0);
  assign promise = orphan_fire || take;
  assign nothing = take_q && count == '0;
  assign room    = 32'(promised_q) != Room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      promised_q <= '0;
    end else begin
      promised_q <= promised_q + 2'(promise) - 2'(pop) - 2'(nothing);
    end
  end

  sn_fifo #(
    .Width(SpaceWidth + PageWidth + CountWidth),
    .Depth(Room)
  ) u_hand_overs (
    .clk_i,
    .rst_ni,
    .in_valid_i (push),
    .in_ready_o (unused_in_ready),
    .in_data_i  ({space_q, page_q, orphan_q ? CountWidth'(1) : count}),
    .out_valid_o(hand_over_valid_o),
    .out_ready_i(hand_over_ready_i),
    .out_data_o ({hand_over_space_o, hand_over_page_o, hand_over_count_o})
  );

  assign idle_o = cleared_q && !inc_q && promised_q == '0;

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(CountMaxLegal_A, count_max_i != '0)
  `SN_ASSERT(CountMaxConstant_A, $past(rst_ni) |-> $stable(count_max_i))
  `SN_ASSERT(CountInRange_A, inc_q || take_q |-> count <= count_max_i)
  `SN_ASSERT(IncrementSlotInRange_A, inc_fire |-> 32'(inc_slot_i) < Entries)
  `SN_ASSERT(EventSlotInRange_A, event_fire |-> 32'(event_slot_i) < Entries)
  `SN_ASSERT(OneIsRead_A, $onehot0({inc_q, orphan_q, take_q}))
  `SN_ASSERT(RoomIsKept_A, push |-> unused_in_ready)
  `SN_ASSERT(ResidentIncrementNeverStalls_A,
             cleared_q && inc_valid_i && !inc_orphan_i |-> inc_ready_o)

  `SN_COVER(TakeBehindIncrement_C, take && inc_q && event_slot_i == slot_q)
  `SN_COVER(IncrementBehindIncrement_C, inc_fire && inc_q && inc_slot_i == slot_q)
  `SN_COVER(IncrementBehindTake_C, inc_fire && take_q && inc_slot_i == slot_q)
  `SN_COVER(TakeBehindTake_C, take && take_q && event_slot_i == slot_q)
  `SN_COVER(IncrementOfFullCounter_C, inc_q && count == count_max_i)
  `SN_COVER(IncrementStallsEvent_C, inc_fire && event_valid_i)
  `SN_COVER(OrphanStallsEvent_C, orphan_fire && event_valid_i)
  `SN_COVER(OrphanStalled_C, inc_valid_i && inc_orphan_i && !inc_ready_o)
  `SN_COVER(EventStalled_C, event_valid_i && cleared_q && !room)
  `SN_COVER(NothingToHandOver_C, nothing)
  `SN_COVER(UnmarkedAccess_C, event_fire && !take)

`ifdef SN_FORMAL_TLB_ANNEX_RAM
`include "sn_tlb_annex_ram_formal.svh"
`endif

endmodule
