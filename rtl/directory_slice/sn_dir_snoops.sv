// SPDX-License-Identifier: Apache-2.0
// Queue of Back-Invalidate snoops, which sends one BISnp per host of each snoop.
//
// Latency: 1 cycle. Throughput: 1 BISnp per cycle.
// Ordering: snoops leave in the order of their pushes, the hosts of a snoop in ascending order.
// Reset: the queue becomes empty.
// Back-pressure: a BISnp is stable until it is accepted.

`include "sn_assert.svh"

module sn_dir_snoops
  import sn_dir_rows_pkg::*;
  import sn_tracking_pkg::*;
#(
  parameter int Hosts = 16,
  parameter int LineWidth = 34,
  parameter int IdWidth = 5,
  localparam int HostWidth = index_width(Hosts)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Reservation
  input  logic                 reserve_i,
  input  logic                 cancel_i,
  output logic                 free_o,
  output logic                 empty_o,

  // Snoop: its hosts, at least one
  input  logic                 push_i,
  input  logic [OpWidth-1:0]   op_i,  // cxl_op_e
  input  logic [Hosts-1:0]     hosts_i,
  input  logic [LineWidth-1:0] line_i,
  input  logic [IdWidth-1:0]   id_i,

  // BISnp
  output logic                 bisnp_valid_o,
  input  logic                 bisnp_ready_i,
  output logic [OpWidth-1:0]   bisnp_op_o,  // cxl_op_e
  output logic [HostWidth-1:0] bisnp_host_o,
  output logic [LineWidth-1:0] bisnp_line_o,
  output logic [IdWidth-1:0]   bisnp_id_o
);

  logic [Hosts-1:0] sent_q, hosts, left, chosen;
  logic             last, spare;

  assign left   = hosts & ~sent_q;
  assign chosen = left & (~left + Hosts'(1));  // the lowest host
  assign last   = left == chosen;

  always_comb begin
    bisnp_host_o = '0;
    if (bisnp_valid_o) begin
      for (int h = 0; h < Hosts; h++) if (chosen[h]) bisnp_host_o = HostWidth'(h);
    end
  end

  sn_dir_queue #(
    .Width(OpWidth + Hosts + LineWidth + IdWidth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .reserve_i,
    .cancel_i,
    .take_i     (1'b0),
    .free_o,
    .spare_o    (spare),
    .empty_o,
    .push_i,
    .data_i     ({op_i, hosts_i, line_i, id_i}),
    .out_valid_o(bisnp_valid_o),
    .out_ready_i(bisnp_ready_i && last),
    .out_data_o ({bisnp_op_o, hosts, bisnp_line_o, bisnp_id_o})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else if (bisnp_valid_o && bisnp_ready_i) sent_q <= last ? '0 : sent_q | chosen;
  end

  logic unused;
  assign unused = spare;

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(SnoopHasHosts_A, push_i |-> hosts_i != '0)
  `SN_ASSERT(StableUnderBackPressure_A,
             $past(bisnp_valid_o && !bisnp_ready_i && rst_ni) |->
             bisnp_valid_o && $stable(bisnp_op_o) && $stable(bisnp_host_o) &&
             $stable(bisnp_line_o) && $stable(bisnp_id_o))

endmodule
