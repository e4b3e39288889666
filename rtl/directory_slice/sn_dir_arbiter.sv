// SPDX-License-Identifier: Apache-2.0
// Round-robin arbiter of several valid/ready inputs with an output queue.
//
// Latency: 1 cycle. Throughput: 1 item per cycle.
// Ordering: items of an input leave in their order.
// Fairness: an input waits for at most one item of each other input.
// Reset: the queue becomes empty.
// Back-pressure: the output is stable until it is accepted.

`include "sn_assert.svh"

module sn_dir_arbiter
  import sn_tracking_pkg::*;
#(
  parameter int Inputs = 2,
  parameter int Width = 8
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  // Inputs
  input  logic [Inputs-1:0] in_valid_i,
  output logic [Inputs-1:0] in_ready_o,
  input  logic [Inputs-1:0][Width-1:0] in_data_i,

  // Output
  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [Width-1:0]  out_data_o
);

  localparam int IndexWidth = index_width(Inputs);

  logic [IndexWidth-1:0] turn_q, chosen;
  logic                  ready;

  // The first valid input from turn_q on
  always_comb begin
    chosen = turn_q;
    for (int i = Inputs - 1; i >= 0; i--) if (in_valid_i[i]) chosen = IndexWidth'(i);
    for (int i = Inputs - 1; i >= 0; i--) begin
      if (in_valid_i[i] && IndexWidth'(i) >= turn_q) chosen = IndexWidth'(i);
    end
    in_ready_o = '0;
    in_ready_o[chosen] = ready && in_valid_i[chosen];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else if (in_ready_o != '0)
      turn_q <= (chosen == IndexWidth'(Inputs - 1)) ? '0 : chosen + IndexWidth'(1);
  end

  sn_fifo #(
    .Width(Width),
    .Depth(2)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i (in_ready_o != '0),
    .in_ready_o (ready),
    .in_data_i  (in_data_i[chosen]),
    .out_valid_o,
    .out_ready_i,
    .out_data_o
  );

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(OneInput_A, $onehot0(in_ready_o))

  if (Inputs < 1) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_dir_arbiter: Inputs starts at 1")
  end

endmodule
