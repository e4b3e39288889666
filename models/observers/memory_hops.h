// SPDX-License-Identifier: Apache-2.0
// Hops of DRAM accesses in memory channels, on behalf of the message that an agent is handling.
#pragma once

#include <deque>

#include "models/kernel/tap.h"
#include "models/observers/message_hops.h"
#include "models/protocol/memory_request.h"

namespace starnuma::observers {

class MemoryHops : public kernel::Tapper<protocol::MemoryRequest> {
 public:
  MemoryHops(HopBuffer& buffer, const MessageHops& messages)
      : buffer_(buffer), messages_(messages) {}

  kernel::Destination<protocol::MemoryRequest> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::MemoryRequest>& direct) override;

 private:
  struct Tap {
    MemoryHops& hops;
    kernel::Destination<protocol::MemoryRequest> ahead;
    std::uint32_t track;
  };
  void pass(const Tap& tap, protocol::MemoryRequest& request);

  HopBuffer& buffer_;
  const MessageHops& messages_;
  std::deque<Tap> taps_;
};

}  // namespace starnuma::observers
