// SPDX-License-Identifier: Apache-2.0
// Output queues of the directory slice: memory requests, answers and Back-Invalidate snoops.
//
// Latency: 1 cycle. Throughput: 1 item per cycle and queue.
// Ordering: items of a queue leave in the order of S2; a grant enters the queue of answers in a cycle
// in which S2 does not answer.
// Reservation: each operation reserves a memory request and an answer in S0, a request also a snoop.
// Grants take an answer that no operation needs.
// Reset: the queues become empty.
// Back-pressure: free_o and snoop_free_o are low while nothing can be reserved.

module sn_dir_outputs
  import sn_dir_rows_pkg::*;
  import sn_dir_pkg::*;
  import sn_tracking_pkg::*;
#(
  parameter int Hosts = 16,
  parameter int Entries = 32,
  parameter int LineWidth = 34,
  parameter int TagWidth = 8,
  parameter int DataWidth = 16,
  localparam int HostWidth = index_width(Hosts),
  localparam int IdWidth = index_width(Entries)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Reservation in S0
  input  logic                 reserve_i,
  input  logic                 reserve_snoop_i,
  output logic                 free_o,
  output logic                 snoop_free_o,
  output logic                 empty_o,

  // Operation in S2
  input  logic                 valid_i,
  input  logic                 is_req_i,
  input  logic [IdWidth-1:0]   id_i,
  input  logic [HostWidth-1:0] host_i,
  input  logic [TagWidth-1:0]  tag_i,
  input  logic [DataWidth-1:0] data_i,
  input  logic [1:0]           load_i,
  input  items_t               items_i,
  input  logic [LineWidth-1:0] mem_line_i,
  input  logic [Hosts-1:0]     snoop_hosts_i,
  input  logic [LineWidth-1:0] snoop_line_i,

  // Grant, not in a cycle in which S2 releases an entry
  input  logic                 releases_i,
  input  logic                 grant_valid_i,
  output logic                 grant_ready_o,
  input  logic [OpWidth-1:0]   grant_op_i,
  input  logic [HostWidth-1:0] grant_host_i,
  input  logic [TagWidth-1:0]  grant_tag_i,
  input  logic [DataWidth-1:0] grant_data_i,

  // BISnp
  output logic                 bisnp_valid_o,
  input  logic                 bisnp_ready_i,
  output logic [OpWidth-1:0]   bisnp_op_o,
  output logic [HostWidth-1:0] bisnp_host_o,
  output logic [LineWidth-1:0] bisnp_line_o,
  output logic [IdWidth-1:0]   bisnp_id_o,

  // Answers
  output logic                 rsp_valid_o,
  input  logic                 rsp_ready_i,
  output logic [OpWidth-1:0]   rsp_op_o,
  output logic [HostWidth-1:0] rsp_host_o,
  output logic [TagWidth-1:0]  rsp_tag_o,
  output logic [DataWidth-1:0] rsp_data_o,
  output logic [1:0]           rsp_devload_o,

  // Memory requests
  output logic                 mem_req_valid_o,
  input  logic                 mem_req_ready_i,
  output logic                 mem_req_write_o,
  output logic                 mem_req_ahead_o,
  output logic [IdWidth-1:0]   mem_req_id_o,
  output logic [LineWidth-1:0] mem_req_line_o,
  output logic [DataWidth-1:0] mem_req_data_o
);

  logic mem_free, mem_spare, mem_empty, rsp_free, rsp_spare, rsp_empty, snoop_empty, grants;
  logic [OpWidth+HostWidth+TagWidth+DataWidth-1:0] answer;

  assign free_o        = mem_free && rsp_free;
  assign empty_o       = mem_empty && rsp_empty && snoop_empty;
  assign grant_ready_o = !releases_i && !items_i.answer_push && rsp_free && (rsp_spare || !reserve_i);
  assign grants        = grant_valid_i && grant_ready_o;
  assign answer = items_i.answer_push ? {items_i.answer_op, host_i, tag_i, DataWidth'(0)}
                                : {grant_op_i, grant_host_i, grant_tag_i, grant_data_i};

  sn_dir_queue #(
    .Width(2 + IdWidth + LineWidth + DataWidth)
  ) u_mem (
    .clk_i,
    .rst_ni,
    .reserve_i,
    .cancel_i   (valid_i && !items_i.mem_push),
    .take_i     (1'b0),
    .free_o     (mem_free),
    .spare_o    (mem_spare),
    .empty_o    (mem_empty),
    .push_i     (items_i.mem_push),
    .data_i     ({items_i.mem_write, items_i.mem_ahead, id_i, mem_line_i, data_i}),
    .out_valid_o(mem_req_valid_o),
    .out_ready_i(mem_req_ready_i),
    .out_data_o ({mem_req_write_o, mem_req_ahead_o, mem_req_id_o, mem_req_line_o, mem_req_data_o})
  );

  sn_dir_queue #(
    .Width(OpWidth + HostWidth + TagWidth + DataWidth + 2)
  ) u_rsp (
    .clk_i,
    .rst_ni,
    .reserve_i,
    .cancel_i   (valid_i && !items_i.answer_push),
    .take_i     (grants),
    .free_o     (rsp_free),
    .spare_o    (rsp_spare),
    .empty_o    (rsp_empty),
    .push_i     (items_i.answer_push || grants),
    .data_i     ({answer, load_i}),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o ({rsp_op_o, rsp_host_o, rsp_tag_o, rsp_data_o, rsp_devload_o})
  );

  sn_dir_snoops #(
    .Hosts    (Hosts),
    .LineWidth(LineWidth),
    .IdWidth  (IdWidth)
  ) u_snoops (
    .clk_i,
    .rst_ni,
    .reserve_i   (reserve_snoop_i),
    .cancel_i    (valid_i && is_req_i && !items_i.snoop_push),
    .free_o      (snoop_free_o),
    .empty_o     (snoop_empty),
    .push_i      (items_i.snoop_push),
    .op_i        (items_i.snoop_op),
    .hosts_i     (snoop_hosts_i),
    .line_i      (snoop_line_i),
    .id_i,
    .bisnp_valid_o,
    .bisnp_ready_i,
    .bisnp_op_o,
    .bisnp_host_o,
    .bisnp_line_o,
    .bisnp_id_o
  );

  logic unused;
  assign unused = mem_spare;

endmodule
