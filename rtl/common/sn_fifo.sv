// SPDX-License-Identifier: Apache-2.0
// FIFO without combinational paths from input to output or from output ready to input ready.
//
// Latency: 1 cycle. Throughput: 1 item per cycle with a Depth of at least 2.
// Reset: the FIFO becomes empty.
// Back-pressure: a full FIFO is not ready. Its contents are stable while the output is not
// accepted.

`include "sn_assert.svh"

module sn_fifo
  import sn_tracking_pkg::*;
#(
  parameter int Width = 8,
  parameter int Depth = 2
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

  localparam int IndexWidth = index_width(Depth);
  localparam int FillWidth = $clog2(Depth + 1);

  logic [Width-1:0]      data_q [Depth];
  logic [IndexWidth-1:0] read_q, write_q;
  logic [FillWidth-1:0]  fill_q;
  logic                  push, pop;

  function automatic logic [IndexWidth-1:0] next(logic [IndexWidth-1:0] index);
    return (index == IndexWidth'(Depth - 1)) ? '0 : index + IndexWidth'(1);
  endfunction

  assign in_ready_o  = fill_q != FillWidth'(Depth);
  assign out_valid_o = fill_q != '0;
  assign out_data_o  = data_q[read_q];
  assign push        = in_valid_i && in_ready_o;
  assign pop         = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      fill_q  <= '0;
    end else begin
      if (pop) read_q <= next(read_q);
      if (push) write_q <= next(write_q);
      if (push != pop) fill_q <= push ? fill_q + FillWidth'(1) : fill_q - FillWidth'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) data_q[write_q] <= in_data_i;
  end

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(StableUnderBackPressure_A,
             $past(out_valid_o && !out_ready_i && rst_ni) |-> out_valid_o && $stable(out_data_o))
  `SN_ASSERT(FillInRange_A, fill_q <= FillWidth'(Depth))

  if (Width < 1 || Depth < 1) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_fifo: Width and Depth start at 1")
  end

endmodule
