// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_cache/page_cache.h"

#include <utility>

namespace starnuma::placement {

Plan PageCache::on_fault(const PageFault& fault) {
  Plan plan;
  if (fault.kind != PageFaultKind::kUnmapped || base::index_of(fault.home) < sockets_) return plan;
  std::deque<Cached>& cached = cached_[fault.node];
  plan.counts.candidates = 1;
  if ((*fault.room)[static_cast<std::size_t>(fault.node)] == 0) {
    if (replacement_ == Replacement::kKeep || cached.empty()) {
      plan.counts.no_room = 1;
      return plan;
    }
    const Cached victim = take_victim(cached);
    plan.moves.push_back({victim.page, victim.home});
    plan.counts.evicted = 1;
  }
  cached.push_back({fault.page, fault.home});
  plan.moves.push_back({fault.page, fault.node});
  plan.counts.to_socket = 1;
  return plan;
}

PageCache::Cached PageCache::take_victim(std::deque<Cached>& cached) {
  if (replacement_ == Replacement::kRandom) {
    std::swap(cached.front(), cached[random_.below(cached.size())]);
  }
  const Cached victim = cached.front();
  cached.pop_front();
  return victim;
}

}  // namespace starnuma::placement
