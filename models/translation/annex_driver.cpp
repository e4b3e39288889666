// SPDX-License-Identifier: Apache-2.0
#include "models/translation/annex_driver.h"

#include <algorithm>

namespace starnuma::translation {

using protocol::AnnexEvent;
using Kind = protocol::AnnexEventKind;

AnnexDriver::AnnexDriver(const sc_core::sc_module_name& name, int entries,
                         const std::uint64_t* marker_words)
    : sc_module(name),
      markers_(marker_words),
      page_of_slot_(static_cast<std::size_t>(entries), TlbEntry::kEmpty) {
  pending_.reserve(2 * kMany);
}

void AnnexDriver::access(const TlbEntry& entry, protocol::Access& access) {
  catch_up(access.time);
  ++counts_.marked_accesses;
  send_for(access, Kind::kAccess, entry.slot(), entry.page);
}

void AnnexDriver::filled(const TlbEntry& entry, std::uint64_t replaced, protocol::Access& access) {
  catch_up(access.time);
  if (replaced != TlbEntry::kEmpty) {
    ++counts_.evictions;
    send_for(access, Kind::kEvict, entry.slot(), replaced);
  }
  page_of_slot_[entry.slot()] = entry.page;
}

void AnnexDriver::invalidated(const TlbEntry& entry, base::Time time) {
  catch_up(time);
  ++counts_.invalidations;
  send(Kind::kInvalidate, entry.slot(), entry.page, time);
  page_of_slot_[entry.slot()] = TlbEntry::kEmpty;
}

void AnnexDriver::mark_all(base::Time time) {
  catch_up(time);
  send(Kind::kMarkAll, 0, 0, time);
}

/// Counts the loads that are complete by `time`.
void AnnexDriver::catch_up(base::Time time) {
  const auto complete = [&](const Pending& load) {
    if (load.done > time) return false;
    const bool there = page_of_slot_[load.slot] == load.page;
    ++(there ? counts_.increments : counts_.orphans);
    send(there ? Kind::kIncrement : Kind::kOrphanIncrement, load.slot, load.page, load.done);
    return true;
  };
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(), complete), pending_.end());
}

base::Time AnnexDriver::send(Kind kind, std::uint32_t slot, std::uint64_t page, base::Time time) {
  AnnexEvent event{kind, slot, page, time};
  annex_side.send(event);
  const base::Time wait = event.time - time;
  counts_.stalls += wait > base::Time(0);
  counts_.stall_time += wait;
  return wait;
}

void AnnexDriver::send_for(protocol::Access& access, Kind kind, std::uint32_t slot,
                           std::uint64_t page) {
  const base::Time wait = send(kind, slot, page, access.time);
  access.time += wait;
  access.walk_queue += wait;
}

void AnnexDriver::report(base::StatWriter& writer) const {
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    writer.write(name, static_cast<double>(value), "1", sentence);
  };
  count("increments", counts_.increments, "loads that missed the LLC, counted in their slot");
  count("orphan_increments", counts_.orphans, "the same, after their translation had gone");
  count("marked_accesses", counts_.marked_accesses, "accesses through a marked slot");
  count("evictions", counts_.evictions, "translations replaced in the STLB");
  count("invalidations", counts_.invalidations, "translations taken away by shootdowns");
  count("stalls", counts_.stalls, "events that waited for the tracker update unit's queue");
  writer.write("stall_time", counts_.stall_time.ns(), "ns", "time they waited");
}

}  // namespace starnuma::translation
