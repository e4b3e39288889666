// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/page_space.h"

#include <algorithm>

namespace starnuma::trace {
namespace {

/// Maximum number of consecutive unused pages within an area.
constexpr std::uint64_t kWidestGap = 16;

}  // namespace

PageSpace::PageSpace(const std::vector<Page>& pages) {
  for (const Page& page : pages) {
    if ((page.flags & Page::kUsed) == 0) continue;
    if (areas_.empty() ||
        page.number - areas_.back().first > areas_.back().index.size() + kWidestGap) {
      areas_.push_back({page.number, {}});
    }
    Area& area = areas_.back();
    area.index.resize(static_cast<std::size_t>(page.number - area.first), kUnused);
    area.index.push_back(static_cast<std::uint32_t>(pages_++));
  }
}

const PageSpace::Area* PageSpace::area_of(std::uint64_t page) const {
  const auto behind =
      std::upper_bound(areas_.begin(), areas_.end(), page,
                       [](std::uint64_t p, const Area& area) { return p < area.first; });
  if (behind == areas_.begin()) return nullptr;
  const Area& area = *(behind - 1);
  return page - area.first < area.index.size() ? &area : nullptr;
}

}  // namespace starnuma::trace
