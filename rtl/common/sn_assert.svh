// SPDX-License-Identifier: Apache-2.0
// Assertions with clock clk_i, disabled while rst_ni is low. They exist only in simulation;
// synthesis and formal tools, which define SYNTHESIS or FORMAL, do not see them.

`ifndef SN_ASSERT_SVH
`define SN_ASSERT_SVH

`ifdef SYNTHESIS
`define SN_NO_SVA
`endif
`ifdef FORMAL
`define SN_NO_SVA
`endif

`ifdef SN_NO_SVA
`define SN_ASSERT(name, property_)
`define SN_COVER(name, property_)
`else
`define SN_ASSERT(name, property_) \
  name: assert property (@(posedge clk_i) disable iff (!rst_ni) (property_));
`define SN_COVER(name, property_) \
  name: cover property (@(posedge clk_i) disable iff (!rst_ni) (property_));
`endif

`endif  // SN_ASSERT_SVH
