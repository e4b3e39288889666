// SPDX-License-Identifier: Apache-2.0
// Bench of the guide's module core_tracking, for each simulator: three loads of a page and the
// eviction of its translation add 3 to the entry that memory returns.

module core_tracking_bench;

  logic clk = 1'b0, rst_n = 1'b0;
  logic load = 1'b0, evict = 1'b0;
  logic idle, req_valid, rsp_ready;
  logic [47:0] bases [16];
  logic [47:0] req_address;
  logic [31:0] req_word;
  logic [1:0]  req_kind;

  always #1 clk = !clk;

  core_tracking u_core (
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .enable_i        (1'b1),
    .count_max_i     (16'hffff),
    .base_i          (bases),
    .region_shift_i  (6'd7),
    .socket_i        (4'd3),
    .add_at_home_i   (1'b0),
    .load_valid_i    (load),
    .load_ready_o    (),
    .load_orphan_i   (1'b0),
    .load_slot_i     (6'd9),
    .load_space_i    (4'd5),
    .load_page_i     (36'd256),
    .event_valid_i   (evict),
    .event_ready_o   (),
    .event_kind_i    (sn_tracking_pkg::SlotEvict),
    .event_slot_i    (6'd9),
    .event_space_i   (4'd5),
    .event_page_i    (36'd256),
    .mark_all_i      (1'b0),
    .mark_all_ready_o(),
    .marked_o        (),
    .req_valid_o     (req_valid),
    .req_ready_i     (1'b1),
    .req_kind_o      (req_kind),
    .req_address_o   (req_address),
    .req_word_o      (req_word),
    .rsp_valid_i     (rsp_ready),
    .rsp_ready_o     (rsp_ready),
    .rsp_word_i      (32'h0004_0001),
    .add_credit_i    (1'b0),
    .idle_o          (idle)
  );

  initial begin
    for (int i = 0; i < 16; i++) bases[i] = 48'h1000 * i;
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    @(negedge clk);
    while (!idle) @(negedge clk);
    load = 1'b1;
    repeat (3) @(negedge clk);
    load = 1'b0;
    evict = 1'b1;
    @(negedge clk);
    evict = 1'b0;
    repeat (20) begin
      @(negedge clk);
      if (req_valid && req_kind == sn_tracking_pkg::MemWriteAndRelease) begin
        if (req_address != 48'h5008 || req_word != 32'h0007_0009) $fatal(1, "wrong write");
        $display("core_tracking: ok");
        $finish;
      end
    end
    $fatal(1, "no write");
  end

endmodule
