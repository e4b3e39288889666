// SPDX-License-Identifier: Apache-2.0
// Retimer as a pipeline of `Stages` registers; data leave unchanged and in order.
//
// Latency: `Stages` cycles. Throughput: 1 item per cycle.
// Reset: the pipeline becomes empty.
// Back-pressure: while the output is not accepted, the pipeline stalls and accepts no input.

`include "sn_assert.svh"

module sn_retimer #(
  parameter int Width = 32,
  parameter int Stages = 10
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  // Input
  input  logic             in_valid_i,
  output logic             in_ready_o,
  input  logic [Width-1:0] in_data_i,

  // Output
  output logic             out_valid_o,
  input  logic             out_ready_i,
  output logic [Width-1:0] out_data_o
);

  if (Width < 1 || Stages < 1) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_retimer: Width and Stages start at 1")
  end

  logic [Stages-1:0] valid_q;
  logic [Width-1:0]  data_q [Stages];
  logic              advance;

  assign out_valid_o = valid_q[Stages-1];
  assign out_data_o  = data_q[Stages-1];
  assign advance     = !out_valid_o || out_ready_i;
  assign in_ready_o  = advance;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else if (advance) begin
      valid_q <= Stages'({valid_q, in_valid_i});
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance) data_q[0] <= in_data_i;
  end
  for (genvar i = 1; i < Stages; i++) begin : gen_stages
    always_ff @(posedge clk_i) begin
      if (advance) data_q[i] <= data_q[i-1];
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(StableUnderBackPressure_A,
             $past(out_valid_o && !out_ready_i && rst_ni) |-> out_valid_o && $stable(out_data_o))

endmodule
