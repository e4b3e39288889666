// SPDX-License-Identifier: Apache-2.0
// Assertions with clock clk_i, disabled while rst_ni is low. They exist only in simulation;
// synthesis and formal tools, which define SYNTHESIS or FORMAL, do not see them. Neither does
// Icarus, which has no concurrent assertions.

`ifndef SN_ASSERT_SVH
`define SN_ASSERT_SVH

`ifdef SYNTHESIS
`define SN_NO_SVA
`endif
`ifdef FORMAL
`define SN_NO_SVA
`endif
`ifdef __ICARUS__
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

// Stops elaboration. Icarus has no elaboration tasks before version 12 and stops at time 0.
`ifdef __ICARUS__
`define SN_ILLEGAL(text) initial $fatal(1, text);
`else
`define SN_ILLEGAL(text) $error(text);
`endif

`endif  // SN_ASSERT_SVH
