// SPDX-License-Identifier: Apache-2.0
#include "models/placement/policy.h"

namespace starnuma::placement {

std::vector<base::NodeId> allocate(Policy& policy, const std::vector<base::PageOrigin>& origins,
                                   const std::vector<base::NodeId>& node_of_thread) {
  std::vector<base::NodeId> homes;
  homes.reserve(origins.size());
  for (const base::PageOrigin& origin : origins) {
    homes.push_back(origin.bound ? static_cast<base::NodeId>(origin.id)
                                 : policy.on_allocate({homes.size(), node_of_thread[origin.id]}));
  }
  return homes;
}

}  // namespace starnuma::placement
