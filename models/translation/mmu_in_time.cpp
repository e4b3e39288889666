// SPDX-License-Identifier: Apache-2.0
// MMU in SystemC time: the query for hits, and accesses that wait for walks or held pages.
#include <algorithm>

#include "models/kernel/now.h"
#include "models/protocol/access_error.h"
#include "models/translation/mmu.h"

namespace starnuma::translation {

using protocol::Access;

bool Mmu::at_once(Access& access) const {
  const base::PageId page(space_, access.address.page());
  const TlbEntry* entry = dtlb_.peek(page);
  if (entry == nullptr) entry = stlb_.peek(page);
  if (entry == nullptr) return false;
  access.line = entry->frame().line_at(access.address.page_offset());
  return (!watched_ || watched_at_once(access, *entry)) && caches_readiness_.at_once(access);
}

bool Mmu::watched_at_once(Access& access, const TlbEntry& entry) const {
  if (page_map_->movable() && page_map_->settled_at(entry.page().number()) > access.time)
    return false;
  if (entry.read_only() && protocol::is_write(access.kind)) return false;
  if (annex_ != nullptr && annex_->marked(entry.slot())) return false;
  if (page_map_->decoder().interleaves()) {
    access.line = page_map_->line_at(entry.frame(), access.address.page_offset());
  }
  return true;
}

/// Returns the entry of a page that misses in the TLBs. One access performs the walk; concurrent
/// accesses to the page wait for it.
TlbEntry Mmu::walk_or_join(Access& access, base::PageId page) {
  while (std::find(walked_.begin(), walked_.end(), page) != walked_.end()) {
    joined_.push_back({page, in_time_->running(), &access});
    in_time_->wait();
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
      in_time_->make_ready(*one.fiber);
    });
    joined_.erase(others, joined_.end());
  };
  TlbEntry entry;
  protocol::then_leave([&] { entry = miss_stlb(access, page); }, leave);
  return entry;
}

/// Returns true if the access has waited for a held page and must be translated again.
bool Mmu::stall_for_move(Access& access, std::uint64_t page) {
  if (!page_map_->held(page)) return false;
  while (page_map_->held(page)) for_pages_.wait(*in_time_);
  note_wait(access);
  return true;
}

/// Returns true if the access has waited for another fault of the core. It must then re-check
/// whether it still faults.
bool Mmu::waited_for_fault(Access& access) {
  if (!faulting_) return false;
  while (faulting_) for_fault_.wait(*in_time_);
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
void Mmu::report_in_use(Access& access, std::uint64_t page) {
  const base::PageId used(space_, page);
  used_.push_back(used);
  protocol::then_leave([&] { to_caches_.send(access); },
                       [&] {
                         used_.erase(std::find(used_.begin(), used_.end(), used));
                         for_unused_.wake(*in_time_);
                       });
}

void Mmu::wait_until_unused(base::PageId page) {
  while (std::find(used_.begin(), used_.end(), page) != used_.end()) for_unused_.wait(*in_time_);
}

}  // namespace starnuma::translation
