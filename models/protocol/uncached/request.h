// SPDX-License-Identifier: Apache-2.0
// Request of a unit to its socket's caching agent for uncached memory, and the contents of that
// memory at a home.
//
// Contract: the initiator sets all fields. The caching agent advances `time` from the time of the
// request to the arrival of the home's response.
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
  std::uint8_t entry = 0;   ///< kAdd: metadata entry within the line.
  std::uint16_t count = 0;  ///< kAdd: amount to add. Out: amount by which the entry grew.
  base::Time time;
  std::uint64_t transaction = 0;  ///< Out: transaction, as in the envelopes of its messages.
};

/// Contents of uncached memory; homes change them.
class UncachedMemory {
 public:
  virtual ~UncachedMemory() = default;
  struct Added {
    bool changed;         ///< True if the bit was new or the count grew.
    std::uint16_t count;  ///< Amount by which the count grew.
  };
  /// Adds the socket's bit and the count, which saturates, to an entry of the line.
  virtual Added add(base::LineAddress line, int entry, base::SocketId socket,
                    std::uint32_t count) = 0;
};

}  // namespace starnuma::protocol
