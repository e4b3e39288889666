// SPDX-License-Identifier: Apache-2.0
// Properties of sn_tlb_annex, included in it for proofs only. Ghost state, which depends on the
// ports alone, tracks an arbitrary slot.
//
// P1 a slot's counter is the number of its increments since its last hand-over, saturating
// P2 outputs are the hand-overs in order, with space, page and count unchanged
// P3 increments = handed over + queued + resident + lost at saturated counters    (SN_FORMAL_SUM)
// P4 a hand-over that waits does not change
// P5 a slot is marked exactly from a mark-all until it is accessed, evicted or invalidated
// P6 a slot's hand-over has its whole count, including that of the same cycle, and none is missing
// P7 an increment of a resident translation never stalls
// P8 a cycle without work changes no register, so the clock may stop
// P9 no counter and no hand-over exceeds count_max_i, which is any value from 1
// P10 each ready and valid is high exactly when required: all of them in the cycle after the
//   counters are cleared, which takes a cycle per entry after each reset; outputs are never delayed
// P11 idle is high exactly when the counters are cleared and no hand-over is queued

localparam int unsigned FSumWidth = 10;
localparam int unsigned FOutWidth = SpaceWidth + PageWidth + CountPortWidth;

logic f_running = 1'b0;
logic [SlotWidth-1:0] f_slot;  // arbitrary constant
logic [CountPortWidth-1:0] f_max;
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

logic f_inc, f_orphan, f_event, f_mark_all, f_take;
logic f_marked;
assign f_inc      = inc_valid_i && inc_ready_o && !inc_orphan_i;
assign f_orphan   = inc_valid_i && inc_ready_o && inc_orphan_i;
assign f_event    = event_valid_i && event_ready_o;
assign f_mark_all = mark_all_valid_i && mark_all_ready_o;
assign f_take     = f_event && event_slot_i == f_slot &&
                    (event_kind_i != SlotAccess || f_marked);

always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) f_marked <= 1'b0;
  else if (f_mark_all) f_marked <= 1'b1;
  else if (f_take) f_marked <= 1'b0;
end

// Queued hand-overs, oldest first.
logic [1:0] f_fill;
logic [FOutWidth-1:0] f_waiting0, f_waiting1, f_pushed;
logic f_push, f_pop;
assign f_push   = f_orphan || take_pushes;
assign f_pushed = f_orphan ? {inc_space_i, inc_page_i, orphan_count}
                           : {event_space_i, event_page_i, take_count};
assign f_pop    = hand_over_valid_o && hand_over_ready_i;
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_fill <= '0;
  end else begin
    f_fill <= f_fill + 2'(f_push) - 2'(f_pop);
  end
end
always_ff @(posedge clk_i) begin
  if (f_pop) f_waiting0 <= f_waiting1;
  if (f_push && f_fill == 2'(f_pop)) f_waiting0 <= f_pushed;
  if (f_push && f_fill != 2'(f_pop)) f_waiting1 <= f_pushed;
end

// Values of the previous cycle.
logic f_stalled, f_quiet;
logic [FOutWidth-1:0] f_out, f_last_out;
assign f_out = {hand_over_space_o, hand_over_page_o, hand_over_count_o};
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    f_stalled <= 1'b0;
    f_quiet   <= 1'b0;
  end else begin
    f_stalled <= hand_over_valid_o && !hand_over_ready_i;
    f_quiet   <= idle_o && !inc_valid_i && !event_valid_i && !mark_all_valid_i;
  end
end
logic f_last_marked, f_last_read, f_last_write;
logic [1:0] f_last_fill;
always_ff @(posedge clk_i) begin
  f_last_out    <= f_out;
  f_last_marked <= marked_q[f_slot];
  f_last_read   <= u_hand_overs.read_q;
  f_last_write  <= u_hand_overs.write_q;
  f_last_fill   <= u_hand_overs.fill_q;
end

// Number of cycles until the counters are cleared.
logic [31:0] f_clearing;
always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) f_clearing <= (CountWidth > 0) ? 32'(Entries) : '0;
  else if (f_clearing != '0) f_clearing <= f_clearing - 32'd1;
end

always_comb begin
  if (rst_ni) begin
    P2_fill: assert (u_hand_overs.fill_q == f_fill && f_fill <= 2);
    if (f_fill != 0) begin
      P2_oldest: assert (f_out == f_waiting0);
    end
    if (f_fill == 2) begin
      P2_next: assert (u_hand_overs.data_q[~u_hand_overs.read_q] == f_waiting1);
    end
    P2_indices: assert (u_hand_overs.write_q == (u_hand_overs.read_q ^ f_fill[0]));
    if (f_stalled) begin
      P4_stable: assert (hand_over_valid_o && f_out == f_last_out);
    end
    P5_marker: assert (marked_o[f_slot] == f_marked);
    if (f_take) begin
      P6_taken: assert (take);
    end
    if (f_event && event_slot_i == f_slot && !f_take) begin
      P6_not_taken: assert (!take);
    end
    P6_one_at_a_time: assert (!(f_orphan && take_pushes));
    if (f_orphan) begin
      P6_orphan: assert (f_pushed == {inc_space_i, inc_page_i, CountPortWidth'(CountWidth > 0)});
    end
    if (cleared && inc_valid_i && !inc_orphan_i) begin
      P7_no_stall: assert (inc_ready_o);
    end
    if (f_quiet) begin
      P8_idle: assert (idle_o);
      P8_marker: assert (marked_q[f_slot] == f_last_marked);
      P8_queue: assert (u_hand_overs.read_q == f_last_read && u_hand_overs.fill_q == f_last_fill &&
                        u_hand_overs.write_q == f_last_write);
    end
    P10_increments: assert (inc_ready_o == (f_clearing == '0 && (!inc_orphan_i || f_fill < 2)));
    P10_events: assert (event_ready_o == (f_clearing == '0 && f_fill < 2 &&
                                          !(inc_valid_i && inc_orphan_i)));
    P10_mark_all: assert (mark_all_ready_o == (f_clearing == '0));
    P10_hand_overs: assert (hand_over_valid_o == (f_fill != '0));
    P11_idle: assert (idle_o == (f_clearing == '0 && f_fill == '0));
    C_marked_access: cover (take && event_kind_i == SlotAccess);
    C_evict_stalled: cover (event_valid_i && event_kind_i == SlotEvict && cleared &&
                            !event_ready_o);
    C_orphan_before_event: cover (f_orphan && event_valid_i);
  end
end

if (CountWidth > 0) begin : gen_f_counters
  logic f_slot_inc;
  logic [CountWidth-1:0] f_count, f_with_inc, f_last_count;
  logic f_cleared_slot;
  assign f_slot_inc = f_inc && inc_slot_i == f_slot;
  assign f_with_inc = f_count + CountWidth'(f_slot_inc && f_count != f_max);
  // Cleared entries after reset, and counting.
  assign f_cleared_slot = gen_counters.cleared_q || gen_counters.clear_q > f_slot;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_count <= '0;
    else f_count <= f_take ? '0 : f_with_inc;
  end
  always_ff @(posedge clk_i) f_last_count <= gen_counters.count_q[f_slot];

  always_comb begin
    if (rst_ni) begin
      P10_clearing: assert (f_clearing == (gen_counters.cleared_q ? '0 : 32'(Entries) -
                                           32'(gen_counters.clear_q)));
      if (!gen_counters.cleared_q) begin
        P1_clearing: assert (f_count == '0 && 32'(gen_counters.clear_q) < Entries);
      end
      if (f_cleared_slot) begin
        P1_count: assert (gen_counters.count_q[f_slot] == f_count);
      end
      if (f_take) begin
        P6_count: assert (take_count == f_with_inc && take_pushes == (f_with_inc != '0));
      end
      if (f_quiet) begin
        P8_count: assert (gen_counters.count_q[f_slot] == f_last_count);
      end
      P9_count: assert (f_count <= f_max);
      if (f_take) begin
        P9_handed_over: assert (take_count <= f_max);
      end
      C_full: cover (f_count == f_max && f_max == '1);
      C_full_below_all_ones: cover (f_count == f_max && f_max > 2 && f_max != '1);
      C_full_handed_over: cover (f_take && f_count == f_max);
      C_evict_with_increment: cover (f_take && event_kind_i == SlotEvict && f_slot_inc);
    end
  end

`ifdef SN_FORMAL_SUM
  // Sums may wrap around; the equation still holds.
  logic [FSumWidth-1:0] f_in, f_out, f_lost, f_resident, f_inside;
  logic f_all_clear, f_all_in_range;
  always_comb begin
    f_resident  = '0;
    f_all_clear = 1'b1;
    f_all_in_range = 1'b1;
    for (int unsigned i = 0; i < Entries; i++) begin
      f_resident = f_resident + FSumWidth'(gen_counters.count_q[i]);
      if (i < 32'(gen_counters.clear_q) && gen_counters.count_q[i] != '0) f_all_clear = 1'b0;
      if (gen_counters.count_q[i] > f_max) f_all_in_range = 1'b0;
    end
    if (!gen_counters.cleared_q) f_resident = '0;
    f_inside = '0;
    if (f_fill > 0) f_inside = f_inside + FSumWidth'(f_waiting0[CountWidth-1:0]);
    if (f_fill > 1) f_inside = f_inside + FSumWidth'(f_waiting1[CountWidth-1:0]);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_in   <= '0;
      f_out  <= '0;
      f_lost <= '0;
    end else begin
      f_in   <= f_in + FSumWidth'(f_inc || f_orphan);
      f_out  <= f_out + (f_pop ? FSumWidth'(hand_over_count_o) : '0);
      f_lost <= f_lost + FSumWidth'(f_inc && gen_counters.count_q[inc_slot_i] == f_max);
    end
  end
  always_comb begin
    if (rst_ni) begin
      if (!gen_counters.cleared_q) begin
        P3_clear: assert (f_all_clear);
      end else begin
        P3_in_range: assert (f_all_in_range);
      end
      P3_conserved: assert (f_in == f_out + f_inside + f_resident + f_lost);
    end
  end
`endif
end else begin : gen_f_no_counters
  always_comb begin
    if (rst_ni && f_take) begin
      P6_touched: assert (take_pushes && take_count == '0);
    end
    if (rst_ni) begin
      P10_clearing: assert (f_clearing == '0);
    end
  end
end
