// SPDX-License-Identifier: Apache-2.0
// The example device with a message interface of valid and ready, and a checker for line 0 of each
// host. An S2M message leaves one cycle or more after the M2S message that causes it.

module clocked_device #(
  parameter int Hosts = 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        m2s_valid_i,
  output logic        m2s_ready_o,
  input  logic [3:0]  m2s_op_i,
  input  logic [4:0]  m2s_host_i,
  input  logic [51:0] m2s_address_i,
  input  logic [63:0] m2s_data_i,
  output logic        s2m_valid_o,
  input  logic        s2m_ready_i,
  output logic [3:0]  s2m_op_o,
  output logic [4:0]  s2m_host_o,
  output logic [51:0] s2m_address_o,
  output logic [63:0] s2m_data_o
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
        s2m_op_o <= op[3:0];
        s2m_host_o <= host[4:0];
        s2m_address_o <= address[51:0];
        s2m_data_o <= data;
      end
    end
  end

  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    sn_cxl_mem_bi_checker #(.Messages(2)) u_checker (
      .clk_i,
      .rst_ni,
      .line_i   ('0),
      .valid_i  ({s2m_valid_o && s2m_ready_i && s2m_host_o == 5'(h),
                  m2s_valid_i && m2s_ready_o && m2s_host_i == 5'(h)}),
      .op_i     ({s2m_op_o, m2s_op_i}),
      .address_i({s2m_address_o, m2s_address_i})
    );
  end

endmodule
