// SPDX-License-Identifier: Apache-2.0
// Stages S0 and S1 of the directory slice: select an operation and read the set of its line.
//
// Latency: 2 cycles from the acceptance of an operation to S2. Throughput: 1 operation per cycle.
// Ordering: RwD and BIRsp in turn, before pending requests. No two operations of a set are in S1 and
// S2, so that each reads what the one before it has written.
// Reset: no operation is in the pipeline, and the sets are cleared; nothing is accepted until then.
// Back-pressure: an operation needs free output queues, a request also a free snoop. The pipeline itself
// never stalls.

`include "sn_assert.svh"

module sn_dir_fetch
  import sn_dir_rows_pkg::*;
  import sn_dir_pkg::*;
  import sn_tracking_pkg::*;
#(
  parameter int Hosts = 16,
  parameter int Sets = 1024,
  parameter int Ways = 16,
  parameter int Entries = 32,
  parameter int LineWidth = 34,
  parameter int TagWidth = 8,
  parameter int DataWidth = 16,
  localparam int HostWidth = index_width(Hosts),
  localparam int SetWidth = index_width(Sets),
  localparam int WayWidth = index_width(Ways),
  localparam int IdWidth = index_width(Entries),
  localparam int AddressWidth = LineWidth - SetWidth,
  localparam int WayBits = 3 + WayWidth + Hosts + AddressWidth
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  output logic                    cleared_o,

  // RwD
  input  logic                    rwd_valid_i,
  output logic                    rwd_ready_o,
  input  cxl_op_e                 rwd_op_i,
  input  logic [HostWidth-1:0]    rwd_host_i,
  input  logic [LineWidth-1:0]    rwd_line_i,
  input  logic [TagWidth-1:0]     rwd_tag_i,
  input  logic [DataWidth-1:0]    rwd_data_i,

  // BIRsp, and the set of its entry
  input  logic                    birsp_valid_i,
  output logic                    birsp_ready_o,
  input  cxl_op_e                 birsp_op_i,
  input  logic [HostWidth-1:0]    birsp_host_i,
  input  logic [IdWidth-1:0]      birsp_id_i,
  input  logic [SetWidth-1:0]     birsp_set_i,

  // Pending request
  input  logic                    issue_valid_i,
  output logic                    issue_ready_o,
  input  logic [IdWidth-1:0]      issue_id_i,
  input  logic [OpWidth-1:0]      issue_op_i,
  input  logic [HostWidth-1:0]    issue_host_i,
  input  logic [LineWidth-1:0]    issue_line_i,
  input  logic [TagWidth-1:0]     issue_tag_i,

  // Output queues
  input  logic                    outputs_free_i,
  input  logic                    snoop_free_i,
  output logic                    taken_o,  // an operation is accepted

  // S1
  output logic                    s1_valid_o,
  output logic [SetWidth-1:0]     s1_set_o,

  // S2
  output logic                    s2_valid_o,
  output logic [1:0]              s2_kind_o,  // kind_e
  output logic [OpWidth-1:0]      s2_op_o,  // cxl_op_e
  output logic [HostWidth-1:0]    s2_host_o,
  output logic [LineWidth-1:0]    s2_line_o,  // not of BIRsp
  output logic [SetWidth-1:0]     s2_set_o,
  output logic [TagWidth-1:0]     s2_tag_o,
  output logic [DataWidth-1:0]    s2_data_o,
  output logic [IdWidth-1:0]      s2_id_o,  // not of RwD
  output logic [Ways-1:0]         s2_hits_o,
  output logic [Ways*WayBits-1:0] s2_row_o,

  // New contents of the set in S2
  input  logic                    write_i,
  input  logic [Ways*WayBits-1:0] write_row_i
);

  logic                    take, rwd_possible, birsp_possible, birsp_first_q;
  logic [SetWidth-1:0]     rwd_set, read_set;
  logic [1:0]              s1_kind_q;
  logic [OpWidth-1:0]      s1_op_q;
  logic [HostWidth-1:0]    s1_host_q;
  logic [LineWidth-1:0]    s1_line_q;
  logic [TagWidth-1:0]     s1_tag_q;
  logic [DataWidth-1:0]    s1_data_q;
  logic [IdWidth-1:0]      s1_id_q;
  logic [Ways*WayBits-1:0] clear_row, s1_row;

  ////////////////////
  // S0: arbitrate  //
  ////////////////////

  assign rwd_set        = rwd_line_i[SetWidth-1:0];
  assign rwd_possible   = rwd_valid_i && !(s1_valid_o && s1_set_o == rwd_set) &&
                          !(s2_valid_o && s2_set_o == rwd_set);
  assign birsp_possible = birsp_valid_i && !(s1_valid_o && s1_set_o == birsp_set_i) &&
                          !(s2_valid_o && s2_set_o == birsp_set_i);

  assign take          = cleared_o && outputs_free_i;
  assign birsp_ready_o = take && birsp_possible && (birsp_first_q || !rwd_possible);
  assign rwd_ready_o   = take && rwd_possible && !birsp_ready_o;
  assign issue_ready_o   = take && issue_valid_i && snoop_free_i && !rwd_possible && !birsp_possible;

  assign read_set = rwd_ready_o ? rwd_set
                    : birsp_ready_o ? birsp_set_i : issue_line_i[SetWidth-1:0];
  assign taken_o = rwd_ready_o || birsp_ready_o || issue_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s1_valid_o    <= 1'b0;
      s2_valid_o    <= 1'b0;
      birsp_first_q <= 1'b0;
    end else begin
      s1_valid_o <= taken_o;
      s2_valid_o <= s1_valid_o;
      if (rwd_ready_o) birsp_first_q <= 1'b1;
      else if (birsp_ready_o) birsp_first_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken_o) begin
      s1_kind_q <= rwd_ready_o ? KindRwd : birsp_ready_o ? KindBirsp : KindReq;
      s1_op_q   <= rwd_ready_o ? rwd_op_i : birsp_ready_o ? birsp_op_i : issue_op_i;
      s1_host_q <= rwd_ready_o ? rwd_host_i : birsp_ready_o ? birsp_host_i : issue_host_i;
      s1_line_q <= rwd_ready_o ? rwd_line_i : issue_line_i;
      s1_set_o  <= read_set;
      s1_tag_q  <= rwd_ready_o ? rwd_tag_i : issue_tag_i;
      s1_data_q <= rwd_data_i;
      s1_id_q   <= birsp_ready_o ? birsp_id_i : issue_id_i;
    end
  end

  //////////////////////////
  // S1: compare the tags //
  //////////////////////////

  // A way: state, age, sharers, upper bits of the line. Reset ages are all different.
  for (genvar w = 0; w < Ways; w++) begin : gen_clear
    assign clear_row[w*WayBits+:WayBits] = {StI, WayWidth'(w), Hosts'(0), AddressWidth'(0)};
  end

  sn_dir_tags #(
    .Sets (Sets),
    .Width(Ways * WayBits)
  ) u_tags (
    .clk_i,
    .rst_ni,
    .clear_row_i(clear_row),
    .cleared_o  (cleared_o),
    .read_i     (taken_o),
    .read_set_i (read_set),
    .row_o      (s1_row),
    .write_i    (write_i),
    .write_set_i(s2_set_o),
    .write_row_i(write_row_i)
  );

  always_ff @(posedge clk_i) begin
    if (s1_valid_o) begin
      s2_kind_o <= s1_kind_q;
      s2_op_o   <= s1_op_q;
      s2_host_o <= s1_host_q;
      s2_line_o <= s1_line_q;
      s2_set_o  <= s1_set_o;
      s2_tag_o  <= s1_tag_q;
      s2_data_o <= s1_data_q;
      s2_id_o   <= s1_id_q;
      s2_row_o  <= s1_row;
      for (int w = 0; w < Ways; w++) begin
        s2_hits_o[w] <= s1_row[w*WayBits+AddressWidth+Hosts+WayWidth+:3] != StI &&
                        s1_row[w*WayBits+:AddressWidth] == s1_line_q[LineWidth-1:SetWidth];
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(OneOperation_A, $onehot0({rwd_ready_o, birsp_ready_o, issue_ready_o}))

endmodule
