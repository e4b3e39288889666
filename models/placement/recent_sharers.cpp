// SPDX-License-Identifier: Apache-2.0
#include "models/placement/recent_sharers.h"

namespace starnuma::placement {

void RecentSharers::add_to(std::vector<RegionUse>& uses) {
  if (phases_ == 1) return;
  std::vector<std::uint32_t> own;
  for (const RegionUse& use : uses) own.push_back(use.sharers);
  for (const std::vector<std::uint32_t>& phase : before_) {
    for (std::size_t region = 0; region < uses.size(); ++region) {
      uses[region].sharers |= phase[region];
    }
  }
  before_.push_back(std::move(own));
  if (before_.size() == phases_) before_.pop_front();
}

}  // namespace starnuma::placement
