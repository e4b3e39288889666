// SPDX-License-Identifier: Apache-2.0
// Properties of sn_dir_slice, included in it for proofs only. Hosts send any requests and RwD, but
// answer only BISnp that they have received; memory answers each read once. A reset may occur in
// any cycle.
//
// D1 a line is served for one entry at a time, and is in at most one way of its set
// D2 each waiting entry waits for a used entry that holds a way of its set, or for the request
//   before it of its line; an entry that snoops or reads has an answer outstanding
// D3 a host has at most one unanswered BISnp of a line, none before the grant of its request of the
//   line, and none of its answers is dropped
// D4 an RwD or BIRsp waits for at most seven cycles in which memory requests and answers are
//   accepted, whatever Req and BISnp do
// D5 an output that is valid and not accepted is stable
// D6 no output queue overflows: free, reserved and filled entries are always its depth
// D7 a request that has to wait finds its blocker: another entry, which holds a way of its set
// D8 each accepted read or MemInv is granted at most once, and its answer has its host and tag
// D9 after a reset no output is valid and no entry is used; no input is accepted before all lines
//   are invalid
// D10 memory has at most one read of an entry, and only while that entry is used or drains
// D11 while quiet, nothing changes until the next input

`include "sn_dir_slice_environment.svh"
`include "sn_dir_slice_invariants.svh"

// Cycles in which an RwD, or a BIRsp, has waited while memory requests and answers were accepted,
// and an upper bound of those that remain: for operations of its set in the pipeline, for a free
// entry of the output queues, and for one message of the other port.
localparam int unsigned FMostCycles = 7;
logic [7:0] f_rwd_age, f_birsp_age, f_rwd_left, f_birsp_left;
logic       f_flows;

function automatic logic [7:0] f_left(logic [SetWidth-1:0] set, logic is_first);
  logic [7:0] of_set;
  of_set = (s1_valid && s1_set == set) ? 8'd2 : (s2_valid && s2_set == set) ? 8'd1 : 8'd0;
  return of_set + 8'(of_set != '0 || !outputs_free) + (is_first ? 8'd0 : 8'd4);
endfunction

assign f_flows      = mem_req_ready_i && rsp_ready_i;
assign f_rwd_left   = f_left(rwd_line_i[SetWidth-1:0], !u_fetch.birsp_first_q);
assign f_birsp_left = f_left(birsp_set, u_fetch.birsp_first_q);
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_rwd_age   <= '0;
    f_birsp_age <= '0;
  end else begin
    f_rwd_age   <= (cleared && rwd_valid_i && !rwd_ready_o) ? f_rwd_age + 8'(f_flows) : '0;
    f_birsp_age <= (cleared && birsp_valid_i && !birsp_ready_o) ? f_birsp_age + 8'(f_flows) : '0;
  end
end

// Outputs of the previous cycle that were not accepted, and whether it was quiet without an input.
logic f_bisnp_waits, f_rsp_waits, f_mem_waits, f_was_quiet;
logic [OpWidth+HostWidth+LineWidth+IdWidth-1:0]  f_bisnp, f_last_bisnp;
logic [OpWidth+HostWidth+TagWidth+DataWidth+1:0] f_rsp, f_last_rsp;
logic [1+IdWidth+LineWidth+DataWidth:0]          f_mem, f_last_mem;
logic [Entries-1:0][2:0]                         f_last_state;
assign f_bisnp = {bisnp_op_o, bisnp_host_o, bisnp_line_o, bisnp_id_o};
assign f_rsp   = {rsp_op_o, rsp_host_o, rsp_tag_o, rsp_data_o, rsp_devload_o};
assign f_mem   = {mem_req_write_o, mem_req_ahead_o, mem_req_id_o, mem_req_line_o, mem_req_data_o};
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_bisnp_waits <= 1'b0;
    f_rsp_waits   <= 1'b0;
    f_mem_waits   <= 1'b0;
    f_was_quiet   <= 1'b0;
  end else begin
    f_bisnp_waits <= bisnp_valid_o && !bisnp_ready_i;
    f_rsp_waits   <= rsp_valid_o && !rsp_ready_i;
    f_mem_waits   <= mem_req_valid_o && !mem_req_ready_i;
    f_was_quiet   <= quiet_o && !req_valid_i && !rwd_valid_i && !birsp_valid_i && !mem_rsp_valid_i;
  end
end
always_ff @(posedge clk_i) begin
  f_last_bisnp <= f_bisnp;
  f_last_rsp   <= f_rsp;
  f_last_mem   <= f_mem;
  f_last_state <= f_state;
end

// Returns the line whose hosts an entry snoops.
function automatic logic [LineWidth-1:0] f_snooped_line(int unsigned i);
  return {f_tags[f_set[i]][f_way[i]][AddressWidth-1:0], f_set[i]};
endfunction

always_comb begin
  if (f_on) begin
    if (rwd_valid_i) begin
      D4_rwd: assert (f_rwd_age <= 8'(FMostCycles) &&
                      f_rwd_age + f_rwd_left <= 8'(FMostCycles));
    end
    if (birsp_valid_i) begin
      D4_birsp: assert (f_birsp_age <= 8'(FMostCycles) &&
                        f_birsp_age + f_birsp_left <= 8'(FMostCycles));
    end
    if (f_bisnp_waits) begin
      D5_bisnp: assert (bisnp_valid_o && f_bisnp == f_last_bisnp);
    end
    if (f_rsp_waits) begin
      D5_rsp: assert (rsp_valid_o && f_rsp == f_last_rsp);
    end
    if (f_mem_waits) begin
      D5_mem: assert (mem_req_valid_o && f_mem == f_last_mem);
    end
    if (step == StepWait) begin
      D7_blocker: assert (blocker != s2_id && f_holds[blocker] && f_set[blocker] == s2_set);
    end
    if (f_was_reset) begin
      D9_outputs: assert (!bisnp_valid_o && !rsp_valid_o && !mem_req_valid_o);
      D9_entries: assert (f_state == '0 && !s1_valid && !s2_valid);
    end
    if (!cleared) begin
      D9_inputs: assert (!req_ready_o && !rwd_ready_o && !birsp_ready_o && !quiet_o);
    end
    D9_duration: assert (cleared == (f_cycles == FSets));
    if (f_was_quiet) begin
      D11_stable: assert (quiet_o && f_state == f_last_state && !bisnp_valid_o && !rsp_valid_o &&
                          !mem_req_valid_o && !commit_valid_o);
    end
    if (rsp_valid_o && f_is_grant_of_followed(f_rsp)) begin
      D8_answer: assert (f_unanswered);
    end
    if (s2_valid && s2_kind == KindBirsp) begin
      D3_accepted: assert (commit_valid_o);
    end
    C_eviction: cover (commit_valid_o && commit_event_o == EvFilterEviction);
    C_replayed: cover (commit_valid_o && commit_turn_o == TurnReplayed);
    C_write_back: cover (commit_valid_o && commit_event_o == EvMemWr &&
                         is_transient(commit_before_o));
    C_line_store: cover (commit_valid_o && commit_event_o == EvMemInv &&
                         is_transient(dir_state_e'(commit_after_o)));
    C_current: cover (commit_valid_o && commit_event_o == EvBIRspE);
    C_conflict: cover (commit_valid_o && commit_event_o == EvBIConflict);
    C_reads_again: cover (mem_req_valid_o && f_granted_again[mem_req_id_o] && !mem_req_write_o);
    C_reset: cover (f_was_reset && f_busy_before);
  end
end

for (genvar i = 0; i < Entries; i++) begin : gen_f_entry
  always_comb begin
    if (f_on) begin
      if (f_released[i]) begin
        D8_release: assert (f_owed[i]);
      end
      if (bisnp_valid_o && f_asked[i][bisnp_host_o] && f_state[i] == EnSnoop) begin
        D3_once: assert (f_snooped_line(i) != bisnp_line_o);
      end
      if (mem_req_valid_o && !mem_req_write_o && mem_req_id_o == IdWidth'(i)) begin
        D10_read: assert (!f_memory_reads[i]);
      end
    end
  end
end
