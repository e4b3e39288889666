// SPDX-License-Identifier: Apache-2.0
// Book of a caching agent's completed requests: their counters, access classes and observers.
//
// Contract:
// - The ledger of a request sums to its latency; a violation stops the run.
// - Observers are called for demand accesses and page walks, in the order of completion.
#pragma once

#include <vector>

#include "models/cache/agent_context.h"
#include "models/cache/miss_registers.h"
#include "models/kernel/miss_observer.h"

namespace starnuma::cache {

class MissBook {
 public:
  /// `context` must outlive this object.
  explicit MissBook(AgentContext& context) : context_(context) {}

  void add_observer(kernel::MissObserver& observer) { observers_.push_back(&observer); }
  /// Records the completed request of a register. Precondition: the access has its final time.
  void book(const MissRegister& pending);

 private:
  accounting::AccessClass class_of(const MissRegister& pending, base::NodeId home) const;

  AgentContext& context_;
  std::vector<kernel::MissObserver*> observers_;
};

}  // namespace starnuma::cache
