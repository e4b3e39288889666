// SPDX-License-Identifier: Apache-2.0
#include "models/placement/static_oracle/static_oracle.h"

#include <algorithm>

#include "models/placement/sharing.h"

namespace starnuma::placement {

namespace {

/// Allocates the pool's pages in blocks, round robin over the devices.
class PoolDeal {
 public:
  explicit PoolDeal(const PoolCapacities& rooms) : rooms_(rooms), used_(rooms.devices.size(), 0) {}

  /// Returns the device of the next page. Precondition: the pool has free capacity.
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
  const PoolCapacities& rooms_;
  std::vector<std::uint64_t> used_;
  std::size_t at_ = 0;
  std::uint64_t in_block_ = 0;
};

struct Shared {
  std::uint64_t page;
  std::uint64_t misses;
};

/// Returns the pages that are allocated on the pool, in page order.
std::vector<Shared> pooled(std::vector<Shared> shared, std::uint64_t room) {
  std::stable_sort(shared.begin(), shared.end(),
                   [](const Shared& a, const Shared& b) { return a.misses > b.misses; });
  if (shared.size() > room) shared.resize(room);
  std::sort(shared.begin(), shared.end(),
            [](const Shared& a, const Shared& b) { return a.page < b.page; });
  return shared;
}

}  // namespace

StaticOracle::StaticOracle(const PolicySetup& setup)
    : Policy(setup), misses_(setup.first_pass->misses), seed_(setup.seed) {
  std::vector<Shared> shared;
  for (std::uint64_t page = 0; page < misses_.pages(); ++page) {
    if (setup.first_pass->origins[page].bound) continue;
    if (widely_shared(misses_.sharers(page), misses_.sockets())) {
      shared.push_back({page, misses_.misses(page)});
    }
  }
  PoolDeal deal(setup.pool);
  for (const Shared& page : pooled(std::move(shared), setup.pool.pages())) {
    pooled_.push_back(page.page);
    devices_.push_back(deal.next());
  }
}

base::NodeId StaticOracle::on_allocate(const Allocation& page) {
  if (page.room != nullptr) return Policy::on_allocate(page);
  const auto found = std::lower_bound(pooled_.begin(), pooled_.end(), page.page);
  if (found != pooled_.end() && *found == page.page) {
    return devices_[static_cast<std::size_t>(found - pooled_.begin())];
  }
  base::Random random(seed_ ^ page.page);
  return best_socket(misses_, page.page, page.toucher, random);
}

}  // namespace starnuma::placement
