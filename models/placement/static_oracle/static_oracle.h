// SPDX-License-Identifier: Apache-2.0
// The published oracle: knows the whole run from a first pass; nothing moves.
//
// Contract: widely shared pages (sharing.h) go to the pool, most missed first and then in page
// order, until the room is used, and to a random sharer where there is no room or no pool. Other
// pages go to their top misser. Pages without misses stay with their first toucher. Pooled pages
// are dealt over the devices in page order; a full device is passed over.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

class StaticOracle : public Policy {
 public:
  /// A first pass must be there.
  explicit StaticOracle(const PolicySetup& setup);

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  accounting::PageCounts misses_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> pooled_;  ///< In page order.
  std::vector<base::NodeId> devices_;  ///< Of these, one each.
};

}  // namespace starnuma::placement
