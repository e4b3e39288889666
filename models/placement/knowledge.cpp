// SPDX-License-Identifier: Apache-2.0
#include "models/placement/knowledge.h"

#include <algorithm>

namespace starnuma::placement {

std::optional<base::NodeId> nearest_with_capacity(const Allocation& page) {
  for (const base::NodeId node : *page.nearest) {
    if ((*page.room)[static_cast<std::size_t>(node)] > 0) return node;
  }
  return std::nullopt;
}

std::vector<RegionUse> region_uses(const accounting::PageCounts& counts, std::uint64_t region_pages,
                                   std::uint64_t most_counted) {
  std::vector<RegionUse> regions((counts.pages() + region_pages - 1) / region_pages);
  for (std::uint64_t page = 0; page < counts.pages(); ++page) {
    RegionUse& use = regions[page / region_pages];
    use.misses += counts.misses(page);
    for (int s = 0; s < counts.sockets(); ++s) {
      if (counts.at(page, s) > 0) use.sharers |= std::uint32_t{1} << s;
    }
  }
  for (RegionUse& use : regions) use.misses = std::min(use.misses, most_counted);
  return regions;
}

}  // namespace starnuma::placement
