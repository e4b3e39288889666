// SPDX-License-Identifier: Apache-2.0
// Bench of sn_dir_top for each simulator: host 0 owns a line and writes it back when host 1 reads it;
// both share it, host 1 becomes its owner, and a read of another line of the set evicts it.
// +waves=FILE writes the waves of the ports.

module directory_bench;

  import sn_dir_rows_pkg::*;

  logic clk = 1'b0, rst_n = 1'b0;
  logic       req_valid = 1'b0, rwd_valid = 1'b0, birsp_valid = 1'b0;
  logic       req_ready, rwd_ready, birsp_ready, bisnp_valid, rsp_valid, quiet, idle;
  cxl_op_e    req_op, rwd_op, birsp_op;
  logic [0:0] req_host, rwd_host, birsp_host, bisnp_host, rsp_host;
  logic [5:0] req_line, rwd_line, bisnp_line;
  logic [OpWidth-1:0] bisnp_op, rsp_op;
  logic [1:0] birsp_tag, bisnp_tag;
  logic [7:0] rsp_data;
  logic [0:0] mem_valid, mem_write;
  logic [0:0] rsp_id_valid = 1'b0;
  logic [1:0] mem_id, mem_rsp_id;
  logic [5:0] mem_line;
  logic [7:0] mem_data, mem_rsp_data;
  logic [7:0] memory [64];

  always #2 clk = !clk;

  sn_dir_top #(
    .Slices(1), .Hosts(2), .Sets(2), .Ways(1), .Entries(4), .LineWidth(6), .TagWidth(1), .DataWidth(8)
  ) u_top (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .req_valid_i      (req_valid),
    .req_ready_o      (req_ready),
    .req_op_i         (req_op),
    .req_host_i       (req_host),
    .req_line_i       (req_line),
    .req_tag_i        (1'b0),
    .rwd_valid_i      (rwd_valid),
    .rwd_ready_o      (rwd_ready),
    .rwd_op_i         (rwd_op),
    .rwd_host_i       (rwd_host),
    .rwd_line_i       (rwd_line),
    .rwd_tag_i        (1'b1),
    .rwd_data_i       (8'h5A),
    .birsp_valid_i    (birsp_valid),
    .birsp_ready_o    (birsp_ready),
    .birsp_op_i       (birsp_op),
    .birsp_host_i     (birsp_host),
    .birsp_bitag_i    (birsp_tag),
    .bisnp_valid_o    (bisnp_valid),
    .bisnp_ready_i    (1'b1),
    .bisnp_op_o       (bisnp_op),
    .bisnp_host_o     (bisnp_host),
    .bisnp_line_o     (bisnp_line),
    .bisnp_bitag_o    (bisnp_tag),
    .rsp_valid_o      (rsp_valid),
    .rsp_ready_i      (1'b1),
    .rsp_op_o         (rsp_op),
    .rsp_host_o       (rsp_host),
    .rsp_tag_o        (),
    .rsp_data_o       (rsp_data),
    .rsp_devload_o    (),
    .mem_req_valid_o  (mem_valid),
    .mem_req_ready_i  (1'b1),
    .mem_req_write_o  (mem_write),
    .mem_req_ahead_o  (),
    .mem_req_id_o     (mem_id),
    .mem_req_line_o   (mem_line),
    .mem_req_data_o   (mem_data),
    .mem_rsp_valid_i  (rsp_id_valid),
    .mem_rsp_id_i     (mem_rsp_id),
    .mem_rsp_data_i   (mem_rsp_data),
    .mem_rsp_dropped_i(1'b0),
    .commit_valid_o   (),
    .commit_line_o    (),
    .commit_cause_o   (),
    .commit_host_o    (),
    .commit_event_o   (),
    .commit_before_o  (),
    .commit_after_o   (),
    .commit_sharers_o (),
    .commit_turn_o    (),
    .illegal_o        (),
    .quiet_o          (quiet),
    .idle_o           (idle)
  );

  // Memory answers in the next cycle.
  always @(posedge clk) begin
    rsp_id_valid    <= mem_valid & ~mem_write;
    mem_rsp_id   <= mem_id;
    mem_rsp_data <= memory[mem_line];
    if (mem_valid[0] && mem_write[0]) memory[mem_line] <= mem_data;
  end

  task automatic fail(input string what);
    $display("directory: FAILED: %s", what);
    $fatal(1);
  endtask

  task automatic request(input cxl_op_e op, input logic host, input logic [5:0] line);
    @(negedge clk);
    req_valid = 1'b1; req_op = op; req_host = host; req_line = line;
    #1 while (!req_ready) @(negedge clk) #1;
    @(negedge clk) req_valid = 1'b0;
  endtask

  task automatic respond(input cxl_op_e op, input logic host, input logic [1:0] tag);
    @(negedge clk);
    birsp_valid = 1'b1; birsp_op = op; birsp_host = host; birsp_tag = tag;
    #1 while (!birsp_ready) @(negedge clk) #1;
    @(negedge clk) birsp_valid = 1'b0;
  endtask

  task automatic write_back(input logic host, input logic [5:0] line, input cxl_op_e op = OpMemWr);
    @(negedge clk);
    rwd_valid = 1'b1; rwd_op = op; rwd_host = host; rwd_line = line;
    #1 while (!rwd_ready) @(negedge clk) #1;
    @(negedge clk) rwd_valid = 1'b0;
  endtask

  task automatic expect_answer(input cxl_op_e op, input logic host, input logic [7:0] data);
    int cycles;
    cycles = 0;
    while (!rsp_valid && cycles < 50) begin
      @(negedge clk);
      cycles++;
    end
    if (!rsp_valid || rsp_op != op || rsp_host != host) fail("another answer");
    if (op != OpCmp && op != OpCmpE && rsp_data != data) fail("other data");
    @(negedge clk);
  endtask

  task automatic expect_snoop(input cxl_op_e op, input logic host, input logic [5:0] line,
                              output logic [1:0] tag);
    int cycles;
    cycles = 0;
    while (!bisnp_valid && cycles < 50) begin
      @(negedge clk);
      cycles++;
    end
    if (!bisnp_valid || bisnp_op != op || bisnp_host != host || bisnp_line != line) fail("another snoop");
    tag = bisnp_tag;
    @(negedge clk);
  endtask

  logic [1:0] tag;
  string      waves;
  initial begin
    if ($value$plusargs("waves=%s", waves) != 0) begin
      $dumpfile(waves);
      $dumpvars(1, u_top);
    end
    for (int i = 0; i < 64; i++) memory[i] = 8'(i);
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    request(OpMemRdOwn, 1'b0, 6'd9);
    expect_answer(OpMemDataE, 1'b0, 8'd9);
    request(OpMemRdShared, 1'b1, 6'd9);
    expect_snoop(OpBISnpData, 1'b0, 6'd9, tag);
    write_back(1'b0, 6'd9);
    expect_answer(OpCmp, 1'b0, 8'd0);
    respond(OpBIRspS, 1'b0, tag);
    expect_answer(OpMemDataS, 1'b1, 8'h5A);
    request(OpMemRdOwn, 1'b1, 6'd9);
    expect_snoop(OpBISnpInv, 1'b0, 6'd9, tag);
    respond(OpBIRspI, 1'b0, tag);
    expect_answer(OpMemDataE, 1'b1, 8'h5A);
    request(OpMemRdShared, 1'b0, 6'd11);  // the same set
    expect_snoop(OpBISnpInv, 1'b1, 6'd9, tag);
    respond(OpBIRspI, 1'b1, tag);
    expect_answer(OpMemDataE, 1'b0, 8'd11);
    request(OpMemInv, 1'b1, 6'd11);
    expect_snoop(OpBISnpInv, 1'b0, 6'd11, tag);
    respond(OpBIRspI, 1'b0, tag);
    expect_answer(OpCmpE, 1'b1, 8'd0);
    request(OpMemRdCurrent, 1'b0, 6'd11);
    expect_snoop(OpBISnpCur, 1'b1, 6'd11, tag);
    write_back(1'b1, 6'd11, OpMemWrOwn);
    expect_answer(OpCmp, 1'b1, 8'd0);
    respond(OpBIRspE, 1'b1, tag);
    expect_answer(OpMemDataCmp, 1'b0, 8'h5A);
    repeat (3) @(negedge clk);
    if (!idle || !quiet) fail("not idle");
    $display("directory: ok");
    $finish;
  end

endmodule
