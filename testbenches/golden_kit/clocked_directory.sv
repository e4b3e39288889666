// SPDX-License-Identifier: Apache-2.0
// The directory RTL with the message interface of clocked_device, a memory, and a checker for line 0
// of each host. A grant with data leaves as two messages, Cmp, Cmp-S or Cmp-E and MemData. +fault=N
// plants a fault of example_device.sv.

`include "sn_message_ports.svh"

module clocked_directory #(
  parameter int Hosts = 4
) (
  input logic clk_i,
  input logic rst_ni,
  `SN_MESSAGE_PORTS(m2s, input, output, i, o),
  `SN_MESSAGE_PORTS(s2m, output, input, o, i)
);
  import sn_cxl_golden_pkg::*;
  import sn_dir_rows_pkg::cxl_op_e;

  localparam int LineWidth = 4;
  localparam int HostWidth = $clog2(Hosts);
  localparam int Lines = 1 << LineWidth;

  // M2S: requests wait in a queue, so that the other channels pass them on the common interface.
  int                   fault = 0;
  logic [LineWidth-1:0] line, req_line;
  logic [HostWidth-1:0] host, req_host;
  logic [4:0]           req_op;
  logic                 is_req, is_rwd, is_birsp, queue_ready, req_valid, req_ready;
  logic                 rwd_ready, birsp_ready;
  assign line        = m2s_address_i[6+:LineWidth];
  assign host        = m2s_host_i[HostWidth-1:0];
  assign is_req      = m2s_op_i <= 5'(MemClnEvct) || m2s_op_i == 5'(MemInv) || m2s_op_i == 5'(MemRdC);
  assign is_rwd      = m2s_op_i == 5'(MemWr) || m2s_op_i == 5'(MemWrA) || m2s_op_i == 5'(BIConflict);
  assign is_birsp    = !is_req && !is_rwd;
  assign m2s_ready_o = rst_ni &&
                       (is_req ? queue_ready : is_rwd ? rwd_ready : birsp_ready && !absorbs);
  initial void'($value$plusargs("fault=%d", fault));

  sn_fifo #(
    .Width(5 + HostWidth + LineWidth),
    .Depth(Hosts * Lines)
  ) u_requests (
    .clk_i,
    .rst_ni,
    .in_valid_i (m2s_valid_i && is_req),
    .in_ready_o (queue_ready),
    .in_data_i  ({m2s_op_i, host, line}),
    .out_valid_o(req_valid),
    .out_ready_i(req_ready),
    .out_data_o ({req_op, req_host, req_line})
  );

  // A host has at most one request or write of a line, so the line is the tag. Each BITag is kept
  // until its response.
  logic                 bisnp_valid, bisnp_ready, rsp_valid, rsp_ready, data_next_q;
  logic [4:0]           bisnp_op, rsp_op;
  logic [HostWidth-1:0] bisnp_host, rsp_host;
  logic [LineWidth-1:0] bisnp_line, rsp_line;
  logic [1:0]           bisnp_tag, tags_q [Hosts][Lines];
  logic [63:0]          rsp_data;
  logic                 grants, answers, absorbs, snoop_waits_q;
  assign answers = rsp_valid && !snoop_waits_q;
  assign absorbs = fault == 3 && bisnp_valid && bisnp_op == sn_dir_rows_pkg::OpBISnpInv;
  assign grants = rsp_op == sn_dir_rows_pkg::OpMemDataS || rsp_op == sn_dir_rows_pkg::OpMemDataE ||
                  rsp_op == sn_dir_rows_pkg::OpMemDataCmp;
  always_ff @(posedge clk_i) begin
    if (bisnp_valid && bisnp_ready) tags_q[bisnp_host][bisnp_line] <= bisnp_tag;
    snoop_waits_q <= rst_ni && bisnp_valid && !absorbs && !answers && !s2m_ready_i;
    if (!rst_ni) data_next_q <= 1'b0;
    else if (answers && s2m_ready_i) data_next_q <= grants && !data_next_q;
  end

  // S2M: answers before BISnp, except before one that is already presented
  assign s2m_valid_o   = rst_ni && (rsp_valid || (bisnp_valid && !absorbs));
  assign rsp_ready     = rst_ni && s2m_ready_i && answers && (!grants || data_next_q);
  assign bisnp_ready   = absorbs ? birsp_ready : rst_ni && s2m_ready_i && !answers;
  assign s2m_host_o    = answers ? 5'(rsp_host) : 5'(bisnp_host);
  assign s2m_address_o = answers ? 52'({rsp_line, 6'd0}) : 52'({bisnp_line, 6'd0});
  assign s2m_data_o    = data_next_q ? rsp_data ^ 64'(fault == 2) : '0;
  always_comb begin
    case (rsp_op)
      sn_dir_rows_pkg::OpMemDataS: s2m_op_o = fault == 1 ? 5'(CmpE) : 5'(CmpS);
      sn_dir_rows_pkg::OpMemDataE, sn_dir_rows_pkg::OpCmpE: s2m_op_o = 5'(CmpE);
      sn_dir_rows_pkg::OpBIConflictAck: s2m_op_o = 5'(BIConflictAck);
      default: s2m_op_o = 5'(Cmp);
    endcase
    if (data_next_q) s2m_op_o = 5'(MemData);
    if (!answers) begin
      s2m_op_o = bisnp_op == sn_dir_rows_pkg::OpBISnpData ? 5'(BISnpData)
                 : bisnp_op == sn_dir_rows_pkg::OpBISnpCur ? 5'(BISnpCur) : 5'(BISnpInv);
    end
  end

  // Memory: answers in the next cycle, and drops each second read ahead.
  logic                 mem_valid, mem_write, mem_ahead, read_q, drop_q, illegal;
  logic [1:0]           mem_id, read_id_q;
  logic [LineWidth-1:0] mem_line;
  logic [63:0]          mem_data, read_data_q, memory_q [Lines];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q <= 1'b0;
      drop_q <= 1'b0;
      for (int i = 0; i < Lines; i++) memory_q[i] <= '0;
    end else begin
      read_q <= mem_valid && !mem_write;
      drop_q <= mem_ahead && !drop_q;
      if (mem_valid && mem_write) memory_q[mem_line] <= mem_data;
    end
    read_id_q   <= mem_id;
    read_data_q <= memory_q[mem_line];
    if (rst_ni && illegal) $fatal(1, "the directory has dropped a message");
  end

  sn_dir_top #(
    .Slices   (1),
    .Hosts    (Hosts),
    .Sets     (2),
    .Ways     (2),
    .Entries  (4),
    .LineWidth(LineWidth),
    .TagWidth (LineWidth),
    .DataWidth(64)
  ) u_directory (
    .clk_i,
    .rst_ni,
    .req_valid_i      (req_valid),
    .req_ready_o      (req_ready),
    .req_op_i         (req_op == 5'(MemInv) ? sn_dir_rows_pkg::OpMemInv
                       : req_op == 5'(MemRdC) ? sn_dir_rows_pkg::OpMemRdCurrent
                       : cxl_op_e'(req_op)),
    .req_host_i       (req_host),
    .req_line_i       (req_line),
    .req_tag_i        (req_line),
    .rwd_valid_i      (m2s_valid_i && is_rwd),
    .rwd_ready_o      (rwd_ready),
    .rwd_op_i         (m2s_op_i == 5'(MemWr) ? sn_dir_rows_pkg::OpMemWr
                       : m2s_op_i == 5'(MemWrA) ? sn_dir_rows_pkg::OpMemWrOwn
                       : sn_dir_rows_pkg::OpBIConflict),
    .rwd_host_i       (host),
    .rwd_line_i       (line),
    .rwd_tag_i        (line),
    .rwd_data_i       (m2s_data_i),
    .birsp_valid_i    (absorbs || (m2s_valid_i && is_birsp)),
    .birsp_ready_o    (birsp_ready),
    .birsp_op_i       (absorbs || m2s_op_i == 5'(BIRspI) ? sn_dir_rows_pkg::OpBIRspI
                       : m2s_op_i == 5'(BIRspE) ? sn_dir_rows_pkg::OpBIRspE
                       : sn_dir_rows_pkg::OpBIRspS),
    .birsp_host_i     (absorbs ? bisnp_host : host),
    .birsp_bitag_i    (absorbs ? bisnp_tag : tags_q[host][line]),
    .bisnp_valid_o    (bisnp_valid),
    .bisnp_ready_i    (bisnp_ready),
    .bisnp_op_o       (bisnp_op),
    .bisnp_host_o     (bisnp_host),
    .bisnp_line_o     (bisnp_line),
    .bisnp_bitag_o    (bisnp_tag),
    .rsp_valid_o      (rsp_valid),
    .rsp_ready_i      (rsp_ready),
    .rsp_op_o         (rsp_op),
    .rsp_host_o       (rsp_host),
    .rsp_tag_o        (rsp_line),
    .rsp_data_o       (rsp_data),
    .rsp_devload_o    (),
    .mem_req_valid_o  (mem_valid),
    .mem_req_ready_i  (1'b1),
    .mem_req_write_o  (mem_write),
    .mem_req_ahead_o  (mem_ahead),
    .mem_req_id_o     (mem_id),
    .mem_req_line_o   (mem_line),
    .mem_req_data_o   (mem_data),
    .mem_rsp_valid_i  (read_q),
    .mem_rsp_id_i     (read_id_q),
    .mem_rsp_data_i   (read_data_q),
    .mem_rsp_dropped_i(drop_q),
    .commit_valid_o   (),
    .commit_line_o    (),
    .commit_cause_o   (),
    .commit_host_o    (),
    .commit_event_o   (),
    .commit_before_o  (),
    .commit_after_o   (),
    .commit_sharers_o (),
    .commit_turn_o    (),
    .illegal_o        (illegal),
    .quiet_o          (),
    .idle_o           ()
  );

  clocked_checkers #(.Hosts(Hosts)) u_checkers (
    .clk_i,
    .rst_ni,
    .m2s_valid_i,
    .m2s_ready_i  (m2s_ready_o),
    .m2s_op_i,
    .m2s_host_i,
    .m2s_address_i,
    .m2s_data_i,
    .s2m_valid_i  (s2m_valid_o),
    .s2m_ready_i,
    .s2m_op_i     (s2m_op_o),
    .s2m_host_i   (s2m_host_o),
    .s2m_address_i(s2m_address_o),
    .s2m_data_i   (s2m_data_o)
  );

endmodule
