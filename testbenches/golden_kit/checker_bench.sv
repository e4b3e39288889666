// SPDX-License-Identifier: Apache-2.0
// Feeds sn_cxl_mem_bi_checker with the messages of one head and one line: numbers of sn_op_e from the
// file +messages=FILE. The number 99 resets the checker, for another head or line.

module checker_bench #(
  parameter int Messages = 1
) ();

  localparam int Restart = 99;

  logic                  clk = 1'b0;
  logic                  rst_n = 1'b0;
  logic [Messages-1:0]   valid = '0;
  logic [5*Messages-1:0] ops = '0;
  string                 name;
  int                    file;
  int                    op = 0;
  int                    count = 0;

  sn_cxl_mem_bi_checker #(.AddressWidth(1), .Messages(Messages)) u_checker (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .line_i   (1'b0),
    .valid_i  (valid),
    .op_i     (ops),
    .address_i('0)
  );

  always #1 clk = !clk;

  initial begin
    if ($value$plusargs("messages=%s", name) == 0) $fatal(1, "expected +messages=FILE");
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "cannot read %s", name);
    @(negedge clk);
    rst_n = 1'b1;
    while (op >= 0) begin
      for (int i = 0; i < Messages; i++) begin
        if ($fscanf(file, "%d", op) != 1) op = -1;
        if (op < 0 || op == Restart) break;
        valid[i] = 1'b1;
        ops[5*i+:5] = op[4:0];
        count = count + 1;
      end
      @(negedge clk);
      valid = '0;
      rst_n = op != Restart;
      @(negedge clk);
      rst_n = 1'b1;
    end
    $display("checker_bench: %0d messages", count);
    $finish;
  end

endmodule
