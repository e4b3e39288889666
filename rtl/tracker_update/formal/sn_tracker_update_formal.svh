// SPDX-License-Identifier: Apache-2.0
// Properties of sn_tracker_update, included in it for proofs only. An arbitrary region of an
// arbitrary space is tracked. Its metadata entry is f_word, which only this unit changes here
// (sn_two_walkers has several units). Reads of other regions, of any space, return arbitrary
// values. Tables may be anywhere, but the table of another space does not contain the entry.
//
// T1 entry + in flight + queued = initial entry + accepted counts, saturating
// T2 no region is queued twice
// T3 after a region's hand-over was accepted, the socket's bit is set or in flight
// T4 an address is the space's base + region x entry size; a write goes to the address of its read,
//   an add to the region that left the queue
// T5 a written entry has the socket's bit, and the other sockets' bits as they were read; an add
// has
//   the socket's bit alone
// T6 a line is released before another is held, and only a held line is released
// T7 a cycle without work changes no register, so the clock may stop
// T8 without a credit, no add leaves the queue; only adds are sent if homes add, else none
// T9 no count, queued, in flight or in the entry, exceeds count_max_i, which is any value from 1
// T10 each ready and valid is high exactly when required
// T11 idle is high exactly when no region is queued and no line is held or requested
// T12 a written entry differs from the one that was read, and a released one does not
// T13 a queued region leaves within three cycles per queue entry in which memory makes progress
//
// Reset occurs only when the unit is idle, the rule of docs/decisions/archive.md, 0040.
// Memory and the ghost state are not reset, so the properties prove that no count is lost. With
// SN_FORMAL_RESET_ANY_TIME a reset occurs at any time, and the proof must fail.

localparam int unsigned FQueue = QueueEntries;

logic f_running = 1'b0;
logic [PageWidth-1:0]    f_region;  // arbitrary constant
logic [SpaceWidth-1:0]   f_space;
logic [AddressWidth-1:0] f_base [2**SpaceWidth];
logic [ShiftWidth-1:0]   f_shift;
logic [SocketWidth-1:0]  f_socket;
logic                    f_adds;  // homes add
logic [CountPortWidth-1:0] f_max;
always_ff @(posedge clk_i) begin
  f_running <= 1'b1;
  f_region  <= f_region;
  f_space   <= f_space;
  for (int unsigned s = 0; s < 2**SpaceWidth; s++) f_base[s] <= f_base[s];
  f_shift   <= f_shift;
  f_socket  <= f_socket;
  f_adds    <= f_adds;
  f_max     <= f_max;
end

logic [AddressWidth-1:0] f_address;
assign f_address = f_base[f_space] + (AddressWidth'(f_region) << EntryShift);

function automatic logic f_is_followed(logic [SpaceWidth-1:0] space, logic [PageWidth-1:0] region);
  return space == f_space && region == f_region;
endfunction

logic f_accept, f_read, f_answer, f_finish, f_write, f_add_sent;
assign f_accept = rst_ni && hand_over_valid_i && hand_over_ready_o &&
                  f_is_followed(hand_over_space_i, hand_over_page_i >> f_shift);
assign f_read   = mem_req_valid_o && mem_req_ready_i && mem_req_kind_o == MemReadAndHold;
assign f_answer = mem_rsp_valid_i && mem_rsp_ready_o;
assign f_finish = mem_req_valid_o && mem_req_ready_i && mem_req_kind_o != MemReadAndHold;
assign f_write  = mem_req_valid_o && mem_req_kind_o == MemWriteAndRelease;
assign f_add_sent = mem_req_valid_o && mem_req_kind_o == MemAdd;

// Returns the union of the sharers and the saturating sum of the counts.
function automatic logic [EntryWidth-1:0] f_sum(logic [EntryWidth-1:0] a, logic [EntryWidth-1:0] b);
  logic [EntryWidth-1:0] bits;
  bits = '0;
  bits[Sockets-1:0] = '1;
  if (CountWidth == 0) return (a | b) & bits;
  if ((a >> Sockets) + (b >> Sockets) > EntryWidth'(f_max)) begin
    return (EntryWidth'(f_max) << Sockets) | ((a | b) & bits);
  end
  return (((a >> Sockets) + (b >> Sockets)) << Sockets) | ((a | b) & bits);
endfunction

// Memory: the held line, whether its read was answered, and the entry of f_region.
logic                    f_held, f_answered, f_seen, f_adding;
logic [AddressWidth-1:0] f_held_address;
logic [EntryWidth-1:0]   f_word, f_read_word;
always_ff @(posedge clk_i) begin
  if (!f_running) begin
    f_held     <= 1'b0;
    f_answered <= 1'b0;
    f_seen     <= 1'b0;
    f_adding   <= 1'b0;
  end else begin
    f_adding <= (f_adding || add_load) && !f_finish;
    if (f_read) f_held <= 1'b1;
    if (f_finish) f_held <= 1'b0;
    f_answered <= (f_answered || f_answer) && !f_finish;
    f_seen     <= f_seen || f_accept;
  end
end
always_ff @(posedge clk_i) begin
  if (f_read) f_held_address <= mem_req_address_o;
  if (f_answer) f_read_word <= mem_rsp_word_i;
  if (f_write && mem_req_ready_i && mem_req_address_o == f_address) f_word <= mem_req_word_o;
  if (f_add_sent && mem_req_ready_i && mem_req_address_o == f_address) begin
    f_word <= f_sum(f_word, mem_req_word_o);
  end
end

// Region that left the queue last, and whether there was a credit at that time.
logic [SpaceWidth-1:0] f_left_space;
logic [PageWidth-1:0] f_left_region;
logic                 f_had_credit;
always_ff @(posedge clk_i) begin
  if (add_load) f_left_space <= head_space;
  if (add_load) f_left_region <= head_region;
  if (state_q == StRead) f_had_credit <= add_credit_i;
end

logic f_may_reset;
always_ff @(posedge clk_i) begin
  f_may_reset <= !f_running || !rst_ni || (idle_o && !hand_over_valid_i);
end

always_comb begin
  assume (f_running || !rst_ni);
`ifndef SN_FORMAL_RESET_ANY_TIME
  assume (!f_running || rst_ni || f_may_reset);
`endif
  for (int unsigned s = 0; s < 2**SpaceWidth; s++) begin
    assume (base_i[s] == f_base[s]);
    if (SpaceWidth'(s) != f_space) begin
      assume (((f_address - f_base[s]) >> (PageWidth + EntryShift)) != '0);
    end
  end
  assume (region_shift_i == f_shift);
  assume (socket_i == f_socket);
  assume (add_at_home_i == f_adds);
  assume (count_max_i == f_max && f_max != '0);
  assume (32'(f_socket) < Sockets);
  // Memory answers each read once, with the contents of the entry.
  assume (!mem_rsp_valid_i || (f_held && !f_answered));
  if (f_held_address == f_address) begin
    assume (mem_rsp_word_i == f_word);
  end
  // Bits of an entry above its count are zero in memory.
  assume ((f_word >> (Sockets + CountWidth)) == '0);
  // Hand-overs of annexes do not exceed the maximum, nor do initial metadata.
  if (CountWidth > 0) begin
    assume (hand_over_count_i <= f_max);
    if (!f_running) begin
      assume ((f_word >> Sockets) <= EntryWidth'(f_max));
    end
  end
end

// State of f_region in the queue.
logic f_queued, f_twice;
logic [CountPortWidth-1:0] f_queued_count;
logic [7:0] f_place, f_fill;  // position of f_region in the queue; number of used entries
always_comb begin
  f_place        = '0;
  f_fill         = '0;
  f_queued       = 1'b0;
  f_twice        = 1'b0;
  f_queued_count = '0;
  for (int unsigned i = 0; i < FQueue; i++) begin
    if (u_queue.valid_q[i]) f_fill = f_fill + 8'd1;
    if (u_queue.valid_q[i] && f_is_followed(u_queue.space_q[i], u_queue.region_q[i])) begin
      f_place        = 8'(i);
      if (f_queued) f_twice = 1'b1;
      f_queued       = 1'b1;
      f_queued_count = u_queue.count_q[i];
    end
  end
end

// Value of the entry after all updates in flight.
logic                  f_in_flight;
logic [EntryWidth-1:0] f_next_word;
assign f_in_flight = state_q == StFinish && address_q == f_address;
assign f_next_word = !f_in_flight ? f_word : f_adds ? f_sum(f_word, word_q) : word_q;

// Removal from the queue in this cycle, and whether f_region remains queued.
logic f_pop, f_kept;
assign f_pop  = f_answer || add_load;
assign f_kept = f_queued && !(f_pop && f_place == '0);

// Number of cycles since f_region was queued in which memory accepts, answers and has a free entry.
// The remaining number is bounded by the entries before it and the update in flight.
logic [7:0] f_age, f_left, f_each;
always_ff @(posedge clk_i) begin
  f_age <= f_kept ? f_age + 8'(mem_req_ready_i && add_credit_i &&
                               (mem_rsp_valid_i || !(f_held && !f_answered))) : '0;
end
assign f_each = f_adds ? 8'd2 : 8'd3;
assign f_left = f_place * f_each + (f_adding ? 8'd2 : f_adds ? 8'd1 :
                                    !f_held ? 8'd2 : !f_answered ? 8'd1 : 8'd3);

logic                f_quiet;
logic [EntryWidth-1:0] f_last_word;
logic [AddressWidth-1:0] f_last_address;
logic                f_last_changed;
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) f_quiet <= 1'b0;
  else f_quiet <= idle_o && !hand_over_valid_i;
end
always_ff @(posedge clk_i) begin
  f_last_word    <= word_q;
  f_last_address <= address_q;
  f_last_changed <= changed_q;
end

always_comb begin
  if (f_running) begin
    T2_once: assert (!f_twice);
    T2_packed: assert ((u_queue.valid_q & (u_queue.valid_q + FQueue'(1))) == '0);
    if (f_seen) begin
      T3_bit: assert (f_queued || f_next_word[f_socket]);
    end
    if (mem_req_valid_o && mem_req_kind_o == MemReadAndHold &&
        f_is_followed(head_space, head_region)) begin
      T4_address: assert (mem_req_address_o == f_address);
    end
    if (state_q == StWait) begin
      T4_head: assert (head_valid && f_held_address == address_d);
    end
    if (state_q == StFinish && !f_adds) begin
      T4_write: assert (mem_req_address_o == f_held_address);
    end
    if (f_add_sent) begin
      T4_add: assert (mem_req_address_o ==
                      f_base[f_left_space] + (AddressWidth'(f_left_region) << EntryShift));
      T5_add: assert (mem_req_word_o[Sockets-1:0] == (Sockets'(1) << f_socket));
    end
    if (f_write && mem_req_address_o == f_address) begin
      T5_bits: assert (mem_req_word_o[Sockets-1:0] ==
                       (f_word[Sockets-1:0] | (Sockets'(1) << f_socket)));
    end
    if (f_in_flight && mem_req_kind_o == MemRelease) begin
      T5_unchanged: assert (word_q == f_word);
    end
    T6_held: assert (f_held == (state_q != StRead && !f_adds));
    T6_answered: assert (f_answered == (state_q == StFinish && !f_adds));
    if (f_quiet) begin
      T7_idle: assert (idle_o && word_q == f_last_word && address_q == f_last_address &&
                       changed_q == f_last_changed && u_queue.valid_q == '0);
    end
    if (f_adds && state_q == StFinish) begin
      T8_credit: assert (f_had_credit);
    end
    T8_kinds: assert (!mem_req_valid_o || (mem_req_kind_o == MemAdd) == f_adds);
    if (f_adds) begin
      T8_never_waits: assert (state_q != StWait);
    end
    T6_adding: assert (f_adding == (state_q == StFinish && f_adds));
    if (f_is_followed(hand_over_space_i, hand_over_page_i >> f_shift)) begin
      T10_hand_overs: assert (hand_over_ready_o == (f_kept || f_fill - 8'(f_pop) < FQueue));
    end
    T10_requests: assert (mem_req_valid_o == (f_adding || (f_held && f_answered) ||
                                              (!f_adds && !f_held && f_fill != '0)));
    T10_answers: assert (mem_rsp_ready_o == (f_held && !f_answered));
    T11_idle: assert (idle_o == (f_fill == '0 && !f_held && !f_adding));
    if (state_q == StFinish && !f_adds) begin
      T12_changed: assert (changed_q == (word_q != f_read_word));
      T12_kind: assert ((mem_req_kind_o == MemWriteAndRelease) == (word_q != f_read_word));
    end
    if (f_queued) begin
      T13_leaves: assert (f_age <= 8'(3 * FQueue) && f_age + f_left <= 8'(3 * FQueue));
    end
    C_add: cover (f_add_sent && mem_req_ready_i);
    C_add_later: cover (f_add_sent && mem_req_ready_i && f_queued && f_had_credit);
    C_release: cover (f_finish && !f_write);
    C_write: cover (f_finish && f_write);
    C_full: cover (hand_over_valid_i && !hand_over_ready_o);
    C_beside_other_space: cover (f_queued && f_place == 8'd1 && head_space != f_space &&
                                 head_region == f_region);
    C_anew: cover (f_accept && f_answer && f_held_address == f_address);
  end
end

if (CountWidth > 0) begin : gen_f_count
  function automatic logic [CountWidth-1:0] f_add(logic [CountWidth-1:0] a,
                                                  logic [CountWidth-1:0] b);
    logic [CountWidth:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return (sum > {1'b0, f_max}) ? f_max : sum[CountWidth-1:0];
  endfunction

  // Before the first hand-over, the total is the count of the entry.
  logic [CountWidth-1:0] f_total_q, f_total;
  assign f_total = f_seen ? f_total_q : f_word[Sockets +: CountWidth];
  always_ff @(posedge clk_i) begin
    f_total_q <= f_accept ? f_add(f_total, hand_over_count_i) : f_total;
  end

  always_comb begin
    if (f_running) begin
      if (!f_seen) begin
        T1_untouched: assert (!f_queued && !f_in_flight && !(state_q == StWait &&
                              f_is_followed(head_space, head_region)));
      end
      T1_conserved: assert (f_total ==
                            f_add(f_next_word[Sockets +: CountWidth],
                                  f_queued ? f_queued_count : '0));
      C_coalesced: cover (f_accept && f_queued && f_queued_count > 1);
      T9_entry: assert (f_word[Sockets +: CountWidth] <= f_max);
      if (f_in_flight) begin
        T9_in_flight: assert (word_q[Sockets +: CountWidth] <= f_max);
      end
      if (f_queued) begin
        T9_queued: assert (f_queued_count <= f_max);
      end
      C_saturated: cover (f_total == f_max && f_max == '1 && f_seen && idle_o);
      C_saturated_below_all_ones: cover (f_total == f_max && f_max > 2 && f_max != '1 && f_seen &&
                                         idle_o);
    end
  end
end
