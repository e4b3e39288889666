// SPDX-License-Identifier: Apache-2.0
// Requests of the directory slice: an entry per Req from its acceptance to its answer.
//
// States: a request is Ready or waits for another entry; Ready requests are Issued to the pipeline.
// The pipeline answers it, reads memory, snoops hosts, or lets it wait (step_i). After the data of
// memory or of a write-back the entry is granted. An entry whose memory read is still outstanding
// then drains, so that memory never has two reads of an id.
// Ordering: a request of a line waits for the youngest entry of the line, so that requests of a
// line are served in order of arrival. A request without a way of its set waits for an entry that
// holds one. Entries are issued and granted in turn.
// Ways: an entry holds a way of its set while it snoops, reads or is granted, and while the way of
// an evicted line is reserved for it.
// Reset: all entries become free.

`include "sn_assert.svh"

module sn_dir_pending
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
  localparam int IdWidth = index_width(Entries)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Req
  input  logic                 req_valid_i,
  output logic                 req_ready_o,
  input  cxl_op_e              req_op_i,
  input  logic [HostWidth-1:0] req_host_i,
  input  logic [LineWidth-1:0] req_line_i,
  input  logic [TagWidth-1:0]  req_tag_i,

  // Issue to the pipeline, not for sets that are in it
  input  logic                 busy1_i,
  input  logic [SetWidth-1:0]  busy1_set_i,
  input  logic                 busy2_i,
  input  logic [SetWidth-1:0]  busy2_set_i,
  output logic                 issue_valid_o,
  input  logic                 issue_ready_i,
  output logic [IdWidth-1:0]   issue_id_o,
  output logic [3:0]           issue_op_o,
  output logic [HostWidth-1:0] issue_host_o,
  output logic [LineWidth-1:0] issue_line_o,
  output logic [TagWidth-1:0]  issue_tag_o,

  // Set of the entry that a BIRsp names
  input  logic [IdWidth-1:0]   birsp_id_i,
  output logic [SetWidth-1:0]  birsp_set_o,

  // Ways of a set that entries hold, and one of these entries
  input  logic [SetWidth-1:0]  held_set_i,
  output logic [Ways-1:0]      held_ways_o,
  output logic [IdWidth-1:0]   holder_o,

  // Entry that snoops the hosts of a way of that set
  input  logic [WayWidth-1:0]  snooped_way_i,
  output logic [IdWidth-1:0]   snooper_o,

  // Contents of an entry
  input  logic [IdWidth-1:0]   look_id_i,
  output entry_flags_t         look_flags_o,
  output logic [Hosts-1:0]     look_awaited_o,
  output logic [WayWidth-1:0]  look_way_o,
  output logic [HostWidth-1:0] look_host_o,

  // Step of an entry
  input  entry_step_e          step_i,
  input  logic [IdWidth-1:0]   step_id_i,
  input  logic [IdWidth-1:0]   step_blocker_i,
  input  logic [WayWidth-1:0]  step_way_i,
  input  logic [Hosts-1:0]     step_hosts_i,  // hosts to snoop, or the host that has answered
  input  step_flags_t          step_flags_i,
  input  logic [DataWidth-1:0] step_data_i,

  // Memory response
  input  logic                 mem_rsp_valid_i,
  input  logic [IdWidth-1:0]   mem_rsp_id_i,
  input  logic [DataWidth-1:0] mem_rsp_data_i,
  input  logic                 mem_rsp_dropped_i,

  // Grant
  output logic                 grant_valid_o,
  input  logic                 grant_ready_i,
  output logic [3:0]           grant_op_o,
  output logic [HostWidth-1:0] grant_host_o,
  output logic [TagWidth-1:0]  grant_tag_o,
  output logic [DataWidth-1:0] grant_data_o,

  // State
  output logic [1:0]           load_o,  // quarters of the entries in use
  output logic                 quiet_o,  // no entry is Ready, Issued or granted
  output logic                 idle_o  // all entries are free
);

  logic [Entries-1:0][2:0] state_q, state_d;  // entry_state_e
  logic [Entries-1:0][3:0] op_q;  // cxl_op_e
  logic [Entries-1:0][HostWidth-1:0] host_q;
  logic [Entries-1:0][LineWidth-1:0] line_q;
  logic [Entries-1:0][TagWidth-1:0] tag_q;
  logic [Entries-1:0][DataWidth-1:0] data_q, data_d;
  logic [Entries-1:0][WayWidth-1:0] way_q, way_d;
  logic [Entries-1:0][IdWidth-1:0] blocker_q, blocker_d;
  logic [Entries-1:0][Hosts-1:0] awaited_q, awaited_d;
  logic [Entries-1:0][1:0] turn_q, turn_d;  // turn_e
  logic [Entries-1:0][SetWidth-1:0] set_of;
  logic [Entries-1:0]   holds_q, holds_d;
  logic [Entries-1:0]   followed_q, followed_d;  // a younger request of the line waits for it
  logic [Entries-1:0]   owner_asked_q, owner_asked_d;
  logic [Entries-1:0]   owned_q, owned_d;  // grant as owner
  logic [Entries-1:0]   reading_q, reading_d;  // memory has not answered
  logic [Entries-1:0]   dropped_q, dropped_d;
  logic [Entries-1:0]   written_q, written_d;  // the snooped owner has written the line back
  logic [Entries-1:0]   granted_q, granted_d;  // only the data are missing

  logic [Entries-1:0]   is_free, is_eligible, is_grant, is_youngest, is_holder, is_snooper;
  logic [IdWidth-1:0]   free_id, youngest_id, issue_turn_q, grant_turn_q, grant_id, released_id;
  logic                 accept, issue, grant, done, released, follows;

  function automatic logic [IdWidth-1:0] lowest(logic [Entries-1:0] mask);
    logic [IdWidth-1:0] id;
    id = '0;
    for (int i = Entries - 1; i >= 0; i--) if (mask[i]) id = IdWidth'(i);
    return id;
  endfunction

  // Returns the lowest entry of the mask from `first` on, or else the lowest one.
  function automatic logic [IdWidth-1:0] in_turn(logic [Entries-1:0] mask,
                                                 logic [IdWidth-1:0] first);
    logic [Entries-1:0] later;
    for (int i = 0; i < Entries; i++) later[i] = mask[i] && IdWidth'(i) >= first;
    return (later != '0) ? lowest(later) : lowest(mask);
  endfunction

  function automatic logic [IdWidth-1:0] next(logic [IdWidth-1:0] id);
    return (id == IdWidth'(Entries - 1)) ? '0 : id + IdWidth'(1);
  endfunction

  // Acceptance
  assign free_id     = lowest(is_free);
  assign req_ready_o = is_free != '0;
  assign accept      = req_valid_i && req_ready_o;
  assign youngest_id = lowest(is_youngest);
  assign follows     = is_youngest != '0;

  // Issue
  assign issue_id_o    = in_turn(is_eligible, issue_turn_q);
  assign issue_valid_o = is_eligible != '0;
  assign issue         = issue_valid_o && issue_ready_i;
  assign issue_op_o    = op_q[issue_id_o];
  assign issue_host_o  = host_q[issue_id_o];
  assign issue_line_o  = line_q[issue_id_o];
  assign issue_tag_o   = tag_q[issue_id_o];

  // Look-ups
  assign birsp_set_o              = set_of[birsp_id_i];
  assign look_flags_o.snoops      = state_q[look_id_i] == EnSnoop;
  assign look_awaited_o           = awaited_q[look_id_i];
  assign look_flags_o.owner_asked = owner_asked_q[look_id_i];
  assign look_flags_o.written     = written_q[look_id_i];
  assign look_flags_o.rereads     = granted_q[look_id_i];
  assign look_flags_o.holds       = holds_q[look_id_i];
  assign look_way_o               = way_q[look_id_i];
  assign look_host_o              = host_q[look_id_i];
  assign look_flags_o.turn        = turn_q[look_id_i];

  // Grant
  assign grant_id      = in_turn(is_grant, grant_turn_q);
  assign grant_valid_o = is_grant != '0;
  assign grant         = grant_valid_o && grant_ready_i;
  assign grant_op_o    = owned_q[grant_id] ? OpMemDataE : OpMemDataS;
  assign grant_host_o  = host_q[grant_id];
  assign grant_tag_o   = tag_q[grant_id];
  assign grant_data_o  = data_q[grant_id];

  // The pipeline answers without a grant only in cycles in which no grant leaves.
  assign done        = step_i == StepDone;
  assign released    = done || grant;
  assign released_id = done ? step_id_i : grant_id;

  for (genvar i = 0; i < Entries; i++) begin : gen_entries
    assign set_of[i]      = line_q[i][SetWidth-1:0];
    assign is_free[i]     = state_q[i] == EnFree;
    assign is_grant[i]    = state_q[i] == EnGrant;
    assign is_holder[i]   = holds_q[i] && set_of[i] == held_set_i;
    assign is_snooper[i]  = is_holder[i] && state_q[i] == EnSnoop && way_q[i] == snooped_way_i;
    assign is_eligible[i] = state_q[i] == EnReady && !(busy1_i && busy1_set_i == set_of[i]) &&
                            !(busy2_i && busy2_set_i == set_of[i]);
    assign is_youngest[i] = state_q[i] != EnFree && state_q[i] != EnDrain && !followed_q[i] &&
                            line_q[i] == req_line_i && !(released && released_id == IdWidth'(i));
  end

  always_comb begin
    held_ways_o = '0;
    for (int i = 0; i < Entries; i++) if (is_holder[i]) held_ways_o[way_q[i]] = 1'b1;
  end
  assign holder_o  = lowest(is_holder);
  assign snooper_o = lowest(is_snooper);

  // Next state of an entry: variables, because Icarus 11 cannot read elements that it writes.
  logic [2:0]         state;  // entry_state_e
  logic [IdWidth-1:0] blocker;
  logic               reading, dropped, written;
  always_comb begin
    for (int i = 0; i < Entries; i++) begin
      state            = state_q[i];
      data_d[i]        = data_q[i];
      way_d[i]         = way_q[i];
      blocker          = blocker_q[i];
      awaited_d[i]     = awaited_q[i];
      turn_d[i]        = turn_q[i];
      holds_d[i]       = holds_q[i];
      followed_d[i]    = followed_q[i];
      owner_asked_d[i] = owner_asked_q[i];
      owned_d[i]       = owned_q[i];
      reading          = reading_q[i];
      dropped          = dropped_q[i];
      written          = written_q[i];
      granted_d[i]     = granted_q[i];

      if (mem_rsp_valid_i && mem_rsp_id_i == IdWidth'(i)) begin
        reading = 1'b0;
        dropped = mem_rsp_dropped_i;
        if (!written_q[i]) data_d[i] = mem_rsp_data_i;
      end

      if (step_id_i == IdWidth'(i)) begin
        case (step_i)
          StepWait: begin
            state   = EnWait;
            blocker = step_blocker_i;
          end
          StepSnoop: begin
            state            = EnSnoop;
            awaited_d[i]     = step_hosts_i;
            owner_asked_d[i] = step_flags_i.owner;
            written          = 1'b0;
            reading          = step_flags_i.reads;
            dropped          = 1'b0;
            holds_d[i]       = 1'b1;
            way_d[i]         = step_way_i;
          end
          StepRead: begin
            state      = EnMemory;
            reading    = 1'b1;
            dropped    = 1'b0;
            holds_d[i] = 1'b1;
            way_d[i]   = step_way_i;
            if (!granted_q[i]) owned_d[i] = step_flags_i.grants_owned;
          end
          StepWritten: begin
            written   = 1'b1;
            data_d[i] = step_data_i;
          end
          StepAnswered: awaited_d[i] = awaited_q[i] & ~step_hosts_i;
          StepGrant: begin
            state      = EnMemory;
            owned_d[i] = step_flags_i.grants_owned;
          end
          StepResume: begin
            state     = EnReady;
            turn_d[i] = TurnResumed;
            written   = 1'b0;
          end
          default: ;  // StepNone; StepDone is below
        endcase
      end

      if (issue && issue_id_o == IdWidth'(i)) state = EnIssued;

      if (state == EnWait && released && released_id == blocker) begin
        state     = EnReady;
        turn_d[i] = TurnReplayed;
      end

      // The data are here, or have to be read again.
      if (state == EnMemory && (written || !reading)) begin
        granted_d[i] = 1'b1;
        if (written || !dropped) state = EnGrant;
        else state = EnReady;
      end

      if (released && released_id == IdWidth'(i)) begin
        state      = EnDrain;
        holds_d[i] = 1'b0;
      end
      if (state == EnDrain && !reading) state = EnFree;

      if (accept && free_id == IdWidth'(i)) begin
        if (follows) state = EnWait;
        else state = EnReady;
        blocker       = youngest_id;
        followed_d[i] = 1'b0;
        granted_d[i]  = 1'b0;
        written       = 1'b0;
        turn_d[i]     = TurnFresh;
      end
      if (accept && follows && youngest_id == IdWidth'(i)) followed_d[i] = 1'b1;

      state_d[i]   = state;
      reading_d[i] = reading;
      dropped_d[i] = dropped;
      written_d[i] = written;
      blocker_d[i] = blocker;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= '0;  // EnFree
      holds_q      <= '0;
      reading_q    <= '0;
      issue_turn_q <= '0;
      grant_turn_q <= '0;
    end else begin
      state_q   <= state_d;
      holds_q   <= holds_d;
      reading_q <= reading_d;
      if (issue) issue_turn_q <= next(issue_id_o);
      if (grant) grant_turn_q <= next(grant_id);
    end
  end

  always_ff @(posedge clk_i) begin
    data_q        <= data_d;
    way_q         <= way_d;
    blocker_q     <= blocker_d;
    awaited_q     <= awaited_d;
    turn_q        <= turn_d;
    followed_q    <= followed_d;
    owner_asked_q <= owner_asked_d;
    owned_q       <= owned_d;
    dropped_q     <= dropped_d;
    written_q     <= written_d;
    granted_q     <= granted_d;
    if (accept) begin
      op_q[free_id]   <= req_op_i;
      host_q[free_id] <= req_host_i;
      line_q[free_id] <= req_line_i;
      tag_q[free_id]  <= req_tag_i;
    end
  end

  logic [IdWidth:0] used;
  always_comb begin
    used    = '0;
    quiet_o = 1'b1;
    for (int i = 0; i < Entries; i++) begin
      used = used + (IdWidth+1)'(!is_free[i]);
      if (state_q[i] == EnReady || state_q[i] == EnIssued || state_q[i] == EnGrant) quiet_o = 1'b0;
    end
    load_o = 2'd0;
    for (int quarter = 1; quarter < 4; quarter++) begin
      if (32'(used) * 4 >= quarter * Entries) load_o = 2'(quarter);
    end
  end
  assign idle_o = is_free == '1;

  ////////////////
  // Assertions //
  ////////////////

  logic [2:0] step_state;
  assign step_state = state_q[step_id_i];

  `SN_ASSERT(OneRelease_A, !(done && grant))
  `SN_ASSERT(AnswerIsExpected_A, mem_rsp_valid_i |-> reading_q[mem_rsp_id_i])
  `SN_ASSERT(StepOfIssued_A, (step_i == StepWait || step_i == StepSnoop || step_i == StepRead ||
                              step_i == StepDone) |-> step_state == EnIssued)
  `SN_ASSERT(StepOfSnoop_A, (step_i == StepWritten || step_i == StepAnswered ||
                             step_i == StepGrant || step_i == StepResume) |->
                            step_state == EnSnoop)
  `SN_COVER(Full_C, !req_ready_o)
  `SN_COVER(ReadsAgain_C, issue && granted_q[issue_id_o])

endmodule
