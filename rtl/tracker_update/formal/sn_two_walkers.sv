// SPDX-License-Identifier: Apache-2.0
// Tracker update units of two sockets that update the same metadata entry; shows why the line is
// held from read to write. A model for proofs only.
//
// Memory, as caching agents and homes implement it, does not grant a line to one socket while the
// other holds it. With HoldsLine 0 it grants the line at once, counts are lost, and the proof must
// fail. With AddAtHome 1 memory adds each add in the cycle of its arrival, from one socket per
// cycle, and no line is held.
// Reset occurs whenever both units are idle (docs/decisions/archive.md, 0040). Memory and
// the sums below are not reset. With SN_FORMAL_RESET_ANY_TIME a reset occurs at any time, and the
// proof must fail.
// W1 when both units are idle, the entry's count is the saturating sum of all accepted counts
// W2 its sharer bits are those of the sockets with a hand-over

module sn_two_walkers
  import sn_tracking_pkg::*;
#(
  parameter bit HoldsLine = 1'b1,
  parameter bit AddAtHome = 1'b0,
  localparam int CountWidth = 3,
  localparam int Sockets = 2,
  localparam int EntryWidth = entry_width(Sockets, CountWidth),
  localparam int AddressWidth = 4
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [CountWidth-1:0] count_max_i,
  input logic [1:0]            hand_over_valid_i,
  input logic [CountWidth-1:0] hand_over_count_i [2],
  input logic [1:0]            answer_i,  // memory answers in this cycle
  input logic [1:0]            grant_i,  // memory accepts a request in this cycle
  input logic [1:0]            credit_i  // memory accepts an add
);

  logic [1:0]            hand_over_ready, req_valid, req_ready, rsp_ready, idle;
  mem_kind_e             req_kind [2];
  logic [EntryWidth-1:0] req_word [2];
  logic [AddressWidth-1:0] req_address [2];

  logic [EntryWidth-1:0] word_q;  // metadata entry
  logic [1:0]            held_q;  // holder of the line, one bit per socket
  logic [CountWidth-1:0] total_q;
  logic [1:0]            seen_q;
  logic [1:0]            read, finish, accept;

  for (genvar i = 0; i < 2; i++) begin : gen_walker
    sn_tracker_update #(
      .CountWidth  (CountWidth),
      .Sockets     (Sockets),
      .PageWidth   (2),
      .SpaceWidth  (1),
      .AddressWidth(AddressWidth),
      .QueueEntries(1)
    ) u_walker (
      .clk_i,
      .rst_ni,
      .base_i           ('{default: '0}),
      .region_shift_i   (1'b1),
      .socket_i         (1'(i)),
      .add_at_home_i    (AddAtHome),
      .count_max_i,
      .hand_over_valid_i(hand_over_valid_i[i]),
      .hand_over_ready_o(hand_over_ready[i]),
      .hand_over_space_i(1'b0),
      .hand_over_page_i (2'b00),
      .hand_over_count_i(hand_over_count_i[i]),
      .mem_req_valid_o  (req_valid[i]),
      .mem_req_ready_i  (req_ready[i]),
      .mem_req_kind_o   (req_kind[i]),
      .mem_req_address_o(req_address[i]),
      .mem_req_word_o   (req_word[i]),
      .mem_rsp_valid_i  (rsp_ready[i] && answer_i[i]),
      .mem_rsp_ready_o  (rsp_ready[i]),
      .mem_rsp_word_i   (word_q),
      .add_credit_i     (credit_i[i]),
      .idle_o           (idle[i])
    );

    // If both sockets request the line in one cycle, socket 0 wins.
    logic free;
    assign free         = !HoldsLine || (!held_q[1-i] && !(i == 1 && read[0]));
    assign req_ready[i] = grant_i[i] && (req_kind[i] == MemAdd         ? !(i == 1 && finish[0]) :
                                         req_kind[i] == MemReadAndHold ? free : 1'b1);
    assign read[i]      = req_valid[i] && req_ready[i] && req_kind[i] == MemReadAndHold;
    assign finish[i]    = req_valid[i] && req_ready[i] && req_kind[i] != MemReadAndHold;
    assign accept[i]    = rst_ni && hand_over_valid_i[i] && hand_over_ready[i];
  end

  function automatic logic [CountWidth-1:0] add(logic [CountWidth-1:0] a,
                                                logic [CountWidth-1:0] b);
    logic [CountWidth:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return (sum > {1'b0, count_max_i}) ? count_max_i : sum[CountWidth-1:0];
  endfunction

  function automatic logic [EntryWidth-1:0] sum(logic [EntryWidth-1:0] a,
                                                logic [EntryWidth-1:0] b);
    return EntryWidth'({add(a[Sockets +: CountWidth], b[Sockets +: CountWidth]),
                        a[Sockets-1:0] | b[Sockets-1:0]});
  endfunction

  logic f_running = 1'b0;
  always_ff @(posedge clk_i) begin
    if (!f_running) begin
      word_q  <= '0;
      held_q  <= '0;
      total_q <= '0;
      seen_q  <= '0;
    end else begin
      held_q <= (held_q | read) & ~finish;
      seen_q <= seen_q | accept;
      for (int i = 0; i < 2; i++) begin
        if (finish[i] && req_kind[i] == MemWriteAndRelease) word_q <= req_word[i];
        if (finish[i] && req_kind[i] == MemAdd) word_q <= sum(word_q, req_word[i]);
      end
      total_q <= add(add(total_q, accept[0] ? hand_over_count_i[0] : '0),
                     accept[1] ? hand_over_count_i[1] : '0);
    end
  end

  ////////////////
  // Properties //
  ////////////////

  logic [CountWidth-1:0] f_max;  // arbitrary constant
  logic                  f_may_reset, f_was_reset;
  always_ff @(posedge clk_i) begin
    f_running   <= 1'b1;
    f_max       <= f_max;
    f_may_reset <= !f_running || !rst_ni || (idle == 2'b11 && hand_over_valid_i == '0);
    f_was_reset <= f_running && (!rst_ni || (f_was_reset && idle == 2'b11));
  end

  // Contributions in flight to the entry: a finished update, and the two queues.
  logic [1:0]            finishing, queued, released_as_read;
  logic [CountWidth-1:0] queued_count [2];
  logic [EntryWidth-1:0] next_word;
  for (genvar i = 0; i < 2; i++) begin : gen_f_walker
    assign finishing[i]    = req_valid[i] && req_kind[i] != MemReadAndHold;
    assign queued[i]       = gen_walker[i].u_walker.u_queue.valid_q[0];
    assign queued_count[i] = queued[i] ? gen_walker[i].u_walker.u_queue.count_q[0] : '0;
  end
  for (genvar i = 0; i < 2; i++) begin : gen_f_released
    assign released_as_read[i] = !finishing[i] || req_kind[i] != MemRelease ||
                                 req_word[i] == word_q;
  end
  always_comb begin
    next_word = finishing[0] ? req_word[0] : finishing[1] ? req_word[1] : word_q;
    if (AddAtHome) begin
      next_word = sum(sum(word_q, finishing[0] ? req_word[0] : '0), finishing[1] ? req_word[1] : '0);
    end
  end

  always_comb begin
    assume (f_running || !rst_ni);
`ifndef SN_FORMAL_RESET_ANY_TIME
    assume (!f_running || rst_ni || f_may_reset);
`endif
    assume (count_max_i == f_max && f_max != '0);
    assume (hand_over_count_i[0] <= f_max && hand_over_count_i[1] <= f_max);
    if (f_running) begin
      if (idle == 2'b11) begin
        W1_count: assert (word_q[Sockets +: CountWidth] == total_q);
        W2_bits: assert (word_q[Sockets-1:0] == seen_q);
      end
      // Invariants for the induction.
      if (HoldsLine || AddAtHome) begin
        W1_on_its_way: assert (total_q == add(next_word[Sockets +: CountWidth],
                                              add(queued_count[0], queued_count[1])));
        W2_on_its_way: assert (seen_q == (next_word[Sockets-1:0] | queued));
      end
      if (AddAtHome) begin
        W3_never_waits: assert (rsp_ready == '0);
      end
      if (HoldsLine && !AddAtHome) begin
        W3_one_holds: assert (held_q != 2'b11 && held_q == (rsp_ready | finishing));
        W3_released: assert (&released_as_read);
        W3_waits_for: assert ((rsp_ready & ~queued) == '0);
      end
      // No queue and no update in flight exceeds the maximum.
      W1_in_range: assert (word_q[Sockets +: CountWidth] <= f_max &&
                           queued_count[0] <= f_max && queued_count[1] <= f_max &&
                           (!finishing[0] || req_word[0][Sockets +: CountWidth] <= f_max) &&
                           (!finishing[1] || req_word[1][Sockets +: CountWidth] <= f_max));
      C_after_reset: cover (f_was_reset && seen_q == 2'b11 && hand_over_valid_i == 2'b11);
      C_both: cover (idle == 2'b11 && seen_q == 2'b11 && total_q != f_max);
      C_full_below_all_ones: cover (idle == 2'b11 && total_q == f_max && f_max > 2 && f_max != '1);
      C_waits: cover ((held_q[0] || AddAtHome) && req_valid[1] && grant_i[1] && !req_ready[1]);
    end
  end

endmodule
