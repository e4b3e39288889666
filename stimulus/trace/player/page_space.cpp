// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/page_space.h"

#include <algorithm>

namespace starnuma::trace {

PageSpace::PageSpace(const std::vector<Page>& pages) {
  for (const Page& page : pages) {
    if ((page.flags & Page::kUsed) == 0) continue;
    if (extents_.empty() || page.number != extents_.back().first + extents_.back().pages) {
      extents_.push_back({page.number, 0, pages_});
    }
    ++extents_.back().pages;
    ++pages_;
  }
}

const PageSpace::Extent* PageSpace::extent_of(std::uint64_t page) const {
  const auto behind =
      std::upper_bound(extents_.begin(), extents_.end(), page,
                       [](std::uint64_t p, const Extent& extent) { return p < extent.first; });
  if (behind == extents_.begin()) return nullptr;
  const Extent& extent = *(behind - 1);
  return page - extent.first < extent.pages ? &extent : nullptr;
}

}  // namespace starnuma::trace
