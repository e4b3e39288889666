// SPDX-License-Identifier: Apache-2.0
#include "models/cache/miss_book.h"

namespace starnuma::cache {

using protocol::AccessKind;

void MissBook::book(const MissRegister& pending) {
  CachingAgentStats& counts = context_.counts;
  protocol::Access& access = *pending.access;
  const accounting::Ledger& ledger = pending.ledger;
  const base::Time latency = access.time - access.issued;
  access.queue = ledger.queue();
  SN_CHECK(ledger.unloaded() + access.queue == latency, context_.name, ": ledger holds ",
           ledger.total().ps(), " ps of an access that took ", latency.ps(), " ps");
  if (access.kind == AccessKind::kTracker) {
    ++counts.tracker_requests;
    return;
  }
  const bool demand = access.kind < AccessKind::kFlush;
  const CachingAgentPlace& place = context_.place;
  const base::NodeId home =
      place.pooled != nullptr ? place.pooled->home_of(access.line) : access.line.node();
  const accounting::AccessClass access_class = class_of(pending, home);
  const kernel::Miss miss{
      access.address,
      place.socket,
      home,
      access_class,
      access.time,
      latency,
      ledger,
      access.line,
      access.core,
      access.transaction,
      access.kind == AccessKind::kLoad || access.kind == AccessKind::kCurrentLoad,
      protocol::is_write(access.kind) || access.kind == AccessKind::kUncachedStore,
      access.registered,
      context_.execution.now(access.time),
      access.register_wait};
  if (pending.upgrade) {
    ++counts.upgrades;
    if (!demand) return;
    for (kernel::MissObserver* observer : observers_) observer->on_upgrade(miss);
  } else if (access.kind == AccessKind::kWalk) {
    ++counts.walk_misses;
    for (kernel::MissObserver* observer : observers_) observer->on_walk(miss);
  } else if (demand) {
    ++counts.misses[static_cast<std::size_t>(access_class)];
    for (kernel::MissObserver* observer : observers_) observer->on_miss(miss);
  }
}

/// Returns the access class of the node or owner that the data came from.
accounting::AccessClass MissBook::class_of(const MissRegister& pending, base::NodeId home) const {
  const CachingAgentPlace& place = context_.place;
  if (pending.via_owner) return place.classes.block_transfer(place.agents.is_pool(home));
  return place.class_of_home[static_cast<std::size_t>(home)];
}

}  // namespace starnuma::cache
