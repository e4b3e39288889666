// SPDX-License-Identifier: Apache-2.0
// Queue of regions with a saturating count each; an input for a queued region is added to its
// count. A region is a number in an address space; equal numbers of two spaces are two regions.
//
// Latency: 1 cycle. Throughput: 1 input per cycle.
// Ordering: regions leave in the order of their first input, and no region is queued twice. The
// head is visible until it is popped. It accumulates counts until the cycle before the pop; an
// input for its region in the cycle of the pop allocates a new entry.
// Reset: the queue becomes empty.
// Back-pressure: a full queue only accepts regions that it contains, or any region while its head
// is popped.
// Counts saturate at count_max_i; input counts do not exceed it.

`include "sn_assert.svh"

module sn_region_queue
  import sn_tracking_pkg::*;
#(
  parameter int CountWidth = 16,
  parameter int RegionWidth = 36,
  parameter int SpaceWidth = 4,
  parameter int QueueEntries = 4,
  localparam int CountPortWidth = port_width(CountWidth)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Configuration; constant after reset
  input  logic [CountPortWidth-1:0] count_max_i,

  // Input
  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic [SpaceWidth-1:0]     in_space_i,
  input  logic [RegionWidth-1:0]    in_region_i,
  input  logic [CountPortWidth-1:0] in_count_i,

  // Oldest region
  output logic                      head_valid_o,
  input  logic                      head_pop_i,
  output logic [SpaceWidth-1:0]     head_space_o,
  output logic [RegionWidth-1:0]    head_region_o,
  output logic [CountPortWidth-1:0] head_count_o
);

  // Entry 0 is the oldest; valid entries are contiguous from entry 0.
  logic [QueueEntries-1:0]   valid_q, valid_d, kept_valid;
  logic [SpaceWidth-1:0]     space_q [QueueEntries];
  logic [RegionWidth-1:0]    region_q [QueueEntries];
  logic [CountPortWidth-1:0] count_q [QueueEntries];
  logic [SpaceWidth-1:0]     space_d [QueueEntries];
  logic [RegionWidth-1:0]    region_d [QueueEntries];
  logic [CountPortWidth-1:0] count_d [QueueEntries];
  logic [SpaceWidth-1:0]     kept_space [QueueEntries];
  logic [RegionWidth-1:0]    kept_region [QueueEntries];
  logic [CountPortWidth-1:0] kept_count [QueueEntries];
  logic [QueueEntries-1:0]   hit, first_free;
  logic                      fire;

  // Remaining entries after the pop, moved towards entry 0.
  always_comb begin
    for (int unsigned i = 0; i < QueueEntries; i++) begin
      kept_valid[i]  = valid_q[i];
      kept_space[i]  = space_q[i];
      kept_region[i] = region_q[i];
      kept_count[i]  = count_q[i];
    end
    if (head_pop_i) begin
      for (int unsigned i = 0; i + 1 < QueueEntries; i++) begin
        kept_valid[i]  = valid_q[i+1];
        kept_space[i]  = space_q[i+1];
        kept_region[i] = region_q[i+1];
        kept_count[i]  = count_q[i+1];
      end
      kept_valid[QueueEntries-1] = 1'b0;
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < QueueEntries; i++) begin
      hit[i] = kept_valid[i] && kept_space[i] == in_space_i && kept_region[i] == in_region_i;
    end
  end
  assign first_free = ~kept_valid & QueueEntries'({kept_valid, 1'b1});
  assign in_ready_o = hit != '0 || !kept_valid[QueueEntries-1];
  assign fire       = in_valid_i && in_ready_o;

  function automatic logic [CountPortWidth-1:0] add(logic [CountPortWidth-1:0] a,
                                                    logic [CountPortWidth-1:0] b,
                                                    logic [CountPortWidth-1:0] max);
    logic [CountPortWidth:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return (sum > {1'b0, max}) ? max : sum[CountPortWidth-1:0];
  endfunction

  always_comb begin
    for (int unsigned i = 0; i < QueueEntries; i++) begin
      valid_d[i]  = kept_valid[i];
      space_d[i]  = kept_space[i];
      region_d[i] = kept_region[i];
      count_d[i]  = kept_count[i];
      if (fire && hit[i]) begin
        count_d[i] = add(kept_count[i], in_count_i, count_max_i);
      end else if (fire && hit == '0 && first_free[i]) begin
        valid_d[i]  = 1'b1;
        space_d[i]  = in_space_i;
        region_d[i] = in_region_i;
        count_d[i]  = in_count_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < QueueEntries; i++) begin
      space_q[i]  <= space_d[i];
      region_q[i] <= region_d[i];
      count_q[i]  <= count_d[i];
    end
  end

  assign head_valid_o  = valid_q[0];
  assign head_space_o  = space_q[0];
  assign head_region_o = region_q[0];
  assign head_count_o  = count_q[0];

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(OneHit_A, $onehot0(hit))
  `SN_ASSERT(PopOnlyWhatIsThere_A, head_pop_i |-> head_valid_o)
  `SN_ASSERT(NoHoles_A, (valid_q & (valid_q + QueueEntries'(1))) == '0)

  `SN_COVER(AddedToHead_C, fire && hit[0])
  `SN_COVER(AddedBehindHead_C, fire && (hit >> 1) != '0)
  `SN_COVER(AddedWhenFull_C, fire && hit != '0 && valid_q == '1)
  `SN_COVER(Full_C, in_valid_i && !in_ready_o)
  `SN_COVER(RefilledWhenFull_C, fire && hit == '0 && valid_q == '1)
  `SN_COVER(PoppedRegionQueuesAnew_C,
            fire && head_pop_i && in_space_i == space_q[0] && in_region_i == region_q[0])
  `SN_COVER(QueuedBesideOtherSpace_C, fire && hit == '0 && kept_valid[0] &&
                                      in_space_i != kept_space[0] && in_region_i == kept_region[0])
  if (CountWidth > 0) begin : gen_count_checks
    logic [CountPortWidth:0] head_sum;
    assign head_sum = {1'b0, kept_count[0]} + {1'b0, in_count_i};
    `SN_ASSERT(InCountInRange_A, in_valid_i |-> in_count_i <= count_max_i)
    `SN_ASSERT(HeadCountInRange_A, head_valid_o |-> head_count_o <= count_max_i)
    `SN_COVER(QueuedCountSaturates_C, fire && hit[0] && head_sum > {1'b0, count_max_i})
  end

  if (CountWidth < 0 || CountWidth > 16 || RegionWidth < 1 || SpaceWidth < 1 || QueueEntries < 1)
  begin : gen_bad_parameters
    `SN_ILLEGAL("sn_region_queue: CountWidth to 16; RegionWidth, SpaceWidth, QueueEntries from 1")
  end

endmodule
