// SPDX-License-Identifier: Apache-2.0
// Counters in a memory with one synchronous read port and one synchronous write port.
//
// Latency: count_o is valid 1 cycle after a read and stable until the next read. A read returns all
// earlier writes and a write of the same cycle, which is forwarded. The behaviour of the memory for
// equal addresses on both ports is therefore irrelevant.
// Throughput: a read and a write per cycle.
// Reset: none; the user writes zeros.

`include "sn_assert.svh"

module sn_counter_ram
  import sn_tracking_pkg::*;
#(
  parameter int Entries = 4096,
  parameter int Width = 16,
  localparam int SlotWidth = index_width(Entries)
) (
  input  logic                 clk_i,

  // Read
  input  logic                 read_i,
  input  logic [SlotWidth-1:0] read_slot_i,
  output logic [Width-1:0]     count_o,

  // Write
  input  logic                 write_i,
  input  logic [SlotWidth-1:0] write_slot_i,
  input  logic [Width-1:0]     write_count_i
);

  if (Entries < 1 || Width < 1) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_counter_ram: Entries and Width start at 1")
  end

  (* no_rw_check *)  // yosys: the value read from an address that is being written is irrelevant
  logic [Width-1:0] count_q [Entries];
  logic [Width-1:0] read_q, written_q;
  logic             forward_q;

  always_ff @(posedge clk_i) begin
    if (write_i) count_q[write_slot_i] <= write_count_i;
    if (read_i) read_q <= count_q[read_slot_i];
  end

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      forward_q <= write_i && write_slot_i == read_slot_i;
      written_q <= write_count_i;
    end
  end

  assign count_o = forward_q ? written_q : read_q;

endmodule
