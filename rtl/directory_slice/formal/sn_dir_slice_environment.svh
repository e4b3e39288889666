// SPDX-License-Identifier: Apache-2.0
// Hosts, memory and reset of the proofs of sn_dir_slice, and the contents of its entries and sets.

localparam int unsigned FEntries = Entries;
localparam int unsigned FSets = Sets;
localparam int unsigned FWays = Ways;
localparam int unsigned FHosts = Hosts;

logic f_running = 1'b0;
logic f_on, f_was_reset, f_busy_before;
logic [HostWidth-1:0] f_host;  // arbitrary constants: host and tag of the followed requests
logic [TagWidth-1:0]  f_tag;
always_ff @(posedge clk_i) begin
  f_running     <= 1'b1;
  f_was_reset   <= !rst_ni && f_running;
  f_busy_before <= !idle_o;
  f_host        <= f_host;
  f_tag         <= f_tag;
end
assign f_on = f_running && rst_ni;

// Entries
logic [Entries-1:0][2:0] f_state;
logic [Entries-1:0][WayWidth-1:0] f_way;
logic [Entries-1:0][SetWidth-1:0] f_set;
logic [Entries-1:0] f_holds, f_used, f_released, f_granted_again, f_accepted;
assign f_holds = u_pending.holds_q;
for (genvar i = 0; i < Entries; i++) begin : gen_f_entries
  assign f_state[i]    = {u_pending.state_q[2][i], u_pending.state_q[1][i], u_pending.state_q[0][i]};
  assign f_way[i]      = u_pending.way_q[i];
  assign f_set[i]      = u_pending.line_q[i][SetWidth-1:0];
  assign f_granted_again[i] = u_pending.granted_q[i];
  assign f_used[i]     = f_state[i] != EnFree && f_state[i] != EnDrain;
  assign f_released[i] = u_pending.released && u_pending.released_id == IdWidth'(i);
  assign f_accepted[i] = u_pending.accept && u_pending.free_id == IdWidth'(i);
end

// Sets: a way is {state, age, sharers, upper bits of the line}
logic [Sets-1:0][Ways-1:0][WayBits-1:0] f_tags;
for (genvar s = 0; s < Sets; s++) begin : gen_f_sets
  assign f_tags[s] = u_fetch.u_tags.rows_q[s];
end

function automatic logic [2:0] f_state_of(logic [WayBits-1:0] way);
  return way[WayBits-1-:3];
endfunction

function automatic logic [Hosts-1:0] f_sharers_of(logic [WayBits-1:0] way);
  return way[AddressWidth+:Hosts];
endfunction

// Hosts: BISnp that are received and not answered, and their opcode.
logic [Entries-1:0][Hosts-1:0] f_asked;
logic [Entries-1:0][OpWidth-1:0] f_asked_op;
// Memory: reads that are received and not answered.
logic [Entries-1:0]            f_memory_reads;
// Requests that are not released, and the order of their acceptance.
logic [Entries-1:0]            f_owed;
logic [Entries-1:0][Entries-1:0] f_older;  // [i][j]: i is older than j
// A read or MemInv of the followed host and tag is not answered.
logic                          f_unanswered;
logic [7:0]                    f_cycles;  // since reset, up to the number of sets

logic f_follow, f_answered;
assign f_follow   = req_valid_i && req_ready_o && legal_req && req_op_i != OpMemClnEvct &&
                    req_host_i == f_host && req_tag_i == f_tag;
assign f_answered = rsp_valid_o && rsp_ready_i &&
                    f_is_grant_of_followed({rsp_op_o, rsp_host_o, rsp_tag_o, rsp_data_o,
                                            rsp_devload_o});

function automatic logic f_is_grant_of_followed(logic [OpWidth+HostWidth+TagWidth+DataWidth+1:0] rsp);
  logic [OpWidth-1:0] op;
  op = rsp[2+DataWidth+TagWidth+HostWidth+:OpWidth];
  return (op == OpMemDataS || op == OpMemDataE || op == OpMemDataCmp || op == OpCmpE) &&
         rsp[2+DataWidth+TagWidth+:HostWidth] == f_host && rsp[2+DataWidth+:TagWidth] == f_tag;
endfunction

always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_asked        <= '0;
    f_memory_reads <= '0;
    f_owed         <= '0;
    f_unanswered   <= 1'b0;
    f_cycles       <= '0;
  end else begin
    f_cycles     <= (f_cycles == FSets) ? f_cycles : f_cycles + 8'd1;
    f_unanswered <= (f_unanswered && !f_answered) || f_follow;
    f_owed       <= (f_owed & ~f_released) | f_accepted;
    if (birsp_valid_i && birsp_ready_o) f_asked[birsp_id_i][birsp_host_i] <= 1'b0;
    if (bisnp_valid_o && bisnp_ready_i) f_asked[bisnp_id_o][bisnp_host_o] <= 1'b1;
    if (mem_rsp_valid_i) f_memory_reads[mem_rsp_id_i] <= 1'b0;
    if (mem_req_valid_o && mem_req_ready_i && !mem_req_write_o)
      f_memory_reads[mem_req_id_o] <= 1'b1;
  end
end
always_ff @(posedge clk_i) begin
  if (bisnp_valid_o && bisnp_ready_i) f_asked_op[bisnp_id_o] <= bisnp_op_o;
  for (int unsigned i = 0; i < FEntries; i++) begin
    for (int unsigned j = 0; j < FEntries; j++) begin
      if (f_accepted[i]) f_older[i][j] <= 1'b0;
      else if (f_accepted[j]) f_older[i][j] <= 1'b1;
    end
  end
end

// A current read whose row is complete; it may hold no way.
logic [Entries-1:0] f_current_granted;
for (genvar i = 0; i < Entries; i++) begin : gen_f_current
  assign f_current_granted[i] = f_used[i] && u_pending.op_q[i] == OpMemRdCurrent &&
                                (f_state[i] == EnMemory || f_granted_again[i]);
end

// Returns the snoop of a transient state.
function automatic logic [OpWidth-1:0] f_snoop_of(logic [2:0] state);
  return state == StToShared ? OpBISnpData : state == StToCurrent ? OpBISnpCur : OpBISnpInv;
endfunction

// Returns true if a host may send a BIRsp. An owner that has evicted its line has no S.
function automatic logic f_may_answer(logic [OpWidth-1:0] op, logic [IdWidth-1:0] id);
  logic current;
  current = f_asked_op[id] == OpBISnpCur;
  return op == OpBIRspI || (op == OpBIRspE && current) ||
         (op == OpBIRspS && (f_asked_op[id] == OpBISnpData ||
                             (current && f_sharers_of(f_tags[f_set[id]][f_way[id]]) != '0)));
endfunction

// Messages of the previous cycle that were not accepted remain.
logic f_rwd_waits, f_birsp_waits;
logic [OpWidth+HostWidth+LineWidth+TagWidth+DataWidth-1:0] f_rwd, f_last_rwd;
logic [OpWidth+HostWidth+IdWidth-1:0]                      f_birsp, f_last_birsp;
assign f_rwd   = {rwd_op_i, rwd_host_i, rwd_line_i, rwd_tag_i, rwd_data_i};
assign f_birsp = {birsp_op_i, birsp_host_i, birsp_id_i};
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_rwd_waits   <= 1'b0;
    f_birsp_waits <= 1'b0;
  end else begin
    f_rwd_waits   <= rwd_valid_i && !rwd_ready_o;
    f_birsp_waits <= birsp_valid_i && !birsp_ready_o;
  end
end
always_ff @(posedge clk_i) begin
  f_last_rwd   <= f_rwd;
  f_last_birsp <= f_birsp;
end

always_comb begin
  assume (f_running || !rst_ni);
  assume (32'(f_host) < Hosts);
  if (f_on) begin
    assume (!f_rwd_waits || (rwd_valid_i && f_rwd == f_last_rwd));
    assume (!f_birsp_waits || (birsp_valid_i && f_birsp == f_last_birsp));
    assume (!req_valid_i || 32'(req_host_i) < Hosts);
    assume (!rwd_valid_i || 32'(rwd_host_i) < Hosts);
    if (birsp_valid_i) begin
      assume (32'(birsp_host_i) < Hosts && 32'(birsp_id_i) < Entries);
      assume (f_asked[birsp_id_i][birsp_host_i]);
      assume (f_may_answer(birsp_op_i, birsp_id_i));
    end
    if (mem_rsp_valid_i) begin
      assume (32'(mem_rsp_id_i) < Entries && f_memory_reads[mem_rsp_id_i]);
    end
    // A host uses a tag again after its answer.
    assume (!f_follow || !f_unanswered);
  end
end
