// SPDX-License-Identifier: Apache-2.0
// Oracle of the publication: uses the profile of a complete first pass; pages do not move.
//
// Contract:
// - Widely shared pages (sharing.h) are placed on the pool, most misses first and then in page
//   order, until it is full. Without pool capacity they are placed on a random sharer.
// - Other pages are placed on their top misser. Pages without misses stay with their first toucher.
// - Pooled pages are distributed over the devices in page order; a full device is skipped.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

class StaticOracle : public Policy {
 public:
  /// Precondition: a first pass is present.
  explicit StaticOracle(const PolicySetup& setup);

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  accounting::PageCounts misses_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> pooled_;  ///< Pooled pages in page order.
  std::vector<base::NodeId> devices_;  ///< Device of each pooled page.
};

}  // namespace starnuma::placement
