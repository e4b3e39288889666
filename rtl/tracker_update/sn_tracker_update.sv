// SPDX-License-Identifier: Apache-2.0
// Tracker update unit: adds hand-overs to the metadata entries of their regions.
//
// Metadata: an entry is a word with a sharer bit per socket from bit 0, and a saturating count
// above them. The count saturates at count_max_i, which is at least 1. It is all ones in silicon;
// smaller values model the counters of a scaled machine. All users of the metadata have the same
// maximum, so no input exceeds it. A page is a number in an address space. Each space has a table
// of entries with its own base, and only hand-overs of the same space and region are merged.
// Update: the unit reads the entry, holding its line, and writes it back with the socket's bit set
// and the count added. If the entry does not change, the unit only releases the line. One update is
// in progress at a time. With add_at_home_i, the unit sends the bit and the count to the entry's
// home, which adds them; it reads no entry.
// Latency: the read request follows its hand-over after 1 cycle, the write follows the read data
// after 1 cycle, and an add follows its hand-over after 2 cycles.
// Throughput: 1 hand-over per cycle while the queue has free entries. An update takes 3 cycles if
// memory answers in the next cycle, an add takes 2.
// Ordering: regions are updated in the order of their first hand-over. A hand-over of a queued
// region is merged until the read data arrive, or until the region is selected for an add; in that
// cycle it allocates a new entry.
// Reset: the queue becomes empty, and no line is held.
// Back-pressure: a full queue stalls hand-overs, except for queued regions. Without a credit no add
// leaves the queue.

`include "sn_assert.svh"

module sn_tracker_update
  import sn_tracking_pkg::*;
#(
  parameter int CountWidth = 16,
  parameter int Sockets = 16,
  parameter int PageWidth = 36,
  parameter int SpaceWidth = 4,
  parameter int AddressWidth = 48,
  parameter int QueueEntries = 4,
  localparam int SocketWidth = index_width(Sockets),
  localparam int ShiftWidth = $clog2(PageWidth),
  localparam int CountPortWidth = port_width(CountWidth),
  localparam int EntryWidth = entry_width(Sockets, CountWidth)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Configuration; constant after reset. A region has 2**region_shift_i pages.
  input  logic [AddressWidth-1:0]   base_i [2**SpaceWidth],  // base address of each space's table
  input  logic [ShiftWidth-1:0]     region_shift_i,
  input  logic [SocketWidth-1:0]    socket_i,
  input  logic                      add_at_home_i,
  input  logic [CountPortWidth-1:0] count_max_i,

  // Hand-overs
  input  logic                      hand_over_valid_i,
  output logic                      hand_over_ready_o,
  input  logic [SpaceWidth-1:0]     hand_over_space_i,
  input  logic [PageWidth-1:0]      hand_over_page_i,
  input  logic [CountPortWidth-1:0] hand_over_count_i,

  // Requests to memory
  output logic                      mem_req_valid_o,
  input  logic                      mem_req_ready_i,
  output mem_kind_e                 mem_req_kind_o,
  output logic [AddressWidth-1:0]   mem_req_address_o,
  output logic [EntryWidth-1:0]     mem_req_word_o,

  // Read data
  input  logic                      mem_rsp_valid_i,
  output logic                      mem_rsp_ready_o,
  input  logic [EntryWidth-1:0]     mem_rsp_word_i,

  // Credit: memory accepts one more add
  input  logic                      add_credit_i,

  // Nothing to do until the next hand-over
  output logic                      idle_o
);

  if (CountWidth < 0 || CountWidth > 16 || Sockets < 1 || Sockets > 32 || QueueEntries < 1 ||
      SpaceWidth < 1 || SpaceWidth > 8 || PageWidth < 2) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_tracker_update: CountWidth to 16, Sockets 1-32, SpaceWidth 1-8, PageWidth > 1")
  end

  localparam int EntryShift = $clog2(EntryWidth / 8);

  typedef enum logic [1:0] {
    StRead,  // request for the oldest hand-over, if there is one
    StWait,  // wait for the read data
    StFinish  // write or release, or add
  } state_e;

  state_e                    state_q, state_d;
  logic                      read_fire, update_fire, finish_fire, add_load;

  logic                      head_valid;
  logic [SpaceWidth-1:0]     head_space;
  logic [PageWidth-1:0]      head_region;
  logic [CountPortWidth-1:0] head_count;

  logic [EntryWidth-1:0]     word_d, word_q;
  logic                      changed_q;
  logic [AddressWidth-1:0]   address_d, address_q;

  sn_region_queue #(
    .CountWidth  (CountWidth),
    .RegionWidth (PageWidth),
    .SpaceWidth  (SpaceWidth),
    .QueueEntries(QueueEntries)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .count_max_i,
    .in_valid_i   (hand_over_valid_i),
    .in_ready_o   (hand_over_ready_o),
    .in_space_i   (hand_over_space_i),
    .in_region_i  (hand_over_page_i >> region_shift_i),
    .in_count_i   (hand_over_count_i),
    .head_valid_o (head_valid),
    .head_pop_i   (update_fire || add_load),
    .head_space_o (head_space),
    .head_region_o(head_region),
    .head_count_o (head_count)
  );

  assign read_fire   = state_q == StRead && head_valid && !add_at_home_i && mem_req_ready_i;
  assign add_load    = state_q == StRead && head_valid && add_at_home_i && add_credit_i;
  assign update_fire = state_q == StWait && mem_rsp_valid_i;
  assign finish_fire = state_q == StFinish && mem_req_ready_i;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StRead: begin
        if (read_fire) state_d = StWait;
        else if (add_load) state_d = StFinish;
      end
      StWait:   if (update_fire) state_d = StFinish;
      StFinish: if (finish_fire) state_d = StRead;
      default:  state_d = StRead;
    endcase
  end

  assign address_d = base_i[head_space] + (AddressWidth'(head_region) << EntryShift);

  ////////////////
  // New word   //
  ////////////////

  logic [EntryWidth-1:0] old_word;  // not used for an add; the home has it
  logic [Sockets-1:0]    sharers;
  assign old_word = add_at_home_i ? '0 : mem_rsp_word_i;
  assign sharers  = old_word[Sockets-1:0] | (Sockets'(1) << socket_i);

  if (CountWidth > 0) begin : gen_count
    logic [CountWidth:0]   sum;
    logic [CountWidth-1:0] count;
    assign sum    = {1'b0, old_word[Sockets +: CountWidth]} + {1'b0, head_count};
    assign count  = (sum > {1'b0, count_max_i}) ? count_max_i : sum[CountWidth-1:0];
    assign word_d = EntryWidth'({count, sharers});

    `SN_ASSERT(CountMaxLegal_A, count_max_i != '0)
    `SN_ASSERT(CountMaxConstant_A, $past(rst_ni) |-> $stable(count_max_i))
    `SN_ASSERT(EntryInRange_A, update_fire |-> old_word[Sockets +: CountWidth] <= count_max_i)

    `SN_COVER(CountSaturates_C, update_fire && sum > {1'b0, count_max_i})
    `SN_COVER(CountSaturatesBelowAllOnes_C,
              update_fire && sum > {1'b0, count_max_i} && count_max_i != '1)
  end else begin : gen_no_count
    assign word_d = EntryWidth'(sharers);

    logic unused;
    assign unused = ^head_count;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StRead;
      word_q    <= '0;
      changed_q <= 1'b0;
      address_q <= '0;
    end else begin
      state_q <= state_d;
      if (update_fire || add_load) begin
        word_q    <= word_d;
        changed_q <= word_d != old_word;
        address_q <= address_d;
      end
    end
  end

  always_comb begin
    mem_req_valid_o   = state_q == StRead && head_valid && !add_at_home_i;
    mem_req_kind_o    = MemReadAndHold;
    mem_req_address_o = address_d;
    if (state_q == StFinish) begin
      mem_req_valid_o   = 1'b1;
      mem_req_kind_o    = MemRelease;
      if (changed_q) mem_req_kind_o = MemWriteAndRelease;
      if (add_at_home_i) mem_req_kind_o = MemAdd;
      mem_req_address_o = address_q;
    end
  end
  assign mem_req_word_o  = word_q;
  assign mem_rsp_ready_o = state_q == StWait;
  assign idle_o          = state_q == StRead && !head_valid;

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(RequestStable_A,
             $past(mem_req_valid_o && !mem_req_ready_i && rst_ni) |->
             mem_req_valid_o && $stable({mem_req_kind_o, mem_req_address_o, mem_req_word_o}))
  `SN_ASSERT(AnswerIsAskedFor_A, mem_rsp_valid_i |-> mem_rsp_ready_o)

  `SN_COVER(ReadStalled_C, state_q == StRead && head_valid && !add_at_home_i && !mem_req_ready_i)
  `SN_COVER(WriteStalled_C, state_q == StFinish && changed_q && !add_at_home_i && !mem_req_ready_i)
  `SN_COVER(ReleasedWithoutWrite_C, finish_fire && !changed_q)
  `SN_COVER(Written_C, finish_fire && changed_q && !add_at_home_i)
  `SN_COVER(NoCredit_C, state_q == StRead && head_valid && add_at_home_i && !add_credit_i)
  `SN_COVER(AddStalled_C, state_q == StFinish && add_at_home_i && !mem_req_ready_i)
  `SN_COVER(Added_C, finish_fire && add_at_home_i)
  `SN_COVER(HandOverInAddCycle_C, add_load && hand_over_valid_i && hand_over_ready_o)
  `SN_COVER(HandOverInUpdateCycle_C, update_fire && hand_over_valid_i && hand_over_ready_o)

`ifdef SN_FORMAL_TRACKER_UPDATE
`include "sn_tracker_update_formal.svh"
`endif

endmodule
