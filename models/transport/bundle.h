// SPDX-License-Identifier: Apache-2.0
// Joins several equal links between the same two components to one port. Blocks of consecutive
// lines are interleaved over the links.
//
// Contract:
// - All messages of a line use the same link, so messages of a line keep their order.
// - Messages that arrive on any link leave through the one port.
// - The bundle never opens an envelope.
//
// Timing: none.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/base/quantities.h"
#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"

namespace starnuma::transport {

class Bundle : public sc_core::sc_module {
 public:
  /// `granularity` is the number of consecutive bytes on one link: whole lines, at most
  /// `kMaxLinkInterleave`.
  Bundle(const sc_core::sc_module_name& name, int links, base::Bytes granularity);

 private:
  void enter(kernel::Envelope& envelope);
  void merge(kernel::Envelope& envelope) { port_out.send(envelope); }

 public:
  kernel::Target<&Bundle::enter> port_in{"port_in", *this};
  kernel::Initiator<kernel::Envelope> port_out{"port_out"};
  using LinkIn = kernel::Target<&Bundle::merge>;
  sc_core::sc_vector<LinkIn> link_in;
  sc_core::sc_vector<kernel::Initiator<kernel::Envelope>> link_out;

 private:
  std::uint32_t links_;
  std::uint32_t block_lines_;
};

}  // namespace starnuma::transport
