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
// an evicted line is reserved for it. A current read holds none of an absent or snooped line.
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

  // Issue to the pipeline, not for sets that are in it (S1, S2)
  input  logic                 busy1_i,
  input  logic [SetWidth-1:0]  busy1_set_i,
  input  logic                 busy2_i,
  input  logic [SetWidth-1:0]  busy2_set_i,
  output logic                 issue_valid_o,
  input  logic                 issue_ready_i,
  output logic [IdWidth-1:0]   issue_id_o,
  output logic [OpWidth-1:0]   issue_op_o,
  output logic [HostWidth-1:0] issue_host_o,
  output logic [LineWidth-1:0] issue_line_o,
  output logic [TagWidth-1:0]  issue_tag_o,

  // Set of the entry that a BIRsp names
  input  logic [IdWidth-1:0]   birsp_id_i,
  output logic [SetWidth-1:0]  birsp_set_o,

  // Ways of the set in S2 that entries hold, and one of these entries
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
  output logic [OpWidth-1:0]   grant_op_o,
  output logic [HostWidth-1:0] grant_host_o,
  output logic [TagWidth-1:0]  grant_tag_o,
  output logic [DataWidth-1:0] grant_data_o,

  // State
  output logic [1:0]           load_o,  // quarters of the entries in use
  output logic                 quiet_o,  // no entry is Ready, Issued or granted
  output logic                 idle_o  // all entries are free
);

  // A bank of entries without a candidate takes no time in simulation. Requests occupy the lowest
  // free entries.
  localparam int BankSize = 16;
  localparam int Banks = (Entries + BankSize - 1) / BankSize;
  typedef logic [Entries-1:0] entries_t;
  typedef logic [IdWidth-1:0] id_t;

  // Fields of entries. Bit i of state_q[b] is bit b of the state of entry i; turn_q likewise.
  logic [2:0][Entries-1:0] state_q;  // entry_state_e
  logic [1:0][Entries-1:0] turn_q;
  logic [OpWidth-1:0]   op_q [Entries];  // cxl_op_e
  logic [HostWidth-1:0] host_q [Entries];
  logic [LineWidth-1:0] line_q [Entries];
  logic [TagWidth-1:0]  tag_q [Entries];
  logic [DataWidth-1:0] data_q [Entries];
  logic [WayWidth-1:0]  way_q [Entries];
  id_t                  blocker_q [Entries];
  logic [Hosts-1:0]     awaited_q [Entries];
  logic                 owner_asked_q [Entries];
  logic                 owned_q [Entries];  // grant as owner
  logic                 dropped_q [Entries];
  logic                 written_q [Entries];  // the snooped owner has written the line back
  logic                 granted_q [Entries];  // only the data are missing
  entries_t             holds_q;
  entries_t             followed_q;  // a younger request of the line waits for it
  entries_t             reading_q;  // memory has not answered
  logic [IdWidth:0]     used_q;  // number of entries that are not free

  entries_t   is_free, is_ready, is_waiting, is_snooping, is_grant, is_eligible, is_older,
              is_youngest, is_holder, holds_snooped, is_snooper, released_mask, wakes;
  id_t        free_id, youngest_id, issue_turn_q, grant_turn_q, grant_id, released_id;
  logic       accept, issue, grant, done, released, follows, half_used;
  logic [Banks-1:0][Ways-1:0] held_of_bank;
  logic [2:0] step_state, mem_state;  // entry_state_e
  logic       step_moves, step_has_data, step_lost_data, answers_step, has_data, drained, drains;

  function automatic id_t next(id_t id);
    return (id == id_t'(Entries - 1)) ? '0 : id + id_t'(1);
  endfunction

  assign is_free     = ~state_q[2] & ~state_q[1] & ~state_q[0];
  assign is_waiting  = ~state_q[2] & ~state_q[1] & state_q[0];
  assign is_ready    = ~state_q[2] & state_q[1] & ~state_q[0];
  assign is_snooping = state_q[2] & ~state_q[1] & ~state_q[0];
  assign is_grant    = state_q[2] & state_q[1] & ~state_q[0];

  // Searches
  sn_dir_first #(Entries) u_free (.mask_i(is_free), .first_i(id_t'(0)), .number_o(free_id));
  sn_dir_first #(Entries) u_young (.mask_i(is_youngest), .first_i(id_t'(0)), .number_o(youngest_id));
  sn_dir_first #(Entries) u_next (.mask_i(is_eligible), .first_i(issue_turn_q), .number_o(issue_id_o));
  sn_dir_first #(Entries) u_grant (.mask_i(is_grant), .first_i(grant_turn_q), .number_o(grant_id));
  sn_dir_first #(Entries) u_holder (.mask_i(is_holder), .first_i(id_t'(0)), .number_o(holder_o));
  sn_dir_first #(Entries) u_snooper (.mask_i(is_snooper), .first_i(id_t'(0)), .number_o(snooper_o));

  // Acceptance
  assign req_ready_o = is_free != '0;
  assign accept      = req_valid_i && req_ready_o;
  assign is_older    = ~is_free & ~(state_q[2] & state_q[1] & state_q[0]) &
                       ~followed_q & ~released_mask;
  assign follows     = is_youngest != '0;

  // Issue
  assign issue_valid_o = is_eligible != '0;
  assign issue         = issue_valid_o && issue_ready_i;
  assign issue_op_o    = op_q[issue_id_o];
  assign issue_host_o  = host_q[issue_id_o];
  assign issue_line_o  = line_q[issue_id_o];
  assign issue_tag_o   = tag_q[issue_id_o];

  // Look-ups
  assign birsp_set_o              = line_q[birsp_id_i][SetWidth-1:0];
  assign look_flags_o.snoops      = is_snooping[look_id_i];
  assign look_awaited_o           = awaited_q[look_id_i];
  assign look_flags_o.owner_asked = owner_asked_q[look_id_i];
  assign look_flags_o.written     = written_q[look_id_i];
  assign look_flags_o.rereads     = granted_q[look_id_i];
  assign look_flags_o.holds       = holds_q[look_id_i];
  assign look_way_o               = way_q[look_id_i];
  assign look_host_o              = host_q[look_id_i];
  assign look_flags_o.turn        = {turn_q[1][look_id_i], turn_q[0][look_id_i]};

  // Grant
  assign grant_valid_o = is_grant != '0;
  assign grant         = grant_valid_o && grant_ready_i;
  assign grant_op_o    = grant_of(op_q[grant_id], owned_q[grant_id]);
  assign grant_host_o  = host_q[grant_id];
  assign grant_tag_o   = tag_q[grant_id];
  assign grant_data_o  = data_q[grant_id];

  // The pipeline answers without a grant only in cycles in which no grant leaves.
  assign done          = step_i == StepDone;
  assign released      = done || grant;
  assign released_id   = done ? step_id_i : grant_id;
  assign released_mask = entries_t'(released) << released_id;

  for (genvar b = 0; b < Banks; b++) begin : gen_banks
    localparam int First = b * BankSize;
    localparam int Size = (Entries - First < BankSize) ? Entries - First : BankSize;
    always_comb begin
      is_youngest[First+:Size] = '0;
      if (req_valid_i && is_older[First+:Size] != '0) begin
        for (int i = First; i < First + Size; i++) begin
          is_youngest[i] = is_older[i] && line_q[i] == req_line_i;
        end
      end
    end
    always_comb begin
      is_eligible[First+:Size] = '0;
      if (is_ready[First+:Size] != '0) begin
        for (int i = First; i < First + Size; i++) begin
          is_eligible[i] = is_ready[i] && !(busy1_i && busy1_set_i == line_q[i][SetWidth-1:0]) &&
                           !(busy2_i && busy2_set_i == line_q[i][SetWidth-1:0]);
        end
      end
    end
    always_comb begin
      is_holder[First+:Size] = '0;
      held_of_bank[b]        = '0;
      if (busy2_i && holds_q[First+:Size] != '0) begin
        for (int i = First; i < First + Size; i++) begin
          is_holder[i] = holds_q[i] && line_q[i][SetWidth-1:0] == busy2_set_i;
          if (is_holder[i]) held_of_bank[b][way_q[i]] = 1'b1;
        end
      end
    end
    always_comb begin
      is_snooper[First+:Size] = '0;
      if (holds_snooped[First+:Size] != '0) begin
        for (int i = First; i < First + Size; i++) begin
          is_snooper[i] = holds_snooped[i] && way_q[i] == snooped_way_i;
        end
      end
    end
    always_comb begin
      wakes[First+:Size] = '0;
      if (released && is_waiting[First+:Size] != '0) begin
        for (int i = First; i < First + Size; i++) begin
          wakes[i] = is_waiting[i] && blocker_q[i] == released_id;
        end
      end
    end
  end

  assign holds_snooped = is_holder & is_snooping;
  always_comb begin
    held_ways_o = '0;
    for (int b = 0; b < Banks; b++) held_ways_o |= held_of_bank[b];
  end

  // Next state of the entry of the step. The data are here, or have to be read again.
  assign answers_step   = mem_rsp_valid_i && mem_rsp_id_i == step_id_i;
  assign step_has_data  = written_q[step_id_i] || answers_step || !reading_q[step_id_i];
  assign step_lost_data = !written_q[step_id_i] &&
                          (answers_step ? mem_rsp_dropped_i : dropped_q[step_id_i]);
  always_comb begin
    step_moves = 1'b1;
    step_state = EnFree;  // after StepDone
    case (step_i)
      StepWait: begin
        if (released && released_id == step_blocker_i) step_state = EnReady;
        else step_state = EnWait;
      end
      StepSnoop: step_state = EnSnoop;
      StepRead: step_state = EnMemory;
      StepDone: ;
      StepGrant: begin
        if (!step_has_data) step_state = EnMemory;
        else if (step_lost_data) step_state = EnReady;
        else step_state = EnGrant;
      end
      StepResume: step_state = EnReady;
      default: step_moves = 1'b0;  // StepNone, StepWritten, StepAnswered
    endcase
  end

  // Entries of the memory response and of the grant
  assign mem_state = {state_q[2][mem_rsp_id_i], state_q[1][mem_rsp_id_i], state_q[0][mem_rsp_id_i]};
  assign has_data  = mem_rsp_valid_i && mem_state == EnMemory;
  assign drained   = mem_rsp_valid_i && mem_state == EnDrain;
  assign drains    = reading_q[grant_id] && !(mem_rsp_valid_i && mem_rsp_id_i == grant_id);

  for (genvar b = 0; b < 3; b++) begin : gen_state
    localparam logic Ready = 1'(EnReady >> b);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        state_q[b] <= '0;  // EnFree
      end else begin
        state_q[b] <= Ready ? state_q[b] | wakes : state_q[b] & ~wakes;
        if (has_data) state_q[b][mem_rsp_id_i] <= mem_rsp_dropped_i ? Ready : 1'(EnGrant >> b);
        if (drained) state_q[b][mem_rsp_id_i] <= 1'b0;
        if (step_moves) state_q[b][step_id_i] <= step_state[b];
        if (issue) state_q[b][issue_id_o] <= 1'(EnIssued >> b);
        if (grant) state_q[b][grant_id] <= drains && 1'(EnDrain >> b);
        if (accept) state_q[b][free_id] <= follows ? 1'(EnWait >> b) : Ready;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      holds_q      <= '0;
      reading_q    <= '0;
      used_q       <= '0;
      issue_turn_q <= '0;
      grant_turn_q <= '0;
    end else begin
      if (step_i == StepSnoop || (step_i == StepRead && !granted_q[step_id_i]) || step_i == StepGrant)
        holds_q[step_id_i] <= step_flags_i.holds;
      if (released) holds_q[released_id] <= 1'b0;
      if (mem_rsp_valid_i) reading_q[mem_rsp_id_i] <= 1'b0;
      if (step_i == StepSnoop) reading_q[step_id_i] <= step_flags_i.reads;
      if (step_i == StepRead) reading_q[step_id_i] <= 1'b1;
      used_q <= used_q + (IdWidth+1)'(accept) - (IdWidth+1)'(drained) - (IdWidth+1)'(done) -
                (IdWidth+1)'(grant && !drains);
      if (issue) issue_turn_q <= next(issue_id_o);
      if (grant) grant_turn_q <= next(grant_id);
    end
  end

  always_ff @(posedge clk_i) begin
    turn_q[0] <= turn_q[0] | wakes;
    turn_q[1] <= turn_q[1] & ~wakes;
    if (mem_rsp_valid_i) begin
      dropped_q[mem_rsp_id_i] <= mem_rsp_dropped_i;
      if (!written_q[mem_rsp_id_i]) data_q[mem_rsp_id_i] <= mem_rsp_data_i;
    end
    if (has_data) granted_q[mem_rsp_id_i] <= 1'b1;
    case (step_i)
      StepWait: begin
        blocker_q[step_id_i] <= step_blocker_i;
        if (step_state == EnReady) {turn_q[1][step_id_i], turn_q[0][step_id_i]} <= TurnReplayed;
      end
      StepSnoop: begin
        awaited_q[step_id_i]     <= step_hosts_i;
        owner_asked_q[step_id_i] <= step_flags_i.owner;
        written_q[step_id_i]     <= 1'b0;
        dropped_q[step_id_i]     <= 1'b0;
        way_q[step_id_i]         <= step_way_i;
      end
      StepRead: begin
        dropped_q[step_id_i] <= 1'b0;
        way_q[step_id_i]     <= step_way_i;
        if (!granted_q[step_id_i]) owned_q[step_id_i] <= step_flags_i.grants_owned;
      end
      StepWritten: begin
        written_q[step_id_i] <= 1'b1;
        data_q[step_id_i]    <= step_data_i;
      end
      StepAnswered: awaited_q[step_id_i] <= awaited_q[step_id_i] & ~step_hosts_i;
      StepGrant: begin
        owned_q[step_id_i] <= step_flags_i.grants_owned;
        if (step_has_data) granted_q[step_id_i] <= 1'b1;
      end
      StepResume: begin
        {turn_q[1][step_id_i], turn_q[0][step_id_i]} <= TurnResumed;
        written_q[step_id_i] <= 1'b0;
      end
      default: ;
    endcase
    if (accept) begin
      op_q[free_id]       <= req_op_i;
      host_q[free_id]     <= req_host_i;
      line_q[free_id]     <= req_line_i;
      tag_q[free_id]      <= req_tag_i;
      blocker_q[free_id]  <= youngest_id;
      granted_q[free_id]  <= 1'b0;
      written_q[free_id]  <= 1'b0;
      followed_q[free_id] <= 1'b0;
      {turn_q[1][free_id], turn_q[0][free_id]} <= TurnFresh;
      if (follows) followed_q[youngest_id] <= 1'b1;
    end
  end

  assign half_used = 32'(used_q) * 2 >= Entries;
  assign load_o    = {half_used, 32'(used_q) * 4 >= (half_used ? 3 : 1) * Entries};
  assign quiet_o   = (state_q[1] & ~(state_q[2] & state_q[0])) == '0;
  assign idle_o    = is_free == '1;

  ////////////////
  // Assertions //
  ////////////////

  wire [2:0] step_from = {state_q[2][step_id_i], state_q[1][step_id_i], state_q[0][step_id_i]};

  `SN_ASSERT(OneRelease_A, !(done && grant))
  `SN_ASSERT(AnswerIsExpected_A, mem_rsp_valid_i |-> reading_q[mem_rsp_id_i])
  `SN_ASSERT(StepOfIssued_A, (step_i == StepWait || step_i == StepSnoop || step_i == StepRead ||
                              step_i == StepDone) |-> step_from == EnIssued)
  `SN_ASSERT(StepOfSnoop_A, (step_i == StepWritten || step_i == StepAnswered ||
                             step_i == StepGrant || step_i == StepResume) |->
                            step_from == EnSnoop)
  `SN_COVER(Full_C, !req_ready_o)
  `SN_COVER(ReadsAgain_C, issue && granted_q[issue_id_o])

endmodule
