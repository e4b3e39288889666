// SPDX-License-Identifier: Apache-2.0
// Ports of one direction of the message interface with valid and ready. A device has
//   `SN_MESSAGE_PORTS(m2s, input, output, i, o) and `SN_MESSAGE_PORTS(s2m, output, input, o, i),
// hosts have the reverse, and an observer has inputs only.

`ifndef SN_MESSAGE_PORTS_SVH
`define SN_MESSAGE_PORTS_SVH

`define SN_MESSAGE_PORTS(name, from, to, f, t) \
  from logic        name``_valid_``f, \
  to   logic        name``_ready_``t, \
  from logic [4:0]  name``_op_``f, \
  from logic [4:0]  name``_host_``f, \
  from logic [51:0] name``_address_``f, \
  from logic [63:0] name``_data_``f

`endif  // SN_MESSAGE_PORTS_SVH
