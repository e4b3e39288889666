// SPDX-License-Identifier: Apache-2.0
#include "models/placement/policy.h"

namespace starnuma::placement {

std::vector<base::NodeId> allocate(Policy& policy, const std::vector<base::PageOrigin>& origins,
                                   int cores_per_socket) {
  std::vector<base::NodeId> homes;
  homes.reserve(origins.size());
  for (const base::PageOrigin& origin : origins) {
    homes.push_back(origin.bound
                        ? static_cast<base::NodeId>(origin.id)
                        : policy.on_allocate({homes.size(), static_cast<base::NodeId>(
                                                                origin.id / cores_per_socket)}));
  }
  return homes;
}

}  // namespace starnuma::placement
