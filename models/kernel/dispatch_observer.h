// SPDX-License-Identifier: Apache-2.0
// What a passive observer is told of each message that an agent handles.
//
// Contract: handling() before, with the message as it arrived; handled() after, with its time where
// the agent was done and before anything is sent because of it. The observer never drives.
#pragma once

#include "models/kernel/envelope.h"

namespace starnuma::kernel {

class Agent;

class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  virtual void handling(const Envelope& message, const Agent& receiver) = 0;
  virtual void handled(const Envelope& message, const Agent& receiver) = 0;
};

}  // namespace starnuma::kernel
