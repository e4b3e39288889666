// SPDX-License-Identifier: Apache-2.0
// Slice of the directory of a multi-headed CXL memory device (HDM-DB): an inclusive snoop filter
// with Back-Invalidate. Its rows are those of models/protocol/cxl/device_table.h.
//
// Pipeline: S0 selects an RwD, a BIRsp or a pending request and reads the row of its set, S1 compares
// the tags (sn_dir_fetch), S2 executes the table's row and writes the set (sn_dir_execute).
// Latency: 1 cycle from Req to S0, 1 cycle from S2 to each output queue and 1 cycle through it; 2
// cycles from the data of memory to the grant. Throughput: 1 operation per cycle.
// Ordering: requests of a line are served in order of arrival. RwD and BIRsp are served in order per
// port, in turn, and before requests. Memory requests leave in the order of S2, so a read follows the
// write-backs before it. Answers leave in the order of S2 and of the grants, so a BIConflictAck
// follows earlier grants of its line. A line is held until its grant is in the response queue.
// Back-pressure: Req needs a free entry, and waits while BISnp are not accepted. RwD and BIRsp need
// no entry and no snoop; they wait only for memory requests and answers.
// Errors: a message that the table or CXL 3.1 does not allow is dropped, with illegal_o high.
// Reset: all lines become invalid, one set per cycle; no input is accepted until then.

`include "sn_assert.svh"

module sn_dir_slice
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
  localparam int IdWidth = index_width(Entries)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Req: MemRdShared, MemRdOwn, MemInv, MemRdCurrent, MemClnEvct
  input  logic                 req_valid_i,
  output logic                 req_ready_o,
  input  cxl_op_e              req_op_i,
  input  logic [HostWidth-1:0] req_host_i,
  input  logic [LineWidth-1:0] req_line_i,
  input  logic [TagWidth-1:0]  req_tag_i,

  // RwD: MemWr, MemWrOwn, BIConflict
  input  logic                 rwd_valid_i,
  output logic                 rwd_ready_o,
  input  cxl_op_e              rwd_op_i,
  input  logic [HostWidth-1:0] rwd_host_i,
  input  logic [LineWidth-1:0] rwd_line_i,
  input  logic [TagWidth-1:0]  rwd_tag_i,
  input  logic [DataWidth-1:0] rwd_data_i,

  // BIRsp
  input  logic                 birsp_valid_i,
  output logic                 birsp_ready_o,
  input  cxl_op_e              birsp_op_i,
  input  logic [HostWidth-1:0] birsp_host_i,
  input  logic [IdWidth-1:0]   birsp_id_i,

  // BISnp
  output logic                 bisnp_valid_o,
  input  logic                 bisnp_ready_i,
  output logic [OpWidth-1:0]   bisnp_op_o,  // cxl_op_e
  output logic [HostWidth-1:0] bisnp_host_o,
  output logic [LineWidth-1:0] bisnp_line_o,
  output logic [IdWidth-1:0]   bisnp_id_o,

  // Answers: NDR, or NDR with DRS
  output logic                 rsp_valid_o,
  input  logic                 rsp_ready_i,
  output logic [OpWidth-1:0]   rsp_op_o,  // cxl_op_e
  output logic [HostWidth-1:0] rsp_host_o,
  output logic [TagWidth-1:0]  rsp_tag_o,
  output logic [DataWidth-1:0] rsp_data_o,
  output logic [1:0]           rsp_devload_o,

  // Memory requests
  output logic                 mem_req_valid_o,
  input  logic                 mem_req_ready_i,
  output logic                 mem_req_write_o,
  output logic                 mem_req_ahead_o,  // a read that memory may drop
  output logic [IdWidth-1:0]   mem_req_id_o,
  output logic [LineWidth-1:0] mem_req_line_o,
  output logic [DataWidth-1:0] mem_req_data_o,

  // Memory responses: one per read, always accepted
  input  logic                 mem_rsp_valid_i,
  input  logic [IdWidth-1:0]   mem_rsp_id_i,
  input  logic [DataWidth-1:0] mem_rsp_data_i,
  input  logic                 mem_rsp_dropped_i,

  // Executed row, for observers
  output logic                 commit_valid_o,
  output logic [LineWidth-1:0] commit_line_o,
  output logic [LineWidth-1:0] commit_cause_o,  // line of the request that evicts the line
  output logic [HostWidth-1:0] commit_host_o,
  output dir_event_e           commit_event_o,
  output dir_state_e           commit_before_o,
  output logic [2:0]           commit_after_o,  // dir_state_e
  output logic [Hosts-1:0]     commit_sharers_o,  // afterwards
  output logic [1:0]           commit_turn_o,  // turn_e

  // State
  output logic                 illegal_o,  // a message was dropped
  output logic                 quiet_o,  // nothing changes until the next input
  output logic                 idle_o  // quiet, and no request is outstanding
);

  if (Hosts < 2 || Hosts > 32 || Ways < 1 || Ways > 32 || Entries < 2 || Sets < 2 ||
      Sets != 1 << $clog2(Sets) || LineWidth <= $clog2(Sets) || TagWidth < 1 ||
      DataWidth < 1) begin : gen_bad_parameters
    `SN_ILLEGAL("sn_dir_slice: Hosts 2-32, Ways 1-32, Entries from 2, Sets a power of 2 from 2")
  end

  localparam int SetWidth = index_width(Sets);
  localparam int WayWidth = index_width(Ways);
  localparam int AddressWidth = LineWidth - SetWidth;  // upper bits of a line
  localparam int WayBits = 3 + WayWidth + Hosts + AddressWidth;

  typedef logic [SetWidth-1:0]  set_t;
  typedef logic [WayWidth-1:0]  way_t;
  typedef logic [HostWidth-1:0] host_t;
  typedef logic [Hosts-1:0]     mask_t;
  typedef logic [Ways*WayBits-1:0] row_t;

  // Stages
  logic                 cleared, taken, s1_valid, s2_valid, s2_is_req, releases;
  logic [1:0]           s2_kind;  // kind_e
  logic [OpWidth-1:0]   s2_op;  // cxl_op_e
  host_t                s2_host;
  set_t                 s1_set, s2_set;
  logic [LineWidth-1:0] s2_line;
  logic [TagWidth-1:0]  s2_tag;
  logic [DataWidth-1:0] s2_data;
  logic [IdWidth-1:0]   s2_id;
  logic [Ways-1:0]      s2_hits;
  row_t                 s2_row, write_row;

  // Executed row
  logic        illegal_message;
  items_t      items;
  step_flags_t step_flags;
  mask_t       snoop_hosts;
  way_t        hit_way, step_way;

  // Output queues
  logic outputs_free, outputs_empty, snoop_free;

  // Pending requests
  logic                 pending_ready, legal_req, issue_valid, issue_ready;
  logic [IdWidth-1:0]   issue_id;
  logic [OpWidth-1:0]   issue_op, grant_op;  // cxl_op_e
  host_t                issue_host, grant_host, look_host;
  logic [LineWidth-1:0] issue_line;
  logic [TagWidth-1:0]  issue_tag, grant_tag;
  set_t                 birsp_set;
  logic [Ways-1:0]      held_ways;
  logic [IdWidth-1:0]   holder, snooper, look_id, step_id, blocker;
  entry_flags_t         look_flags;
  mask_t                look_awaited, step_hosts;
  way_t                 look_way;
  entry_step_e          step;
  logic                 grant_valid, grant_ready, pending_quiet, pending_idle;
  logic [DataWidth-1:0] grant_data;
  logic [1:0]           load;

  assign legal_req   = req_op_i == OpMemRdShared || req_op_i == OpMemRdOwn ||
                       req_op_i == OpMemInv || req_op_i == OpMemRdCurrent ||
                       req_op_i == OpMemClnEvct;
  assign req_ready_o = cleared && pending_ready;

  // S0: select an operation. S1: compare the tags of its set.
  sn_dir_fetch #(
    .Hosts    (Hosts),
    .Sets     (Sets),
    .Ways     (Ways),
    .Entries  (Entries),
    .LineWidth(LineWidth),
    .TagWidth (TagWidth),
    .DataWidth(DataWidth)
  ) u_fetch (
    .clk_i, .rst_ni,
    .cleared_o     (cleared),
    .rwd_valid_i, .rwd_ready_o, .rwd_op_i, .rwd_host_i, .rwd_line_i, .rwd_tag_i, .rwd_data_i,
    .birsp_valid_i, .birsp_ready_o, .birsp_op_i, .birsp_host_i, .birsp_id_i,
    .birsp_set_i   (birsp_set),
    .issue_valid_i (issue_valid),
    .issue_ready_o (issue_ready),
    .issue_id_i    (issue_id),
    .issue_op_i    (issue_op),
    .issue_host_i  (issue_host),
    .issue_line_i  (issue_line),
    .issue_tag_i   (issue_tag),
    .outputs_free_i(outputs_free),
    .snoop_free_i  (snoop_free),
    .taken_o       (taken),
    .s1_valid_o    (s1_valid),
    .s1_set_o      (s1_set),
    .s2_valid_o    (s2_valid),
    .s2_kind_o     (s2_kind),
    .s2_op_o       (s2_op),
    .s2_host_o     (s2_host),
    .s2_line_o     (s2_line),
    .s2_set_o      (s2_set),
    .s2_tag_o      (s2_tag),
    .s2_data_o     (s2_data),
    .s2_id_o       (s2_id),
    .s2_hits_o     (s2_hits),
    .s2_row_o      (s2_row),
    .write_i       (commit_valid_o),
    .write_row_i   (write_row)
  );

  assign releases  = step == StepDone;
  assign s2_is_req = s2_kind == KindReq;

  // S2: execute the row.
  sn_dir_execute #(
    .Hosts    (Hosts),
    .Sets     (Sets),
    .Ways     (Ways),
    .Entries  (Entries),
    .LineWidth(LineWidth)
  ) u_execute (
    .clk_i, .rst_ni,
    .valid_i           (s2_valid),
    .kind_i            (s2_kind),
    .op_i              (s2_op),
    .host_i            (s2_host),
    .line_i            (s2_line),
    .set_i             (s2_set),
    .id_i              (s2_id),
    .row_i             (s2_row),
    .hits_i            (s2_hits),
    .hit_way_o         (hit_way),
    .write_row_o       (write_row),
    .held_ways_i       (held_ways),
    .holder_i          (holder),
    .snooper_i         (snooper),
    .look_id_o         (look_id),
    .look_flags_i      (look_flags),
    .look_awaited_i    (look_awaited),
    .look_way_i        (look_way),
    .look_host_i       (look_host),
    .step_o            (step),
    .step_id_o         (step_id),
    .step_blocker_o    (blocker),
    .step_way_o        (step_way),
    .step_hosts_o      (step_hosts),
    .step_flags_o      (step_flags),
    .items_o           (items),
    .snoop_hosts_o     (snoop_hosts),
    .illegal_o         (illegal_message),
    .commit_valid_o, .commit_line_o, .commit_event_o, .commit_before_o, .commit_after_o,
    .commit_sharers_o, .commit_turn_o
  );

  assign commit_cause_o = s2_line;
  assign commit_host_o  = s2_host;

  assign illegal_o = illegal_message || (req_valid_i && req_ready_o && !legal_req);

  sn_dir_pending #(
    .Hosts    (Hosts),
    .Sets     (Sets),
    .Ways     (Ways),
    .Entries  (Entries),
    .LineWidth(LineWidth),
    .TagWidth (TagWidth),
    .DataWidth(DataWidth)
  ) u_pending (
    .clk_i, .rst_ni,
    .req_valid_i        (req_valid_i && cleared && legal_req),
    .req_ready_o        (pending_ready),
    .req_op_i, .req_host_i, .req_line_i, .req_tag_i,
    .busy1_i            (s1_valid),
    .busy1_set_i        (s1_set),
    .busy2_i            (s2_valid),
    .busy2_set_i        (s2_set),
    .issue_valid_o      (issue_valid),
    .issue_ready_i      (issue_ready),
    .issue_id_o         (issue_id),
    .issue_op_o         (issue_op),
    .issue_host_o       (issue_host),
    .issue_line_o       (issue_line),
    .issue_tag_o        (issue_tag),
    .birsp_id_i,
    .birsp_set_o        (birsp_set),
    .held_ways_o        (held_ways),
    .holder_o           (holder),
    .snooped_way_i      (hit_way),
    .snooper_o          (snooper),
    .look_id_i          (look_id),
    .look_flags_o       (look_flags),
    .look_awaited_o     (look_awaited),
    .look_way_o         (look_way),
    .look_host_o        (look_host),
    .step_i             (step),
    .step_id_i          (step_id),
    .step_blocker_i     (blocker),
    .step_way_i         (step_way),
    .step_hosts_i       (step_hosts),
    .step_flags_i       (step_flags),
    .step_data_i        (s2_data),
    .mem_rsp_valid_i, .mem_rsp_id_i, .mem_rsp_data_i, .mem_rsp_dropped_i,
    .grant_valid_o      (grant_valid),
    .grant_ready_i      (grant_ready),
    .grant_op_o         (grant_op),
    .grant_host_o       (grant_host),
    .grant_tag_o        (grant_tag),
    .grant_data_o       (grant_data),
    .load_o             (load),
    .quiet_o            (pending_quiet),
    .idle_o             (pending_idle)
  );

  sn_dir_outputs #(
    .Hosts    (Hosts),
    .Entries  (Entries),
    .LineWidth(LineWidth),
    .TagWidth (TagWidth),
    .DataWidth(DataWidth)
  ) u_outputs (
    .clk_i, .rst_ni,
    .reserve_i         (taken),
    .reserve_snoop_i   (issue_ready),
    .free_o            (outputs_free),
    .snoop_free_o      (snoop_free),
    .empty_o           (outputs_empty),
    .valid_i           (s2_valid),
    .is_req_i          (s2_is_req),
    .id_i              (s2_id),
    .host_i            (s2_host),
    .tag_i             (s2_tag),
    .data_i            (s2_data),
    .load_i            (load),
    .items_i           (items),
    .mem_line_i        (s2_line),
    .snoop_hosts_i     (snoop_hosts),
    .snoop_line_i      (commit_line_o),
    .releases_i        (releases),
    .grant_valid_i     (grant_valid),
    .grant_ready_o     (grant_ready),
    .grant_op_i        (grant_op),
    .grant_host_i      (grant_host),
    .grant_tag_i       (grant_tag),
    .grant_data_i      (grant_data),
    .bisnp_valid_o, .bisnp_ready_i, .bisnp_op_o, .bisnp_host_o, .bisnp_line_o, .bisnp_id_o,
    .rsp_valid_o, .rsp_ready_i, .rsp_op_o, .rsp_host_o, .rsp_tag_o, .rsp_data_o, .rsp_devload_o,
    .mem_req_valid_o, .mem_req_ready_i, .mem_req_write_o, .mem_req_ahead_o, .mem_req_id_o,
    .mem_req_line_o, .mem_req_data_o
  );

  assign quiet_o = cleared && pending_quiet && !s1_valid && !s2_valid && outputs_empty;
  assign idle_o  = quiet_o && pending_idle;

`ifdef SN_FORMAL_DIR_SLICE
  `include "sn_dir_slice_formal.svh"
`endif

endmodule
