// SPDX-License-Identifier: Apache-2.0
// Interfaces of passive observers of the channels of queued delivery. Sockets do not reach these
// channels.
//
// Contract:
// - entered() is called at message.time, when a message enters a channel. The message has left its
//   previous position by then.
// - The observer never changes the simulation.
// - No call is made without an observer or with kWaves false.
#pragma once

#include "models/kernel/envelope.h"

namespace starnuma::kernel {

class PassObserver {
 public:
  virtual ~PassObserver() = default;
  virtual void entered(std::uint32_t place, const Envelope& message) = 0;
};

/// Receives the occupancy and the remaining credits of a queue after each change. The credits are
/// kNeedsNone for a queue without flow control.
class QueueObserver {
 public:
  static constexpr int kNeedsNone = -1;
  /// Id of a queue without an observer.
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  virtual ~QueueObserver() = default;
  virtual void changed(std::uint32_t queue, base::Time time, std::size_t waiting, int credits) = 0;
};

}  // namespace starnuma::kernel
