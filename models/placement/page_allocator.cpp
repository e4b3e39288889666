// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_allocator.h"

#include <utility>

namespace starnuma::placement {

PageAllocator::PageAllocator(Memory memory)
    : memory_(std::move(memory)), nearest_(memory_.room.size()), distance_(memory_.room.size()) {}

std::optional<AllocatedPages> PageAllocator::place(Policy& policy,
                                                   const std::vector<base::PageOrigin>& origins,
                                                   const std::vector<base::NodeId>& node_of_thread,
                                                   const std::vector<base::NodeId>& zones) {
  zones_ = zones;
  AllocatedPages pages;
  pages.homes.reserve(origins.size());
  for (const base::PageOrigin& origin : origins) {
    if (origin.bound) {
      const auto node = static_cast<base::NodeId>(origin.id);
      if (free_on(node) > 0) --free_on(node);
      pages.homes.push_back(node);
      continue;
    }
    const std::optional<Placed> placed =
        ask(policy, {pages.homes.size(), node_of_thread[origin.id]});
    if (!placed) return std::nullopt;
    pages.fallback += placed->fallback;
    --free_on(placed->home);
    pages.homes.push_back(placed->home);
  }
  return pages;
}

std::optional<PageAllocator::Placed> PageAllocator::place(Policy& policy,
                                                          const base::PageOrigin& origin,
                                                          Allocation page,
                                                          std::vector<std::uint64_t> room,
                                                          const std::vector<base::NodeId>& zones) {
  memory_.room = std::move(room);
  zones_ = zones;
  if (!origin.bound) return ask(policy, page);
  const auto node = static_cast<base::NodeId>(origin.id);
  return free_on(node) > 0 ? std::optional(Placed{node, false}) : std::nullopt;
}

std::optional<PageAllocator::Placed> PageAllocator::ask(Policy& policy, const Allocation& page) {
  const base::NodeId wanted = policy.on_allocate(page);
  if (free_on(wanted) > 0) return Placed{wanted, false};
  const std::optional<base::NodeId> node = instead(policy, page);
  return node ? std::optional(Placed{*node, true}) : std::nullopt;
}

std::uint64_t& PageAllocator::free_on(base::NodeId node) {
  auto n = static_cast<std::size_t>(node);
  if (n < zones_.size()) n = static_cast<std::size_t>(zones_[n]);
  if (n >= memory_.room.size()) return nothing_;
  return memory_.room[static_cast<std::size_t>(memory_.room_of[n])];
}

void PageAllocator::know_rooms() {
  rooms_ = memory_.room;
  if (zones_.empty()) return;
  rooms_.resize(zones_.size());
  for (std::size_t n = 0; n < zones_.size(); ++n) rooms_[n] = free_on(static_cast<base::NodeId>(n));
}

std::optional<base::NodeId> PageAllocator::instead(Policy& policy, Allocation page) {
  auto& nearest = nearest_[static_cast<std::size_t>(page.toucher)];
  auto& distance = distance_[static_cast<std::size_t>(page.toucher)];
  if (nearest.empty()) {
    nearest = memory_.nearest(page.toucher);
    if (memory_.distance) distance = memory_.distance(page.toucher);
  }
  know_rooms();
  page.room = &rooms_;
  page.nearest = &nearest;
  page.distance = distance.empty() ? nullptr : &distance;
  const base::NodeId node = policy.on_allocate(page);
  return free_on(node) > 0 ? node : nearest_with_capacity(page);
}

}  // namespace starnuma::placement
