// SPDX-License-Identifier: Apache-2.0
// MMU in SystemC time: the look-up before an access, and accesses that wait for walks or held
// pages.
#include <algorithm>

#include "models/kernel/now.h"
#include "models/protocol/access_error.h"
#include "models/translation/mmu.h"

namespace starnuma::translation {

using kernel::LookUp;
using protocol::Access;

LookUp Mmu::look_up(Access& access) {
  const base::PageId page(space_, access.address.page());
  const TlbEntry* const entry = dtlb_.peek(page);
  if (__builtin_expect(entry == nullptr, 0)) return look_up_stlb(access, page);
  access.line = entry->frame().line_at(access.address.page_offset());
  if (__builtin_expect(watched_, 0) && !ready(access, *entry)) return LookUp::kBlocked;
  const base::Time start = access.time;
  const LookUp found = look_ups_.look_up(access);
  if (found != LookUp::kHit) return found;
  if (__builtin_expect(watched_, 0)) note_hit(access, *entry, start);
  ++counts_.dtlb_hits;
  dtlb_.find(page);
  return found;
}

/// Looks up an access whose page is not in the DTLB.
LookUp Mmu::look_up_stlb(Access& access, base::PageId page) {
  const TlbEntry* const entry = stlb_.peek(page);
  if (entry == nullptr) return LookUp::kBlocked;
  access.line = entry->frame().line_at(access.address.page_offset());
  if (watched_ && !ready(access, *entry)) return LookUp::kBlocked;
  const base::Time asked = access.time;
  access.time += stlb_latency_;
  const LookUp found = look_ups_.look_up(access);
  if (found != LookUp::kHit) {
    access.time = asked;
    return found;
  }
  access.walk += stlb_latency_;
  if (watched_) note_hit(access, *entry, asked + stlb_latency_);
  ++counts_.stlb_hits;
  dtlb_.fill(*stlb_.find(page));
  return found;
}

void Mmu::miss(Access& access) {
  const TlbEntry entry = translate(access);
  watched_ ? watched_access(access, entry, LookUp::kMiss) : look_ups_.miss(access);
}

/// Returns true if a translated access needs neither a wait nor the operating system or the annex.
/// Applies the interleaving to its line.
bool Mmu::ready(Access& access, const TlbEntry& entry) const {
  if (page_map_->movable() && page_map_->settled_at(entry.page().number()) > access.time)
    return false;
  if (entry.read_only() && protocol::is_write(access.kind)) return false;
  if (annex_ != nullptr && annex_->marked(entry.slot())) return false;
  if (page_map_->decoder().interleaves()) {
    access.line = page_map_->line_at(entry.frame(), access.address.page_offset());
  }
  return true;
}

/// Records an access that a look-up has answered. It was translated at `start`.
void Mmu::note_hit(const Access& access, const TlbEntry& entry, base::Time start) {
  if (page_map_->movable()) {
    latest_use_ = std::max(latest_use_, start);
    if (copies_ && protocol::is_write(access.kind)) {
      os_->written(entry.page().space())[entry.page().number()] = 1;
    }
  }
  if (checked_) check_translation(access, entry);
  notify_observers(access);
}

/// Returns the entry of a page that misses in the TLBs. One access performs the walk; concurrent
/// accesses to the page wait for it.
TlbEntry Mmu::walk_or_join(Access& access, base::PageId page) {
  while (std::find(walked_.begin(), walked_.end(), page) != walked_.end()) {
    joined_.push_back({page, execution_.caller(), &access});
    execution_.suspend();
    if (const TlbEntry* entry = stlb_.find(page)) return *entry;
  }
  walked_.push_back(page);
  const auto leave = [&] {
    walked_.erase(std::find(walked_.begin(), walked_.end(), page));
    const auto others = std::stable_partition(joined_.begin(), joined_.end(),
                                              [&](const Joined& one) { return one.page != page; });
    std::for_each(others, joined_.end(), [&](const Joined& one) {
      const base::Time wait = std::max(access.time - one.access->time, base::Time(0));
      one.access->time += wait;
      one.access->walk_queue += wait;
      execution_.resume(one.fiber);
    });
    joined_.erase(others, joined_.end());
  };
  TlbEntry entry;
  protocol::then_leave([&] { entry = miss_stlb(access, page); }, leave);
  return entry;
}

/// Returns true if the access has waited for a held page and must be translated again.
bool Mmu::stall_for_move(Access& access, std::uint64_t page) {
  if (!execution_.wait_while(for_pages_, [&] { return page_map_->held(page); })) return false;
  note_wait(access);
  return true;
}

/// Returns true if the access has waited for another fault of the core. It must then re-check
/// whether it still faults.
bool Mmu::waited_for_fault(Access& access) {
  if (!execution_.wait_while(for_fault_, [&] { return faulting_; })) return false;
  note_wait(access);
  return true;
}

/// Records the time until the current time as migration stall.
void Mmu::note_wait(Access& access) {
  const base::Time wait = std::max(kernel::now() - access.time, base::Time(0));
  ++counts_.stalls;
  counts_.stall_time += wait;
  access.migration_stall += wait;
  access.time += wait;
}

/// Sends an access while its page is marked as in use, which prevents a move.
void Mmu::report_in_use(Access& access, std::uint64_t page, LookUp found) {
  const base::PageId used(space_, page);
  used_.push_back(used);
  protocol::then_leave([&] { send_to_caches(access, found); },
                       [&] {
                         used_.erase(std::find(used_.begin(), used_.end(), used));
                         execution_.wake(for_unused_);
                       });
}

void Mmu::wait_until_unused(base::PageId page) {
  execution_.wait_while(for_unused_,
                        [&] { return std::find(used_.begin(), used_.end(), page) != used_.end(); });
}

}  // namespace starnuma::translation
