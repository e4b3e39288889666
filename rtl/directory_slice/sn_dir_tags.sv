// SPDX-License-Identifier: Apache-2.0
// Memory of the directory: one row per set, with one read port and one write port.
//
// Latency: the row is at the output 1 cycle after its read. Throughput: 1 read and 1 write per cycle.
// Ordering: a read in the cycle of a write to the same row is not allowed.
// Reset: each row receives clear_row_i, one row per cycle; cleared_o is low until then, and no port
// may be used.

`include "sn_assert.svh"

module sn_dir_tags
  import sn_tracking_pkg::*;
#(
  parameter int Sets = 1024,
  parameter int Width = 64,
  localparam int SetWidth = index_width(Sets)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Width-1:0]    clear_row_i,
  output logic                cleared_o,

  // Read
  input  logic                read_i,
  input  logic [SetWidth-1:0] read_set_i,
  output logic [Width-1:0]    row_o,

  // Write
  input  logic                write_i,
  input  logic [SetWidth-1:0] write_set_i,
  input  logic [Width-1:0]    write_row_i
);

  logic [Width-1:0]    rows_q [Sets];
  logic [SetWidth-1:0] clear_q;
  logic                cleared_q;

  assign cleared_o = cleared_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q   <= '0;
      cleared_q <= 1'b0;
    end else if (!cleared_q) begin
      clear_q   <= clear_q + SetWidth'(1);
      cleared_q <= clear_q == SetWidth'(Sets - 1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!cleared_q) rows_q[clear_q] <= clear_row_i;
    else if (write_i) rows_q[write_set_i] <= write_row_i;
    if (read_i) row_o <= rows_q[read_set_i];
  end

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(NoReadOfWrittenRow_A, !(read_i && write_i && read_set_i == write_set_i))
  `SN_ASSERT(NoUseBeforeCleared_A, !cleared_o |-> !read_i && !write_i)

endmodule
