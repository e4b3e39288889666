// SPDX-License-Identifier: Apache-2.0
#include "models/placement/pool_share/pool_share.h"

#include <cmath>

namespace starnuma::placement {

PoolShare::PoolShare(const PolicySetup& setup)
    : PoolShare(setup, {static_cast<std::uint64_t>(std::llround(1e6 * setup.config.pool_share)),
                        1'000'000}) {}

base::NodeId PoolShare::on_allocate(const Allocation& page) {
  const std::uint64_t number = pooled(page.page);
  if (pool_.devices.empty() || number == pooled(page.page + 1)) return Policy::on_allocate(page);
  const std::size_t first = number / pool_.interleave_pages % pool_.devices.size();
  const base::NodeId wanted = pool_.devices[first].node;
  if (page.room == nullptr) return wanted;
  for (std::size_t d = 1; d < pool_.devices.size(); ++d) {
    const base::NodeId node = pool_.devices[(first + d) % pool_.devices.size()].node;
    if (page.room->at(static_cast<std::size_t>(node)) > 0) return node;
  }
  return Policy::on_allocate(page);
}

}  // namespace starnuma::placement
