// SPDX-License-Identifier: Apache-2.0
// Golden hosts that access a few lines at random, with a message interface of valid and ready. They
// stop after `Accesses` accesses. Replace them by a wrapper of your own hosts.

`include "sn_message_ports.svh"

module clocked_hosts #(
  parameter int Hosts    = 4,
  parameter int Lines    = 12,
  parameter int Accesses = 5000
) (
  input logic clk_i,
  input logic rst_ni,
  `SN_MESSAGE_PORTS(m2s, output, input, o, i),
  `SN_MESSAGE_PORTS(s2m, input, output, i, o)
);
  import sn_cxl_golden_pkg::*;

  chandle hosts [Hosts];
  int     op, host;
  int     started = 0;
  u64_t   address, data;
  logic   sent;

  initial for (int h = 0; h < Hosts; h++) hosts[h] = sn_host_new(h);

  assign s2m_ready_o = rst_ni;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      m2s_valid_o <= 1'b0;
    end else begin
      if (s2m_valid_i)
        sn_host_receive(hosts[s2m_host_i[$clog2(Hosts)-1:0]], int'(s2m_op_i), u64_t'(s2m_address_i), s2m_data_i);
      if (started < Accesses) begin
        host = int'($urandom_range(Hosts - 1));
        started = started + sn_host_start(hosts[host], int'($urandom_range(2)),
                                          u64_t'($urandom_range(Lines - 1)) * 64, u64_t'(started));
      end
      if (!m2s_valid_o || m2s_ready_i) begin
        sent = 1'b0;
        for (int h = 0; h < Hosts && !sent; h++) begin
          sent = sn_host_send(hosts[h], op, address, data) != 0;
          if (sent) m2s_host_o <= 5'(h);
        end
        m2s_valid_o <= sent;
        m2s_op_o <= op[4:0];
        m2s_address_o <= address[51:0];
        m2s_data_o <= data;
      end
    end
  end

endmodule
