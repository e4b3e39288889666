// SPDX-License-Identifier: Apache-2.0
// Properties of sn_tlb_annex_ram, included in it for proofs only. Ghost state, which depends on the
// ports, tracks an arbitrary slot. P2 shows that a FIFO preserves data and order.
//
// R1 the value read of a slot is the number of its increments since it was last taken, saturating
// R2 a taken slot hands over exactly the value that was read with its own space and page, unless
//   the value is 0; an orphan hands over 1
// R3 each possible hand-over has a free entry: the queue never overflows
// R4 each ready is high exactly when required, and a resident increment never stalls
// R5 idle is high exactly when the counters are cleared, no read is in flight and the queue is
//   empty
// R6 a slot is marked exactly from a mark-all until it is taken

logic f_running = 1'b0;
logic [SlotWidth-1:0] f_slot;  // arbitrary constant
logic [CountWidth-1:0] f_max;
always_ff @(posedge clk_i) begin
  f_running <= 1'b1;
  f_slot    <= f_slot;
  f_max     <= f_max;
end

always_comb begin
  assume (f_running || !rst_ni);  // a reset at the start, and then at any time
  assume (count_max_i == f_max && f_max != '0);
  assume (32'(f_slot) < Entries);
  assume (32'(inc_slot_i) < Entries);
  assume (32'(event_slot_i) < Entries);
  assume (event_kind_i == SlotAccess || event_kind_i == SlotEvict ||
          event_kind_i == SlotInvalidate);
end

logic f_marked, f_event, f_slot_inc, f_take;
assign f_event    = event_valid_i && event_ready_o && event_slot_i == f_slot;
assign f_take     = f_event && (event_kind_i != SlotAccess || f_marked);
assign f_slot_inc = inc_valid_i && inc_ready_o && !inc_orphan_i && inc_slot_i == f_slot;

logic [31:0] f_clearing;  // number of cycles until the counters are cleared
logic [CountWidth-1:0] f_count, f_before;
logic f_take_q, f_inc_q, f_orphan_q;
logic [SpaceWidth+PageWidth-1:0] f_page_q;
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_clearing <= 32'(Entries);
    f_marked   <= 1'b0;
    f_count    <= '0;
    f_take_q   <= 1'b0;
    f_inc_q    <= 1'b0;
    f_orphan_q <= 1'b0;
  end else begin
    if (f_clearing != '0) f_clearing <= f_clearing - 32'd1;
    if (mark_all_valid_i && mark_all_ready_o) f_marked <= 1'b1;
    else if (f_take) f_marked <= 1'b0;
    if (f_take) f_count <= '0;
    else if (f_slot_inc && f_count != f_max) f_count <= f_count + CountWidth'(1);
    f_take_q   <= f_take;
    f_inc_q    <= f_slot_inc;
    f_orphan_q <= inc_valid_i && inc_ready_o && inc_orphan_i;
  end
end
always_ff @(posedge clk_i) begin
  f_before <= f_count;
  f_page_q <= f_take ? {event_space_i, event_page_i} : {inc_space_i, inc_page_i};
end

logic f_on_slot;  // the read is of the tracked slot
logic [2:0] f_inside;
assign f_on_slot = (inc_q || take_q) && slot_q == f_slot;
assign f_inside  = 3'(u_hand_overs.fill_q) + 3'(orphan_q) + 3'(take_q);

always_comb begin
  if (rst_ni) begin
    R1_on_slot: assert (f_on_slot == (f_inc_q || f_take_q) && f_inc_q == (inc_q && f_on_slot));
    if (f_on_slot) begin
      R1_read: assert (count == f_before);
    end
    if (cleared_q || clear_q > f_slot) begin
      R1_resident: assert ((f_on_slot ? count_d : u_counters.count_q[f_slot]) == f_count);
    end
    R1_in_range: assert (f_count <= f_max && (!f_on_slot || f_before <= f_max));
    if (!cleared_q) begin
      R1_clearing: assert (f_count == '0 && 32'(clear_q) < Entries && !inc_q && f_inside == '0);
    end
    if (f_take_q) begin
      R2_taken: assert (push == (f_before != '0) &&
                        u_hand_overs.in_data_i == {f_page_q, f_before});
    end
    if (f_orphan_q) begin
      R2_orphan: assert (push && u_hand_overs.in_data_i == {f_page_q, CountWidth'(1)});
    end
    R2_one_is_read: assert (orphan_q == f_orphan_q && 2'(inc_q) + 2'(orphan_q) + 2'(take_q) <= 1);
    R3_promised: assert (3'(promised_q) == f_inside && f_inside <= 3'(Room));
    if (push) begin
      R3_room: assert (unused_in_ready);
    end
    R4_increments: assert (inc_ready_o == (f_clearing == '0 && (!inc_orphan_i || f_inside < 3)));
    R4_events: assert (event_ready_o == (f_clearing == '0 && f_inside < 3 && !inc_valid_i));
    R4_mark_all: assert (mark_all_ready_o == (f_clearing == '0));
    R4_clearing: assert (f_clearing == (cleared_q ? '0 : 32'(Entries) - 32'(clear_q)));
    R5_idle: assert (idle_o == (f_clearing == '0 && f_inside == '0 && !inc_q));
    R6_marker: assert (marked_o[f_slot] == f_marked);
    C_forwarded_to_take: cover (f_take_q && u_counters.forward_q && count == f_max && f_max > 2);
    C_forwarded_to_increment: cover (f_inc_q && u_counters.forward_q && count == 2);
    C_full_inside: cover (f_inside == 3 && event_valid_i);
    C_nothing: cover (nothing);
  end
end
