// SPDX-License-Identifier: Apache-2.0
// The example device with a message interface of valid and ready, and a checker for line 0 of each
// host. An S2M message leaves one cycle or more after the M2S message that causes it.

`include "sn_message_ports.svh"

module clocked_device #(
  parameter int Hosts = 4
) (
  input logic clk_i,
  input logic rst_ni,
  `SN_MESSAGE_PORTS(m2s, input, output, i, o),
  `SN_MESSAGE_PORTS(s2m, output, input, o, i)
);
  import sn_cxl_golden_pkg::*;

  example_device u_device ();

  int   op, host;
  u64_t address, data;

  assign m2s_ready_o = rst_ni;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      s2m_valid_o <= 1'b0;
    end else begin
      if (m2s_valid_i)
        u_device.receive(int'(m2s_op_i), int'(m2s_host_i), u64_t'(m2s_address_i), m2s_data_i);
      if (!s2m_valid_o || s2m_ready_i) begin
        s2m_valid_o <= u_device.send(op, host, address, data) != 0;
        s2m_op_o <= op[4:0];
        s2m_host_o <= host[4:0];
        s2m_address_o <= address[51:0];
        s2m_data_o <= data;
      end
    end
  end

  clocked_checkers #(.Hosts(Hosts)) u_checkers (
    .clk_i,
    .rst_ni,
    .m2s_valid_i,
    .m2s_ready_i  (m2s_ready_o),
    .m2s_op_i,
    .m2s_host_i,
    .m2s_address_i,
    .m2s_data_i,
    .s2m_valid_i  (s2m_valid_o),
    .s2m_ready_i,
    .s2m_op_i     (s2m_op_o),
    .s2m_host_i   (s2m_host_o),
    .s2m_address_i(s2m_address_o),
    .s2m_data_i   (s2m_data_o)
  );

endmodule
