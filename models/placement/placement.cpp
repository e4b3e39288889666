// SPDX-License-Identifier: Apache-2.0
#include "models/placement/placement.h"

#include <algorithm>

#include "models/placement/sharing.h"

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

namespace {

struct Shared {
  std::uint64_t page;
  std::uint64_t misses;
};

/// The pages that get the pool's room, in page order.
std::vector<Shared> pooled(std::vector<Shared> shared, std::uint64_t room) {
  std::stable_sort(shared.begin(), shared.end(),
                   [](const Shared& a, const Shared& b) { return a.misses > b.misses; });
  if (shared.size() > room) shared.resize(room);
  std::sort(shared.begin(), shared.end(),
            [](const Shared& a, const Shared& b) { return a.page < b.page; });
  return shared;
}

}  // namespace

std::vector<base::NodeId> static_oracle(std::vector<base::NodeId> homes,
                                        const accounting::PageCounts& profile,
                                        const std::vector<base::PageOrigin>& origins,
                                        const PoolRooms& rooms, std::uint64_t seed) {
  std::vector<Shared> shared;
  for (std::uint64_t page = 0; page < homes.size(); ++page) {
    if (origins[page].bound) continue;
    base::Random random(seed ^ page);
    homes[page] = best_socket(profile, page, homes[page], random);
    if (widely_shared(profile.sharers(page), profile.sockets())) {
      shared.push_back({page, profile.misses(page)});
    }
  }
  PoolDeal deal(rooms);
  for (const Shared& page : pooled(std::move(shared), rooms.pages())) {
    homes[page.page] = deal.next();
  }
  return homes;
}

}  // namespace starnuma::placement
