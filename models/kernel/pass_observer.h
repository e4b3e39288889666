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

}  // namespace starnuma::kernel
