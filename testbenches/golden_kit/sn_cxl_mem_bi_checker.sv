// SPDX-License-Identifier: Apache-2.0
// Checker of the CXL.mem messages with Back-Invalidate (HDM-DB) of one head and one line. Instantiate
// or bind it at the message interface of a device.
//
// Contract:
// - M2S messages are observed when they arrive at the device, S2M messages when they leave it.
// - A cycle has up to `Messages` messages, which count in the order of their index. If a head has
//   separate channels, the channels of M2S have the lower indices.
// - `op_i` has the numbers of sn_op_e (sn_cxl_golden_pkg.sv), 5 bits per message.
// - `line_i` is constant; messages of other lines are ignored. A proof leaves it free.
// - `AssumeHost` and `AssumeDevice` turn the properties of M2S and S2M messages into assumptions, for
//   the proof of a device or of a host.
// - sn_cxl_mem_bi_rules.sv has the properties and their covers.
// - Yosys: read_verilog -sv -formal -DFORMAL sn_cxl_mem_bi_rules.sv sn_cxl_mem_bi_checker.sv.
//
// Not checked: rules that concern several heads, data, and messages that never come. The scoreboard
// checks the first two.

module sn_cxl_mem_bi_checker #(
  parameter int AddressWidth = 52,
  parameter int Messages     = 1,
  parameter bit AssumeHost   = 1'b0,
  parameter bit AssumeDevice = 1'b0
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic [AddressWidth-1:0]          line_i,
  input logic [Messages-1:0]              valid_i,
  input logic [5*Messages-1:0]            op_i,
  input logic [AddressWidth*Messages-1:0] address_i
);

  localparam int StateWidth = 20;

  logic [StateWidth-1:0]              state_q = '0;  // initial value for proofs
  logic [(Messages+1)*StateWidth-1:0] states;  // before each message, and after the last one

  assign states[0+:StateWidth] = state_q;

  for (genvar i = 0; i < Messages; i++) begin : gen_message
    sn_cxl_mem_bi_rules #(.AssumeHost(AssumeHost), .AssumeDevice(AssumeDevice)) u_rules (
      .clk_i,
      .rst_ni,
      .state_i(states[i*StateWidth+:StateWidth]),
      .valid_i(valid_i[i] && address_i[i*AddressWidth+:AddressWidth] == line_i),
      .op_i   (op_i[i*5+:5]),
      .state_o(states[(i+1)*StateWidth+:StateWidth])
    );
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= '0;
    else state_q <= states[Messages*StateWidth+:StateWidth];
  end

endmodule
