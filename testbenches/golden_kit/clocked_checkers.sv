// SPDX-License-Identifier: Apache-2.0
// A checker for line 0 of each host at the message interface of valid and ready.

`include "sn_message_ports.svh"

module clocked_checkers #(
  parameter int Hosts = 4
) (
  input logic clk_i,
  input logic rst_ni,
  `SN_MESSAGE_PORTS(m2s, input, input, i, i),
  `SN_MESSAGE_PORTS(s2m, input, input, i, i)
);

  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    sn_cxl_mem_bi_checker #(.Messages(2)) u_checker (
      .clk_i,
      .rst_ni,
      .line_i   ('0),
      .valid_i  ({s2m_valid_i && s2m_ready_i && s2m_host_i == 5'(h),
                  m2s_valid_i && m2s_ready_i && m2s_host_i == 5'(h)}),
      .op_i     ({s2m_op_i, m2s_op_i}),
      .address_i({s2m_address_i, m2s_address_i})
    );
  end

endmodule
