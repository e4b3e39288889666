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

namespace {

/// Hands out the pool's pages: blocks of them to one device after the other.
class PoolDeal {
 public:
  explicit PoolDeal(const PoolRooms& rooms) : rooms_(rooms), used_(rooms.devices.size(), 0) {}

  /// There must be room left.
  base::NodeId next() {
    while (in_block_ == rooms_.interleave_pages || used_[at_] == rooms_.devices[at_].pages) {
      at_ = (at_ + 1) % used_.size();
      in_block_ = 0;
    }
    ++in_block_;
    ++used_[at_];
    return rooms_.devices[at_].node;
  }

 private:
  const PoolRooms& rooms_;
  std::vector<std::uint64_t> used_;
  std::size_t at_ = 0;
  std::uint64_t in_block_ = 0;
};

}  // namespace

std::uint64_t PoolRooms::pages() const {
  std::uint64_t sum = 0;
  for (const PoolRoom& device : devices) sum += device.pages;
  return sum;
}

std::vector<base::NodeId> static_oracle(std::vector<base::NodeId> homes,
                                        const base::PageCounts& profile,
                                        const std::vector<base::PageOrigin>& origins) {
  for (std::uint64_t page = 0; page < homes.size(); ++page) {
    if (origins[page].bound) continue;
    int best = base::index_of(homes[page]);
    for (int s = 0; s < profile.sockets(); ++s) {
      if (profile.at(page, s) > profile.at(page, best)) best = s;
    }
    homes[page] = static_cast<base::NodeId>(best);
  }
  return homes;
}

std::vector<base::NodeId> static_oracle(std::vector<base::NodeId> homes,
                                        const base::PageCounts& profile, const PoolRooms& rooms) {
  struct Candidate {
    std::uint64_t page;
    std::uint64_t misses;
  };
  const int threshold = pool_sharers(profile.sockets());
  std::vector<Candidate> candidates;
  for (std::uint64_t page = 0; page < profile.pages(); ++page) {
    if (profile.sharers(page) > threshold) candidates.push_back({page, profile.misses(page)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.misses > b.misses; });
  if (candidates.size() > rooms.pages()) candidates.resize(rooms.pages());
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.page < b.page; });
  PoolDeal deal(rooms);
  for (const Candidate& candidate : candidates) homes[candidate.page] = deal.next();
  return homes;
}

}  // namespace starnuma::placement
