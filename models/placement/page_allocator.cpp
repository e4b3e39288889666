// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_allocator.h"

#include <utility>

namespace starnuma::placement {

PageAllocator::PageAllocator(Memory memory)
    : memory_(std::move(memory)), nearest_(memory_.room.size()) {}

PageAllocator PageAllocator::without_limits(int nodes) {
  Memory memory;
  for (int n = 0; n < nodes; ++n) {
    memory.room.push_back(~std::uint64_t{0});
    memory.room_of.push_back(static_cast<base::NodeId>(n));
  }
  return PageAllocator(std::move(memory));
}

std::optional<AllocatedPages> PageAllocator::place(
    Policy& policy, const std::vector<base::PageOrigin>& origins,
    const std::vector<base::NodeId>& node_of_thread) {
  AllocatedPages pages;
  pages.homes.reserve(origins.size());
  for (const base::PageOrigin& origin : origins) {
    if (origin.bound) {
      const auto node = static_cast<base::NodeId>(origin.id);
      if (room_on(node) > 0) --room_on(node);
      pages.homes.push_back(node);
      continue;
    }
    const Allocation page{pages.homes.size(), node_of_thread[origin.id]};
    std::optional<base::NodeId> node = policy.on_allocate(page);
    if (room_on(*node) == 0) {
      node = instead(policy, page);
      if (!node) return std::nullopt;
      ++pages.elsewhere;
    }
    --room_on(*node);
    pages.homes.push_back(*node);
  }
  return pages;
}

std::optional<base::NodeId> PageAllocator::instead(Policy& policy, Allocation page) {
  auto& nearest = nearest_[static_cast<std::size_t>(page.toucher)];
  if (nearest.empty()) nearest = memory_.nearest(page.toucher);
  page.room = &memory_.room;
  page.nearest = &nearest;
  const base::NodeId node = policy.on_allocate(page);
  return room_on(node) > 0 ? node : nearest_with_room(page);
}

}  // namespace starnuma::placement
