// SPDX-License-Identifier: Apache-2.0
// What a passive observer is told of messages in boxes that no socket leads to: channels of queued
// mode.
//
// Contract: entered() when a message comes into a place, at message.time; whatever it was in
// before, it has left. The observer never drives. Without one, and with kWaves false, nothing is
// called.
#pragma once

#include "models/kernel/envelope.h"

namespace starnuma::kernel {

class PassObserver {
 public:
  virtual ~PassObserver() = default;
  virtual void entered(std::uint32_t place, const Envelope& message) = 0;
};

/// Is told how many messages wait in a queue after a change, and how many credits it has left, or
/// kNeedsNone.
class QueueObserver {
 public:
  static constexpr int kNeedsNone = -1;
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};  ///< A queue that nobody watches.
  virtual ~QueueObserver() = default;
  virtual void changed(std::uint32_t queue, base::Time time, std::size_t waiting, int credits) = 0;
};

}  // namespace starnuma::kernel
