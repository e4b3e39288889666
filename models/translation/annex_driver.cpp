// SPDX-License-Identifier: Apache-2.0
#include "models/translation/annex_driver.h"

namespace starnuma::translation {

using protocol::AnnexEvent;
using protocol::AnnexEventKind;

AnnexDriver::AnnexDriver(const sc_core::sc_module_name& name, int entries,
                         const std::uint64_t* marker_words)
    : sc_module(name), markers_(marker_words), slots_(static_cast<std::size_t>(entries)) {
  pending_.reserve(2 * kMany);
}

void AnnexDriver::access(const TlbEntry& entry, protocol::Access& access) {
  enter();
  catch_up(access.time);
  ++counts_.marked_accesses;
  send_for(access, AnnexEventKind::kAccess, entry.slot(), entry.page());
  handed_over(entry.slot());
  leave();
}

void AnnexDriver::filled(const TlbEntry& entry, base::PageId replaced, protocol::Access& access) {
  enter();
  catch_up(access.time);
  if (replaced != TlbEntry::kEmpty) {
    ++counts_.evictions;
    send_for(access, AnnexEventKind::kEvict, entry.slot(), replaced);
    handed_over(entry.slot());
  }
  slots_[entry.slot()].page = entry.page();
  leave();
}

void AnnexDriver::invalidated(const TlbEntry& entry, base::Time time) {
  enter();
  catch_up(time);
  ++counts_.invalidations;
  send(AnnexEventKind::kInvalidate, entry.slot(), entry.page(), time);
  handed_over(entry.slot());
  slots_[entry.slot()].page = TlbEntry::kEmpty;
  leave();
}

void AnnexDriver::catch_up_alone(base::Time time) {
  enter();
  catch_up(time);
  leave();
}

void AnnexDriver::mark_all(base::Time time) {
  catch_up(time);
  send(AnnexEventKind::kMarkAll, 0, {}, time);
}

/// Counts the loads that are complete by `time`.
void AnnexDriver::catch_up(base::Time time) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i].done > time) {
      pending_[kept++] = pending_[i];
    } else {
      count(pending_[i]);
    }
  }
  pending_.resize(kept);
}

void AnnexDriver::count(const Pending& load) {
  Slot& slot = slots_[load.slot];
  if (slot.page == load.page) {
    ++counts_.increments;
    ++slot.loads;
    ++waiting_;
    send(AnnexEventKind::kIncrement, load.slot, load.page, load.done);
  } else {
    ++counts_.orphans;
    send(AnnexEventKind::kOrphanIncrement, load.slot, load.page, load.done);
  }
}

std::vector<AnnexDriver::Held> AnnexDriver::held() const {
  std::vector<Held> held;
  for (const Slot& slot : slots_) {
    if (slot.loads > 0) held.push_back({slot.page, slot.loads});
  }
  for (const Pending& load : pending_) held.push_back({load.page, 1});
  return held;
}

void AnnexDriver::handed_over(std::uint32_t slot) {
  waiting_ -= slots_[slot].loads;
  slots_[slot].loads = 0;
}

base::Time AnnexDriver::send(AnnexEventKind kind, std::uint32_t slot, base::PageId page,
                             base::Time time) {
  AnnexEvent event{kind, slot, page, time};
  if (observer_ != nullptr) observer_->on_event(core_, event);
  annex_side.send(event);
  const base::Time wait = event.time - time;
  counts_.stalls += wait > base::Time(0);
  counts_.stall_time += wait;
  return wait;
}

void AnnexDriver::send_for(protocol::Access& access, AnnexEventKind kind, std::uint32_t slot,
                           base::PageId page) {
  const base::Time wait = send(kind, slot, page, access.time);
  access.time += wait;
  access.walk_queue += wait;
}

void AnnexDriver::report(accounting::StatWriter& writer) const {
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    writer.write(name, value, "1", sentence);
  };
  count("increments", counts_.increments, "loads that missed the LLC, counted in their slot");
  count("orphan_increments", counts_.orphans,
        "loads that missed the LLC and completed after the eviction of their translation");
  count("marked_accesses", counts_.marked_accesses, "accesses through a marked slot");
  count("evictions", counts_.evictions, "translations replaced in the STLB");
  count("invalidations", counts_.invalidations, "translations taken away by shootdowns");
  count("loads_held", loads_held(), "loads not handed over yet");
  count("stalls", counts_.stalls, "events that waited for the tracker update unit's queue");
  writer.write("stall_time", counts_.stall_time.ns(), "ns", "time they waited");
}

}  // namespace starnuma::translation
