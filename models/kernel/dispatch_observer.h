// SPDX-License-Identifier: Apache-2.0
// Interface of a passive observer of handled messages.
//
// Contract:
// - handling() is called before an agent handles a message, with the message as it arrived.
// - handled() is called after it, with the completion time and before any resulting message is
//   sent.
// - The observer never changes the simulation.
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
