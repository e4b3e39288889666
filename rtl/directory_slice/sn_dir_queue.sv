// SPDX-License-Identifier: Apache-2.0
// Output queue of the directory slice: a FIFO whose free entries are reserved before they are used.
//
// Latency: 1 cycle. Throughput: 1 item per cycle.
// Ordering: items leave in the order of their pushes.
// Reservation: an operation reserves an entry when it enters the pipeline (reserve_i), and either
// fills it (push_i) or returns it (cancel_i). A source outside the pipeline takes and fills an
// entry in one cycle (take_i with push_i), if a second entry is free.
// Reset: the queue becomes empty, and no entry is reserved.

`include "sn_assert.svh"

module sn_dir_queue
  import sn_tracking_pkg::*;
#(
  parameter int Width = 8,
  parameter int Depth = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  // Reservation
  input  logic             reserve_i,
  input  logic             cancel_i,
  input  logic             take_i,
  output logic             free_o,  // an entry is free
  output logic             spare_o,  // two entries are free
  output logic             empty_o,

  // Input
  input  logic             push_i,
  input  logic [Width-1:0] data_i,

  // Output
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  if (Width < 1 || Depth < 2) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_dir_queue: Width starts at 1, Depth at 2")
  end

  localparam int CountWidth = $clog2(Depth + 1);

  logic [CountWidth-1:0] free_q;
  logic                  fifo_ready;
  logic                  pop;

  assign pop     = out_valid_o && out_ready_i;
  assign free_o  = free_q != '0;
  assign spare_o = free_q > CountWidth'(1);
  assign empty_o = !out_valid_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) free_q <= CountWidth'(Depth);
    else free_q <= free_q + CountWidth'(cancel_i) + CountWidth'(pop)
                          - CountWidth'(reserve_i) - CountWidth'(take_i);
  end

  sn_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .in_valid_i (push_i),
    .in_ready_o (fifo_ready),
    .in_data_i  (data_i),
    .out_valid_o,
    .out_ready_i,
    .out_data_o
  );

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(NoOverflow_A, push_i |-> fifo_ready)
  `SN_ASSERT(ReservedIsFree_A, reserve_i |-> free_o)
  `SN_ASSERT(TakenIsSpare_A, take_i |-> free_o && (spare_o || !reserve_i))

endmodule
