// SPDX-License-Identifier: Apache-2.0
#include "models/placement/placement.h"

#include <algorithm>

namespace starnuma::placement {

std::vector<base::NodeId> first_touch(const std::vector<base::PageOrigin>& origins,
                                      int cores_per_socket) {
  std::vector<base::NodeId> homes;
  homes.reserve(origins.size());
  for (const base::PageOrigin& origin : origins) {
    homes.push_back(
        static_cast<base::NodeId>(origin.bound ? origin.id : origin.id / cores_per_socket));
  }
  return homes;
}

std::vector<base::NodeId> static_oracle(std::vector<base::NodeId> homes,
                                        const base::PageCounts& profile, PoolRoom room) {
  struct Candidate {
    std::uint64_t page;
    std::uint64_t misses;
  };
  std::vector<Candidate> candidates;
  for (std::uint64_t page = 0; page < profile.pages(); ++page) {
    if (profile.sharers(page) > kPoolSharers) candidates.push_back({page, profile.misses(page)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.misses > b.misses; });
  if (candidates.size() > room.pages) candidates.resize(room.pages);
  for (const Candidate& candidate : candidates) homes[candidate.page] = room.node;
  return homes;
}

}  // namespace starnuma::placement
