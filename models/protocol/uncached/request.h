// SPDX-License-Identifier: Apache-2.0
// What a unit asks its socket's caching agent to send to uncached memory, and what a home does
// there.
//
// Contract: the initiator fills everything; the caching agent moves `time` from when the request
// leaves the unit to when the home's answer is there.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/protocol/message.h"

namespace starnuma::protocol {

struct UncachedRequest {
  base::LineAddress line;
  uncached::Op op = uncached::Op::kAdd;
  Message::Purpose purpose = Message::Purpose::kTracker;
  std::uint8_t entry = 0;   ///< kAdd: which metadata entry of the line.
  std::uint16_t count = 0;  ///< kAdd: what to add.
  base::Time time;
  std::uint64_t transaction = 0;  ///< Out: as on its messages' envelopes.
};

/// Contents of uncached memory; homes change them.
class UncachedMemory {
 public:
  virtual ~UncachedMemory() = default;
  /// Adds to an entry of the line: the socket's bit, and the count, saturating. Says whether that
  /// changed the entry.
  virtual bool add(base::LineAddress line, int entry, base::SocketId socket,
                   std::uint32_t count) = 0;
};

}  // namespace starnuma::protocol
