// SPDX-License-Identifier: Apache-2.0
#include "models/observers/access_hops.h"

#include <algorithm>

#include "models/observers/message_name.h"
#include "models/observers/tapped_objects.h"

namespace starnuma::observers {

using kernel::Destination;
using protocol::Access;
using protocol::AccessKind;
using protocol::ServedBy;

namespace {

Hop hop_of(const Access& access, std::uint32_t track) {
  Hop hop;
  hop.begin = access.issued;
  hop.end = access.time;
  hop.wait = access.queue;
  hop.transaction = access.transaction;
  hop.line = access.line;
  hop.track = track;
  return hop;
}

}  // namespace

Destination<Access> AccessHops::tap(const sc_core::sc_object& initiator,
                                    const sc_core::sc_object& target,
                                    const Destination<Access>& direct) {
  const bool leaves_caches = is_agent(owner_of(target));
  const std::string inside = owner_of(leaves_caches ? initiator : target).name();
  const std::string core = core_of(inside);
  const bool enters_caches = !leaves_caches && core != inside;
  if (!(leaves_caches || enters_caches)) return direct;
  const std::uint32_t track =
      leaves_caches ? add_core(core) : buffer_.track_of(core, "walker", HopKind::kWalk);
  if (track == kNoTrack) return direct;
  taps_.push_back({*this, direct, track});
  const auto pass = [](void* object, Access& access) {
    const auto& tap = *static_cast<Tap*>(object);
    tap.ahead.send(access);
    tap.hops.completed(access, tap.track);
  };
  const auto walk = [](void* object, Access& access) {
    const auto& tap = *static_cast<Tap*>(object);
    const std::size_t level = access.place;
    tap.ahead.send(access);
    tap.hops.walked(access, level, tap.track);
  };
  if (leaves_caches) return {pass, &taps_.back()};
  return {walk, &taps_.back()};
}

/// Records an access to memory.
void AccessHops::completed(const Access& access, std::uint32_t track) {
  const bool done = access.kind != AccessKind::kWriteback && access.kind != AccessKind::kWalk &&
                    access.served_by == ServedBy::kMemory;
  if (!done || buffer_.window().over(access.issued) ||
      !buffer_.selection().selects(access.transaction, access.line)) {
    return;
  }
  buffer_.window().on_message(access.line, access_name(access.kind), access.issued);
  Hop hop = hop_of(access, track);
  hop.name = access_name(access.kind);
  hop.kind = HopKind::kAccess;
  hop.hop_class = class_of(access);
  buffer_.keep(hop);
}

HopClass AccessHops::class_of(const Access& access) const {
  const auto missed = std::find_if(missed_.rbegin(), missed_.rend(), [&](const Missed& miss) {
    return miss.transaction == access.transaction;
  });
  if (missed != missed_.rend()) return hop_class(missed->access_class);
  const bool demand = protocol::is_write(access.kind) || access.kind == AccessKind::kLoad;
  return demand ? HopClass::kUpgrade : HopClass::kOther;
}

/// Records the read of one level of a page walk, also if a cache serves it.
void AccessHops::walked(const Access& access, std::size_t level, std::uint32_t track) {
  if (access.kind != AccessKind::kWalk || buffer_.window().over(access.issued) ||
      !buffer_.selection().selects_walk(access.issued, access.time)) {
    return;
  }
  Hop hop = hop_of(access, track);
  if (access.served_by != ServedBy::kMemory) {
    hop.transaction = 0;
    hop.wait += access.mshr_queue;
  }
  hop.address = access.address;
  hop.name = walk_name(level);
  hop.kind = HopKind::kWalk;
  hop.hop_class = HopClass::kWalk;
  buffer_.keep(hop);
}

void AccessHops::on_access(const Hop& hop) {
  buffer_.window().on_access(hop.begin, hop.end);
  if (hop.track != kNoTrack && buffer_.selection().selects(hop.transaction, hop.line)) {
    buffer_.keep(hop);
  }
}

void AccessHops::on_miss(const kernel::Miss& miss) {
  missed_.push_back({miss.transaction, miss.access_class});
  if (missed_.size() > kMissesOfAnInstant) missed_.pop_front();
  buffer_.window().on_access(miss.done - miss.ledger.total(), miss.done);
  const HopSelection& selection = buffer_.selection();
  if (selection.misses && selection.selects(miss.transaction, miss.line)) {
    buffer_.keep(MissRecord::of(miss));
  }
}

}  // namespace starnuma::observers
