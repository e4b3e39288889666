// SPDX-License-Identifier: Apache-2.0
// Invariants of sn_dir_slice that make its properties inductive: pipeline, entries, sets, queues.

// Output queues: items from the oldest one on.
localparam int unsigned FDepth = 4;
localparam int SnoopBits = OpWidth + Hosts + LineWidth + IdWidth;
localparam int AnswerBits = OpWidth + HostWidth + TagWidth + DataWidth + 2;
localparam int MemoryBits = 2 + IdWidth + LineWidth + DataWidth;
logic [FDepth-1:0][SnoopBits-1:0]  f_snoops;
logic [FDepth-1:0][AnswerBits-1:0] f_answers;
logic [FDepth-1:0][MemoryBits-1:0] f_requests;
logic [2:0] f_snoop_fill, f_answer_fill, f_request_fill;
assign f_snoop_fill   = u_outputs.u_snoops.u_queue.u_fifo.fill_q;
assign f_answer_fill  = u_outputs.u_rsp.u_fifo.fill_q;
assign f_request_fill = u_outputs.u_mem.u_fifo.fill_q;
for (genvar d = 0; d < 4; d++) begin : gen_f_items
  assign f_snoops[d]   = u_outputs.u_snoops.u_queue.u_fifo.data_q[
                           2'(u_outputs.u_snoops.u_queue.u_fifo.read_q + 2'(d))];
  assign f_answers[d]  = u_outputs.u_rsp.u_fifo.data_q[2'(u_outputs.u_rsp.u_fifo.read_q + 2'(d))];
  assign f_requests[d] = u_outputs.u_mem.u_fifo.data_q[2'(u_outputs.u_mem.u_fifo.read_q + 2'(d))];
end

// Pipeline
logic       f_request1, f_request2, f_birsp1, f_birsp2;
logic [7:0] f_operations, f_requests_inside;
assign f_request1   = s1_valid && u_fetch.s1_kind_q == KindReq;
assign f_request2   = s2_valid && s2_kind == KindReq;
assign f_birsp1     = s1_valid && u_fetch.s1_kind_q == KindBirsp;
assign f_birsp2     = s2_valid && s2_kind == KindBirsp;
assign f_operations = 8'(s1_valid) + 8'(s2_valid);
assign f_requests_inside = 8'(f_request1) + 8'(f_request2);

// Messages of an entry and a host in the queues and in the pipeline.
logic [Entries-1:0][Hosts-1:0] f_to_snoop, f_answering;
logic [Entries-1:0][2:0]       f_snoop_items, f_read_items;
logic [Hosts-1:0]              f_sent;
assign f_sent = u_outputs.u_snoops.sent_q;
always_comb begin
  f_to_snoop    = '0;
  f_snoop_items = '0;
  f_read_items  = '0;
  for (int unsigned i = 0; i < FEntries; i++) begin
    for (int unsigned d = 0; d < FDepth; d++) begin
      if (3'(d) < f_snoop_fill && f_snoops[d][IdWidth-1:0] == IdWidth'(i)) begin
        f_snoop_items[i] = f_snoop_items[i] + 3'd1;
        f_to_snoop[i] = f_snoops[d][IdWidth+LineWidth+:Hosts] & ~(d == 0 ? f_sent : '0);
      end
      if (3'(d) < f_request_fill && !f_requests[d][MemoryBits-1] &&
          f_requests[d][LineWidth+DataWidth+:IdWidth] == IdWidth'(i)) begin
        f_read_items[i] = f_read_items[i] + 3'd1;
      end
    end
    for (int unsigned h = 0; h < FHosts; h++) begin
      f_answering[i][h] = (f_birsp1 && u_fetch.s1_id_q == IdWidth'(i) &&
                           u_fetch.s1_host_q == HostWidth'(h)) ||
                          (f_birsp2 && s2_id == IdWidth'(i) && s2_host == HostWidth'(h));
    end
  end
end

// Reads of the followed host and tag: in entries, and grants in the queue of answers.
logic [7:0] f_followed;
always_comb begin
  f_followed = '0;
  for (int unsigned i = 0; i < FEntries; i++) begin
    if (f_used[i] && u_pending.op_q[i] != OpMemClnEvct && u_pending.host_q[i] == f_host &&
        u_pending.tag_q[i] == f_tag) f_followed = f_followed + 8'd1;
  end
  for (int unsigned d = 0; d < FDepth; d++) begin
    if (3'(d) < f_answer_fill && f_is_grant_of_followed(f_answers[d]))
      f_followed = f_followed + 8'd1;
  end
end

always_comb begin
  if (f_on) begin
    D6_memory: assert (8'(u_outputs.u_mem.free_q) + 8'(f_request_fill) + f_operations == 8'd4);
    D6_answers: assert (8'(u_outputs.u_rsp.free_q) + 8'(f_answer_fill) + f_operations == 8'd4);
    D6_snoops: assert (8'(u_outputs.u_snoops.u_queue.free_q) + 8'(f_snoop_fill) +
                       f_requests_inside == 8'd4);
    D6_pointers: assert (u_outputs.u_mem.u_fifo.write_q ==
                         2'(u_outputs.u_mem.u_fifo.read_q + f_request_fill[1:0]) &&
                         u_outputs.u_rsp.u_fifo.write_q ==
                         2'(u_outputs.u_rsp.u_fifo.read_q + f_answer_fill[1:0]) &&
                         u_outputs.u_snoops.u_queue.u_fifo.write_q ==
                         2'(u_outputs.u_snoops.u_queue.u_fifo.read_q + f_snoop_fill[1:0]));
    D8_followed: assert (f_followed == 8'(f_unanswered));
    if (!cleared) begin
      D9_nothing: assert (f_state == '0 && f_holds == '0 && u_pending.reading_q == '0 &&
                          !s1_valid && !s2_valid && f_snoop_fill == '0 && f_answer_fill == '0 &&
                          f_request_fill == '0 && f_sent == '0);
      D9_outside: assert (f_asked == '0 && f_memory_reads == '0 && f_owed == '0 && !f_unanswered);
      D9_clear: assert (8'(u_fetch.u_tags.clear_q) == f_cycles);
    end
  end
end

// Pipeline
always_comb begin
  if (f_on && cleared) begin
    if (s1_valid) begin
      D1_range1: assert (32'(u_fetch.s1_host_q) < FHosts &&
                         (u_fetch.s1_kind_q == KindRwd || 32'(u_fetch.s1_id_q) < FEntries));
      D1_row1: assert (u_fetch.s1_row == f_tags[s1_set] && (!s2_valid || s1_set != s2_set) &&
                       u_fetch.s1_kind_q != 2'd3);
    end
    if (s2_valid) begin
      D1_range2: assert (32'(s2_host) < FHosts && (s2_kind == KindRwd || 32'(s2_id) < FEntries));
      D1_row2: assert (s2_row == f_tags[s2_set] && s2_kind != 2'd3);
      if (s2_kind != KindBirsp) begin
        D1_set2: assert (s2_set == s2_line[SetWidth-1:0]);
      end
    end
    if (s1_valid && u_fetch.s1_kind_q == KindRwd) begin
      D1_set1: assert (s1_set == u_fetch.s1_line_q[SetWidth-1:0]);
    end
    if (f_request1) begin
      D8_request1: assert (f_state[u_fetch.s1_id_q] == EnIssued &&
                           u_fetch.s1_line_q == u_pending.line_q[u_fetch.s1_id_q] &&
                           s1_set == f_set[u_fetch.s1_id_q] &&
                           u_fetch.s1_op_q == u_pending.op_q[u_fetch.s1_id_q] &&
                           u_fetch.s1_host_q == u_pending.host_q[u_fetch.s1_id_q] &&
                           u_fetch.s1_tag_q == u_pending.tag_q[u_fetch.s1_id_q]);
    end
    if (f_request2) begin
      D8_row: assert (step != StepDone || s2_op == OpMemClnEvct || s2_op == OpMemInv);
      D8_request2: assert (f_state[s2_id] == EnIssued && s2_line == u_pending.line_q[s2_id] &&
                           s2_op == u_pending.op_q[s2_id] && s2_host == u_pending.host_q[s2_id] &&
                           s2_tag == u_pending.tag_q[s2_id]);
    end
    if (f_birsp1) begin
      D3_birsp1: assert (f_state[u_fetch.s1_id_q] == EnSnoop && s1_set == f_set[u_fetch.s1_id_q] &&
                         f_may_answer(u_fetch.s1_op_q, u_fetch.s1_id_q));
    end
    if (f_birsp2) begin
      D3_birsp2: assert (f_state[s2_id] == EnSnoop && s2_set == f_set[s2_id] &&
                         f_may_answer(s2_op, s2_id));
    end
  end
end

for (genvar w = 0; w < Ways; w++) begin : gen_f_hits
  always_comb begin
    if (f_on && cleared && s2_valid) begin
      D1_hits: assert (s2_hits[w] == (f_state_of(f_tags[s2_set][w]) != StI &&
                       f_tags[s2_set][w][AddressWidth-1:0] == s2_line[LineWidth-1:SetWidth]));
    end
  end
end

// A younger request of the line waits for the entry.
logic [Entries-1:0] f_follower;
always_comb begin
  for (int unsigned i = 0; i < FEntries; i++) begin
    f_follower[i] = 1'b0;
    for (int unsigned j = 0; j < FEntries; j++) begin
      if (j != i && f_used[j] && f_state[j] == EnWait && u_pending.blocker_q[j] == IdWidth'(i) &&
          u_pending.line_q[j] == u_pending.line_q[i] && f_older[i][j]) f_follower[i] = 1'b1;
    end
  end
end

// Entries
for (genvar i = 0; i < Entries; i++) begin : gen_f_invariants
  logic [WayBits-1:0]   way;
  logic [2:0]           of_way;  // dir_state_e
  logic [LineWidth-1:0] line;
  logic [IdWidth-1:0]   waits_for;
  logic                 granted, reading, written, dropped, same_way, line_elsewhere, current, has_copy;
  assign way       = f_tags[f_set[i]][f_way[i]];
  assign of_way    = f_state_of(way);
  assign line      = u_pending.line_q[i];
  assign waits_for = u_pending.blocker_q[i];
  assign granted   = u_pending.granted_q[i];
  assign current   = u_pending.op_q[i] == OpMemRdCurrent;
  assign reading   = u_pending.reading_q[i];
  assign written   = u_pending.written_q[i];
  assign dropped   = u_pending.dropped_q[i];
  assign same_way  = way[AddressWidth-1:0] == line[LineWidth-1:SetWidth];
  always_comb begin
    line_elsewhere = 1'b0;
    has_copy       = 1'b0;
    for (int unsigned w = 0; w < FWays; w++) begin
      if (f_state_of(f_tags[f_set[i]][w]) != StI &&
          f_tags[f_set[i]][w][AddressWidth-1:0] == line[LineWidth-1:SetWidth]) begin
        line_elsewhere = 1'b1;
        if (f_tags[f_set[i]][w][AddressWidth + u_pending.host_q[i]]) has_copy = 1'b1;
      end
    end
  end

  // The youngest older request of the line, if any.
  logic               has_previous;
  logic [IdWidth-1:0] previous;
  always_comb begin
    has_previous = 1'b0;
    previous     = '0;
    for (int unsigned j = 0; j < FEntries; j++) begin
      if (j != i && f_used[i] && f_used[j] && u_pending.line_q[j] == line && f_older[j][i] &&
          (!has_previous || f_older[previous][j])) begin
        has_previous = 1'b1;
        previous     = IdWidth'(j);
      end
    end
  end

  always_comb begin
    if (f_on && cleared) begin
      D8_owed: assert (f_owed[i] == f_used[i]);
      D8_issued: assert ((f_state[i] == EnIssued) ==
                         ((f_request1 && u_fetch.s1_id_q == IdWidth'(i)) !=
                          (f_request2 && s2_id == IdWidth'(i))));
      D10_states: assert (!reading || f_state[i] == EnSnoop || f_state[i] == EnMemory ||
                          f_state[i] == EnGrant || f_state[i] == EnDrain);
      D10_reads: assert (3'(f_memory_reads[i]) + f_read_items[i] == 3'(reading));
      // Waiting
      if (has_previous) begin
        D2_previous: assert (f_state[i] == EnWait && waits_for == previous &&
                             u_pending.followed_q[previous]);
      end
      if (f_state[i] == EnWait) begin
        D2_waits: assert (!f_holds[i] && !granted && 32'(waits_for) < FEntries &&
                          waits_for != IdWidth'(i) && (has_previous ||
                          ((f_holds[waits_for] || f_current_granted[waits_for]) &&
                           f_set[waits_for] == f_set[i])));
      end
      // Answers that are outstanding
      if (f_state[i] == EnMemory) begin
        D2_memory: assert (reading && !written);
      end
      if (f_state[i] == EnWait || f_state[i] == EnReady || f_state[i] == EnIssued) begin
        D2_before: assert (!written);
      end
      if (f_state[i] == EnDrain) begin
        D2_drain: assert (reading && !f_holds[i]);
      end
      if (f_state[i] == EnGrant) begin
        D2_grant: assert (granted && (written || (!reading && !dropped)));
      end
      // Ways
      D1_holds: assert (!f_holds[i] || (f_used[i] && 32'(f_way[i]) < FWays &&
                                        u_pending.op_q[i] != OpMemClnEvct));
      if (f_state[i] == EnSnoop || f_state[i] == EnMemory || f_state[i] == EnGrant) begin
        D1_served: assert (f_holds[i] || (current && f_state[i] != EnSnoop));
      end
      D8_host: assert (!f_used[i] || 32'(u_pending.host_q[i]) < FHosts);
      D8_op: assert (!f_used[i] || u_pending.op_q[i] == OpMemRdShared ||
                     u_pending.op_q[i] == OpMemRdOwn || u_pending.op_q[i] == OpMemInv ||
                     current || u_pending.op_q[i] == OpMemClnEvct);
      if (f_used[i] && granted) begin
        D8_granted: assert (f_holds[i] || current);
      end
      if (f_state[i] == EnReady || f_state[i] == EnIssued) begin
        D1_ready: assert (!f_holds[i] || granted ||
                          (of_way == StI && !line_elsewhere && !current));
      end
      if (f_state[i] == EnMemory || (f_used[i] && granted)) begin
        D1_granted: assert (f_holds[i] ? same_way && (of_way == StS || of_way == StA) &&
                            (current || way[AddressWidth + u_pending.host_q[i]])
                            : !has_copy);
      end
      // Snoops
      if (f_state[i] == EnSnoop) begin
        D3_snoops: assert (!granted && is_transient(dir_state_e'(of_way)) &&
                           (same_way || (of_way == StEvicting && !line_elsewhere && !reading)) &&
                           (of_way != StEvicting || !same_way));
        D3_awaited: assert (u_pending.awaited_q[i] != '0 &&
                            ((u_pending.awaited_q[i] & ~f_sharers_of(way)) == '0 ||
                             (of_way == StToCurrent && f_sharers_of(way) == '0 && written)));
        D3_current: assert (current == (of_way == StToCurrent));
        if (of_way != StEvicting) begin
          D3_others: assert (!u_pending.awaited_q[i][u_pending.host_q[i]]);
        end
        if (of_way == StToShared || of_way == StToCurrent) begin
          D3_owner: assert ($onehot(u_pending.awaited_q[i]));
        end
        D3_kind: assert (u_pending.awaited_q[i] == f_to_snoop[i] ||
                         f_asked_op[i] == f_snoop_of(of_way));
      end
      D3_items: assert (f_snoop_items[i] == '0 ||
                        (f_snoop_items[i] == 3'd1 && f_state[i] == EnSnoop &&
                         f_to_snoop[i] != '0));
      if (f_used[i] && u_pending.followed_q[i]) begin
        D2_followed: assert (f_follower[i]);
      end
    end
  end

  for (genvar h = 0; h < Hosts; h++) begin : gen_hosts
    always_comb begin
      if (f_on && cleared) begin
        D3_parts: assert (3'(f_to_snoop[i][h]) + 3'(f_asked[i][h]) + 3'(f_answering[i][h]) ==
                          3'(f_state[i] == EnSnoop && u_pending.awaited_q[i][h]));
      end
    end
  end

  for (genvar j = 0; j < i; j++) begin : gen_others
    always_comb begin
      if (f_on && cleared && f_used[i] && f_used[j]) begin
        D2_order: assert (f_older[i][j] != f_older[j][i]);
        if (f_state[i] == EnSnoop && f_snooped_line(i) == u_pending.line_q[j] &&
            (f_state[j] == EnMemory || f_granted_again[j])) begin
          D3_granted: assert (!u_pending.awaited_q[i][u_pending.host_q[j]]);
        end
        if (f_state[j] == EnSnoop && f_snooped_line(j) == line &&
            (f_state[i] == EnMemory || granted)) begin
          D3_answered: assert (!u_pending.awaited_q[j][u_pending.host_q[i]]);
        end
        if (u_pending.line_q[j] == line) begin
          D1_line: assert (f_state[i] == EnWait || f_state[j] == EnWait);
        end
        if (f_holds[i] && f_holds[j] && f_set[i] == f_set[j]) begin
          D1_ways: assert (f_way[i] != f_way[j]);
        end
      end
    end
  end

  for (genvar n = 0; n < Entries * Entries; n++) begin : gen_transitive
    localparam int J = n / Entries;
    localparam int K = n % Entries;
    if (i != J && i != K && J != K) begin : gen_three
      always_comb begin
        if (f_on && cleared && f_used[i] && f_used[J] && f_used[K]) begin
          D2_transitive: assert (!(f_older[i][J] && f_older[J][K]) || f_older[i][K]);
        end
      end
    end
  end
end

// Queue of snoops: kind and line of each item.
always_comb begin
  if (f_on && cleared) begin
    if (f_snoop_fill == '0) begin
      D3_none_sent: assert (f_sent == '0);
    end
  end
end
for (genvar d = 0; d < 4; d++) begin : gen_f_snoops
  logic [IdWidth-1:0] id;
  assign id = f_snoops[d][IdWidth-1:0];
  always_comb begin
    if (f_on && cleared && 3'(d) < f_snoop_fill) begin
      D3_item_id: assert (32'(id) < FEntries);
      D3_item_line: assert (f_snoops[d][IdWidth+:LineWidth] == f_snooped_line(32'(id)));
      D3_item_kind: assert (f_snoops[d][SnoopBits-1-:OpWidth] ==
                            f_snoop_of(f_state_of(f_tags[f_set[id]][f_way[id]])));
    end
  end
end

// Sets
for (genvar s = 0; s < Sets; s++) begin : gen_f_ways
  always_comb begin
    if (f_on && !cleared && 8'(s) < f_cycles) begin
      D9_row: assert (f_tags[s] == u_fetch.clear_row);
    end
  end
  for (genvar w = 0; w < Ways; w++) begin : gen_f_way
    logic [2:0] state;
    logic       snooped;
    assign state = f_state_of(f_tags[s][w]);
    always_comb begin
      snooped = 1'b0;
      for (int unsigned i = 0; i < FEntries; i++) begin
        if (f_state[i] == EnSnoop && f_set[i] == SetWidth'(s) && f_way[i] == WayWidth'(w))
          snooped = 1'b1;
      end
      if (f_on && cleared) begin
        D3_transient: assert (snooped == is_transient(dir_state_e'(state)) && state <= StToCurrent);
        D1_sharers: assert (state == StI || state == StToCurrent ||
                            f_sharers_of(f_tags[s][w]) != '0);
        if (state == StS) begin
          D1_shared: assert (!$onehot(f_sharers_of(f_tags[s][w])));
        end
        if (state == StA || state == StToShared) begin
          D1_owner: assert ($onehot(f_sharers_of(f_tags[s][w])));
        end
        if (state == StToCurrent) begin
          D1_evicted: assert ($onehot0(f_sharers_of(f_tags[s][w])));
        end
      end
    end
    for (genvar v = 0; v < w; v++) begin : gen_others
      always_comb begin
        if (f_on && cleared) begin
          D1_once: assert (state == StI || f_state_of(f_tags[s][v]) == StI ||
                           f_tags[s][v][AddressWidth-1:0] != f_tags[s][w][AddressWidth-1:0]);
        end
      end
    end
  end
end
