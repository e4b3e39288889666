// SPDX-License-Identifier: Apache-2.0
#include "models/placement/fallback/fallback.h"

#include <algorithm>

namespace starnuma::placement {
namespace {

std::uint64_t free_on(const Allocation& page, base::NodeId node) {
  return (*page.room)[static_cast<std::size_t>(node)];
}

/// Returns the nearest nodes with free capacity, in their order. Precondition: the toucher's own
/// node is full.
std::vector<base::NodeId> nearest_group(const Allocation& page) {
  const auto distance = [&](base::NodeId node) {
    return page.distance == nullptr ? 0 : (*page.distance)[static_cast<std::size_t>(node)];
  };
  std::vector<base::NodeId> group;
  for (const base::NodeId node : *page.nearest) {
    if (free_on(page, node) == 0) continue;
    if (!group.empty() && distance(node) > distance(group.front())) break;
    group.push_back(node);
  }
  std::sort(group.begin(), group.end());
  return group;
}

}  // namespace

base::NodeId PageInterleave::on_allocate(const Allocation& page) {
  for (std::size_t tried = 0; tried < nodes_; ++tried) {
    const auto node = static_cast<base::NodeId>(next_++ % nodes_);
    if (page.room == nullptr || free_on(page, node) > 0) return node;
  }
  return page.toucher;
}

base::NodeId Hybrid::on_allocate(const Allocation& page) {
  if (page.room == nullptr) return page.toucher;
  const std::vector<base::NodeId> group = nearest_group(page);
  if (group.empty()) return page.toucher;
  const auto next = std::upper_bound(group.begin(), group.end(), last_);
  return last_ = next == group.end() ? group.front() : *next;
}

base::NodeId UsageAware::on_allocate(const Allocation& page) {
  if (page.room == nullptr) return page.toucher;
  const std::vector<base::NodeId> group = nearest_group(page);
  if (group.empty()) return page.toucher;
  return *std::max_element(group.begin(), group.end(), [&](base::NodeId a, base::NodeId b) {
    return free_on(page, a) < free_on(page, b);
  });
}

}  // namespace starnuma::placement
