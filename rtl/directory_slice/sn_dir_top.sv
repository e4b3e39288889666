// SPDX-License-Identifier: Apache-2.0
// Directory of a multi-headed device: slices by a hash of the line, with common ports to the hosts.
//
// Slices: slice = the lowest bits of the line, XOR the bits above them. Each slice has its own
// memory port; lines of memory are line numbers of the device.
// Latency: that of sn_dir_slice, and 1 cycle for BISnp and answers. Throughput: 1 operation per
// cycle and slice.
// Ordering: as in sn_dir_slice; a line is always in the same slice.
// BITag: number of the slice, and below it the entry of the request that snoops.
// Reset and back-pressure: as in sn_dir_slice. A slice that stalls stalls the ports of Req, RwD or
// BIRsp whose next message is for it.

`include "sn_assert.svh"

module sn_dir_top
  import sn_dir_rows_pkg::*;
  import sn_dir_pkg::*;
  import sn_tracking_pkg::*;
#(
  parameter int Slices = 2,
  parameter int Hosts = 16,
  parameter int Sets = 1024,
  parameter int Ways = 16,
  parameter int Entries = 32,
  parameter int LineWidth = 34,
  parameter int TagWidth = 8,
  parameter int DataWidth = 16,
  localparam int HostWidth = index_width(Hosts),
  localparam int IdWidth = index_width(Entries),
  localparam int SliceWidth = $clog2(Slices),
  localparam int BiTagWidth = SliceWidth + IdWidth
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  // Req: MemRdShared, MemRdOwn, MemClnEvct
  input  logic                             req_valid_i,
  output logic                             req_ready_o,
  input  cxl_op_e                          req_op_i,
  input  logic [HostWidth-1:0]             req_host_i,
  input  logic [LineWidth-1:0]             req_line_i,
  input  logic [TagWidth-1:0]              req_tag_i,

  // RwD: MemWr, BIConflict
  input  logic                             rwd_valid_i,
  output logic                             rwd_ready_o,
  input  cxl_op_e                          rwd_op_i,
  input  logic [HostWidth-1:0]             rwd_host_i,
  input  logic [LineWidth-1:0]             rwd_line_i,
  input  logic [TagWidth-1:0]              rwd_tag_i,
  input  logic [DataWidth-1:0]             rwd_data_i,

  // BIRsp
  input  logic                             birsp_valid_i,
  output logic                             birsp_ready_o,
  input  cxl_op_e                          birsp_op_i,
  input  logic [HostWidth-1:0]             birsp_host_i,
  input  logic [BiTagWidth-1:0]            birsp_bitag_i,

  // BISnp
  output logic                             bisnp_valid_o,
  input  logic                             bisnp_ready_i,
  output logic [OpWidth-1:0]               bisnp_op_o,  // cxl_op_e
  output logic [HostWidth-1:0]             bisnp_host_o,
  output logic [LineWidth-1:0]             bisnp_line_o,
  output logic [BiTagWidth-1:0]            bisnp_bitag_o,

  // Answers: NDR, or NDR with DRS
  output logic                             rsp_valid_o,
  input  logic                             rsp_ready_i,
  output logic [OpWidth-1:0]               rsp_op_o,  // cxl_op_e
  output logic [HostWidth-1:0]             rsp_host_o,
  output logic [TagWidth-1:0]              rsp_tag_o,
  output logic [DataWidth-1:0]             rsp_data_o,
  output logic [1:0]                       rsp_devload_o,

  // Memory requests of each slice
  output logic [Slices-1:0]                mem_req_valid_o,
  input  logic [Slices-1:0]                mem_req_ready_i,
  output logic [Slices-1:0]                mem_req_write_o,
  output logic [Slices-1:0]                mem_req_ahead_o,  // a read that memory may drop
  output logic [Slices-1:0][IdWidth-1:0]   mem_req_id_o,
  output logic [Slices-1:0][LineWidth-1:0] mem_req_line_o,
  output logic [Slices-1:0][DataWidth-1:0] mem_req_data_o,

  // Memory responses: one per read, always accepted
  input  logic [Slices-1:0]                mem_rsp_valid_i,
  input  logic [Slices-1:0][IdWidth-1:0]   mem_rsp_id_i,
  input  logic [Slices-1:0][DataWidth-1:0] mem_rsp_data_i,
  input  logic [Slices-1:0]                mem_rsp_dropped_i,

  // Executed row of each slice, for observers
  output logic [Slices-1:0]                commit_valid_o,
  output logic [Slices-1:0][LineWidth-1:0] commit_line_o,
  output logic [Slices-1:0][LineWidth-1:0] commit_cause_o,  // line of the request that evicts the line
  output logic [Slices-1:0][HostWidth-1:0] commit_host_o,
  output logic [Slices-1:0][4:0]           commit_event_o,  // dir_event_e
  output logic [Slices-1:0][2:0]           commit_before_o,  // dir_state_e
  output logic [Slices-1:0][2:0]           commit_after_o,  // dir_state_e
  output logic [Slices-1:0][Hosts-1:0]     commit_sharers_o,  // afterwards
  output logic [Slices-1:0][1:0]           commit_turn_o,  // turn_e

  // State
  output logic                             illegal_o,  // a message was dropped
  output logic                             quiet_o,  // nothing changes until the next input
  output logic                             idle_o  // quiet, and no request is outstanding
);

  if (Slices < 1 || Slices != 1 << SliceWidth || LineWidth < 2 * SliceWidth + $clog2(Sets) + 1)
  begin : gen_bad_parameters
    `SN_ILLEGAL("sn_dir_top: Slices is a power of 2, and a line has two slice numbers and a set")
  end

  localparam int RestWidth = LineWidth - SliceWidth;  // bits of a line in its slice
  localparam int IndexWidth = index_width(Slices);
  localparam int SnoopWidth = OpWidth + HostWidth + LineWidth + BiTagWidth;
  localparam int AnswerWidth = OpWidth + HostWidth + TagWidth + DataWidth + 2;

  typedef logic [LineWidth-1:0]  line_t;
  typedef logic [RestWidth-1:0]  rest_t;
  typedef logic [IndexWidth-1:0] index_t;

  function automatic index_t slice_of(line_t line);
    return (Slices > 1) ? index_t'(line ^ (line >> SliceWidth)) : '0;
  endfunction

  // Returns the line of a slice that has these upper bits.
  function automatic line_t line_of(rest_t rest, index_t slice);
    line_t upper;
    upper = ~line_t'(0) << SliceWidth;
    return (line_t'(rest) << SliceWidth) | ((line_t'(rest) ^ line_t'(slice)) & ~upper);
  endfunction

  logic [Slices-1:0] req_ready, rwd_ready, birsp_ready, snoop_valid, snoop_ready;
  logic [Slices-1:0] answer_valid, answer_ready, illegal, quiet, idle;
  logic [Slices-1:0][SnoopWidth-1:0] snoop_data;
  logic [Slices-1:0][AnswerWidth-1:0] answer_data;
  index_t                 req_slice, rwd_slice, birsp_slice;

  assign req_slice     = slice_of(req_line_i);
  assign rwd_slice     = slice_of(rwd_line_i);
  assign birsp_slice   = (Slices > 1) ? index_t'(birsp_bitag_i >> IdWidth) : '0;
  assign req_ready_o   = req_ready[req_slice];
  assign rwd_ready_o   = rwd_ready[rwd_slice];
  assign birsp_ready_o = birsp_ready[birsp_slice];

  for (genvar s = 0; s < Slices; s++) begin : gen_slices
    logic [OpWidth-1:0]    snoop_op;
    logic [OpWidth-1:0]    answer_op;
    logic [HostWidth-1:0]  snoop_host, answer_host;
    rest_t                 snoop_rest, mem_rest, commit_rest, cause_rest;
    logic [IdWidth-1:0]    snoop_id;
    logic [TagWidth-1:0]   answer_tag;
    logic [DataWidth-1:0]  answer_content;
    logic [1:0]            answer_devload;

    sn_dir_slice #(
      .Hosts    (Hosts),
      .Sets     (Sets),
      .Ways     (Ways),
      .Entries  (Entries),
      .LineWidth(RestWidth),
      .TagWidth (TagWidth),
      .DataWidth(DataWidth)
    ) u_slice (
      .clk_i,
      .rst_ni,
      .req_valid_i      (req_valid_i && req_slice == index_t'(s)),
      .req_ready_o      (req_ready[s]),
      .req_op_i,
      .req_host_i,
      .req_line_i       (rest_t'(req_line_i >> SliceWidth)),
      .req_tag_i,
      .rwd_valid_i      (rwd_valid_i && rwd_slice == index_t'(s)),
      .rwd_ready_o      (rwd_ready[s]),
      .rwd_op_i,
      .rwd_host_i,
      .rwd_line_i       (rest_t'(rwd_line_i >> SliceWidth)),
      .rwd_tag_i,
      .rwd_data_i,
      .birsp_valid_i    (birsp_valid_i && birsp_slice == index_t'(s)),
      .birsp_ready_o    (birsp_ready[s]),
      .birsp_op_i,
      .birsp_host_i,
      .birsp_id_i       (birsp_bitag_i[IdWidth-1:0]),
      .bisnp_valid_o    (snoop_valid[s]),
      .bisnp_ready_i    (snoop_ready[s]),
      .bisnp_op_o       (snoop_op),
      .bisnp_host_o     (snoop_host),
      .bisnp_line_o     (snoop_rest),
      .bisnp_id_o       (snoop_id),
      .rsp_valid_o      (answer_valid[s]),
      .rsp_ready_i      (answer_ready[s]),
      .rsp_op_o         (answer_op),
      .rsp_host_o       (answer_host),
      .rsp_tag_o        (answer_tag),
      .rsp_data_o       (answer_content),
      .rsp_devload_o    (answer_devload),
      .mem_req_valid_o  (mem_req_valid_o[s]),
      .mem_req_ready_i  (mem_req_ready_i[s]),
      .mem_req_write_o  (mem_req_write_o[s]),
      .mem_req_ahead_o  (mem_req_ahead_o[s]),
      .mem_req_id_o     (mem_req_id_o[s]),
      .mem_req_line_o   (mem_rest),
      .mem_req_data_o   (mem_req_data_o[s]),
      .mem_rsp_valid_i  (mem_rsp_valid_i[s]),
      .mem_rsp_id_i     (mem_rsp_id_i[s]),
      .mem_rsp_data_i   (mem_rsp_data_i[s]),
      .mem_rsp_dropped_i(mem_rsp_dropped_i[s]),
      .commit_valid_o   (commit_valid_o[s]),
      .commit_line_o    (commit_rest),
      .commit_cause_o   (cause_rest),
      .commit_host_o    (commit_host_o[s]),
      .commit_event_o   (commit_event_o[s]),
      .commit_before_o  (commit_before_o[s]),
      .commit_after_o   (commit_after_o[s]),
      .commit_sharers_o (commit_sharers_o[s]),
      .commit_turn_o    (commit_turn_o[s]),
      .illegal_o        (illegal[s]),
      .quiet_o          (quiet[s]),
      .idle_o           (idle[s])
    );

    assign mem_req_line_o[s] = line_of(mem_rest, index_t'(s));
    assign commit_line_o[s]  = line_of(commit_rest, index_t'(s));
    assign commit_cause_o[s] = line_of(cause_rest, index_t'(s));
    assign snoop_data[s]     = {snoop_op, snoop_host, line_of(snoop_rest, index_t'(s)),
                                BiTagWidth'(s << IdWidth) | BiTagWidth'(snoop_id)};
    assign answer_data[s] = {answer_op, answer_host, answer_tag, answer_content, answer_devload};
  end

  sn_dir_arbiter #(
    .Inputs(Slices),
    .Width (SnoopWidth)
  ) u_snoops (
    .clk_i,
    .rst_ni,
    .in_valid_i (snoop_valid),
    .in_ready_o (snoop_ready),
    .in_data_i  (snoop_data),
    .out_valid_o(bisnp_valid_o),
    .out_ready_i(bisnp_ready_i),
    .out_data_o ({bisnp_op_o, bisnp_host_o, bisnp_line_o, bisnp_bitag_o})
  );

  sn_dir_arbiter #(
    .Inputs(Slices),
    .Width (AnswerWidth)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (answer_valid),
    .in_ready_o (answer_ready),
    .in_data_i  (answer_data),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o ({rsp_op_o, rsp_host_o, rsp_tag_o, rsp_data_o, rsp_devload_o})
  );

  assign illegal_o = illegal != '0;
  assign quiet_o   = quiet == '1 && !bisnp_valid_o && !rsp_valid_o;
  assign idle_o    = idle == '1 && quiet_o;

endmodule
