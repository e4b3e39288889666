// SPDX-License-Identifier: Apache-2.0
#include "models/translation/mmu.h"

#include <algorithm>
#include <string>

#include "models/base/check.h"
#include "models/protocol/access_error.h"

namespace starnuma::translation {

using kernel::LookUp;
using protocol::Access;

Mmu::Mmu(const sc_core::sc_module_name& name, const Config& config, base::Frequency frequency,
         const paging::PageMap& page_map)
    : sc_module(name),
      dtlb_(config.dtlb_entries, config.dtlb_ways),
      stlb_(config.stlb_entries, config.stlb_ways),
      walk_caches_{TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries)},
      stlb_latency_(base::ClockRatio(frequency).time_of(config.stlb_latency.value)) {
  enter(page_map);
}

void Mmu::enter(const paging::PageMap& page_map) {
  page_map_ = &page_map;
  space_ = page_map.space();
  table_ = page_map.table_of(socket_);
  choose_watched();
}

void Mmu::set_socket(base::SocketId socket) {
  socket_ = base::index_of(socket);
  table_ = page_map_->table_of(socket_);
}

void Mmu::observe(protocol::AccessObserver& observer) {
  observers_.push_back(&observer);
  choose_watched();
}

void Mmu::choose_watched() {
  watched_ = checked_ || annex_ != nullptr || !observers_.empty() || page_map_->movable() ||
             page_map_->decoder().interleaves();
}

void Mmu::attach(AnnexDriver& annex) {
  annex_ = &annex;
  choose_watched();
}

void Mmu::handle_faults(paging::FaultHandler& os, bool copies) {
  os_ = &os;
  copies_ = copies;
}

void Mmu::check_translations() {
  checked_ = true;
  choose_watched();
}

void Mmu::access(Access& access) {
  const base::PageId page(space_, access.address.page());
  const TlbEntry* entry = dtlb_.find(page);
  if (__builtin_expect(entry == nullptr, 0)) return access_without_dtlb(access, page);
  ++counts_.dtlb_hits;
  translated(access, *entry);
}

void Mmu::access_without_dtlb(Access& access, base::PageId page) {
  translated(access, miss_dtlb(access, page));
}

inline void Mmu::translated(Access& access, const TlbEntry& entry) {
  access.line = entry.frame().line_at(access.address.page_offset());
  if (__builtin_expect(watched_, 0)) return watched_access(access, entry, LookUp::kBlocked);
  to_caches_.send(access);
}

/// Translates an access; walks if the TLBs miss.
TlbEntry Mmu::translate(Access& access) {
  const base::PageId page(space_, access.address.page());
  TlbEntry entry;
  if (const TlbEntry* found = dtlb_.find(page)) {
    ++counts_.dtlb_hits;
    entry = *found;
  } else {
    entry = miss_dtlb(access, page);
  }
  access.line = entry.frame().line_at(access.address.page_offset());
  return entry;
}

/// Sends a translated access, and translates it again after each wait.
void Mmu::watched_access(Access& access, TlbEntry entry, LookUp found) {
  while (!try_access(access, entry, found)) {
    entry = translate(access);
    found = LookUp::kBlocked;
  }
}

/// Sends an access with its translation. Returns false if it has waited instead.
bool Mmu::try_access(Access& access, TlbEntry entry, LookUp found) {
  if (page_map_->movable()) {
    if (stall_for_move(access, entry.page().number())) return false;
    wait_for_move(access, entry.page().number());
    if (copies_ && protocol::is_write(access.kind)) {
      const bool faults = entry.read_only();
      entry = make_writable(access, entry);
      if (faults && execution_.overlaps()) return false;  // the page may have copies again
    }
  }
  if (page_map_->decoder().interleaves()) {
    access.line = page_map_->line_at(entry.frame(), access.address.page_offset());
  }
  if (checked_) check_translation(access, entry);
  const std::uint64_t page = entry.page().number();
  if (annex_ == nullptr) return send(access, page, found);
  if (annex_->marked(entry.slot())) annex_->access(entry, access);
  if (!send(access, page, found)) return false;
  if (access.served_by == protocol::ServedBy::kMemory &&
      access.kind == protocol::AccessKind::kLoad) {
    annex_->load_missed(entry, access.issued, access.time);
  }
  return true;
}

/// Sends an access to the caches. Returns false if its page has been recovered instead.
bool Mmu::send(Access& access, std::uint64_t page, LookUp found) {
  try {
    moves_beside_accesses() ? report_in_use(access, page, found) : send_to_caches(access, found);
  } catch (const protocol::AccessError&) {
    if (!recover(access)) throw;
    return false;
  }
  notify_observers(access);
  return true;
}

/// Sends an access whose look-up in the caches has returned `found` at the current time.
void Mmu::send_to_caches(Access& access, LookUp found) {
  found == LookUp::kMiss ? look_ups_.miss(access) : to_caches_.send(access);
}

void Mmu::notify_observers(const Access& access) const {
  for (protocol::AccessObserver* observer : observers_) {
    observer->accessed(access, static_cast<base::SocketId>(socket_));
  }
}

void Mmu::check_translation(const Access& access, const TlbEntry& entry) const {
  const paging::PageMap::Translation now =
      page_map_->translation_for(entry.page().number(), socket_);
  SN_CHECK(entry.frame().first_line == now.frame.first_line && entry.read_only() == now.read_only,
           name(), ": stale translation of page ", entry.page(), " used at ", access.time.ps(),
           " ps");
  SN_CHECK(page_map_->present(entry.page().number()), name(), ": page ", entry.page(),
           " is used and unmapped");
  SN_CHECK(!now.read_only || !protocol::is_write(access.kind), name(), ": page ", entry.page(),
           " is written and has copies");
}

TlbEntry Mmu::miss_dtlb(Access& access, base::PageId page) {
  access.time += stlb_latency_;
  access.walk += stlb_latency_;
  TlbEntry entry;
  if (const TlbEntry* found = stlb_.find(page)) {
    ++counts_.stlb_hits;
    entry = *found;
  } else {
    entry = walk_or_join(access, page);
    if (stlb_.peek(page) == nullptr || dtlb_.peek(page) != nullptr) return entry;
  }
  dtlb_.fill(entry);
  return entry;
}

TlbEntry Mmu::miss_stlb(Access& access, base::PageId page) {
  walk(access, page);
  while (true) {
    if (stall_for_move(access, page.number())) {
      walk(access, page);
    } else if (__builtin_expect(!page_map_->present(page.number()), 0)) {
      if (!waited_for_fault(access)) page_fault(access, page);
      walk(access, page);
    } else {
      break;
    }
  }
  const paging::PageMap::Translation found = page_map_->translation_for(page.number(), socket_);
  check_home(found.frame.first_line.node(), page.number());
  const TlbEntry replaced = stlb_.fill(page, found.frame, found.read_only);
  if (replaced.page() != TlbEntry::kEmpty) dtlb_.remove(replaced.page());  // the STLB is inclusive
  const TlbEntry entry = *stlb_.find(page);
  if (annex_ != nullptr) annex_->filled(entry, replaced.page(), access);
  return entry;
}

void Mmu::check_home(base::NodeId home, std::uint64_t page) const {
  if (std::find(refused_.begin(), refused_.end(), home) == refused_.end()) return;
  const std::string text = std::string(name()) + ": page " + std::to_string(page) +
                           " lies on home " + std::to_string(base::index_of(home)) +
                           ", a pool device that this socket is not attached to, and "
                           "pool.unattached is refuse";
  SC_REPORT_ERROR(kRefused, text.c_str());
}

bool Mmu::invalidate(base::PageId page, base::Time time) {
  TlbEntry* entry = stlb_.find(page);
  if (entry == nullptr) return false;
  ++counts_.invalidations;
  if (annex_ != nullptr) annex_->invalidated(*entry, time);
  stlb_.remove(*entry);
  dtlb_.remove(page);
  return true;
}

std::int64_t Mmu::flush(base::SpaceId space, base::Time time) {
  const std::vector<base::PageId> pages = stlb_.pages_of(space);
  for (const base::PageId page : pages) invalidate(page, time);
  for (TlbArray& cache : walk_caches_) {
    for (const base::PageId block : cache.pages_of(space)) cache.remove(block);
  }
  return static_cast<std::int64_t>(pages.size());
}

std::optional<base::Frame> Mmu::translation_of(base::PageId page) const {
  const TlbEntry* entry = stlb_.peek(page);  // inclusive of the DTLB
  return entry != nullptr ? std::optional(entry->frame()) : std::nullopt;
}

void Mmu::walk(Access& access, base::PageId page) {
  int level = 0;
  auto tag = [&](int l) { return page.block(paging::PageMap::kEntryShift * l); };
  while (level < paging::PageMap::kLevels - 1 &&
         walk_caches_[level].find(tag(level + 1)) == nullptr) {
    ++level;
  }
  const base::Time start = access.time;
  const base::Time queued = access.walk_queue;  // contention of a walk before a write fault
  for (; level >= 0; --level) {
    Access read;
    read.address = access.address;
    read.place = static_cast<std::uint8_t>(level);
    read.line = page_map_->entry_line(page.number(), level, table_);
    read.issued = read.time = access.time;
    read.core = access.core;
    read.kind = protocol::AccessKind::kWalk;
    to_caches_.send(read);
    // The memory's share already includes the wait for a miss register; other levels report it
    // apart.
    access.walk_queue += read.queue;
    if (read.served_by != protocol::ServedBy::kMemory) access.walk_queue += read.mshr_queue;
    access.time = read.time;
    ++counts_.walk_reads;
    if (level > 0) walk_caches_[level - 1].fill({tag(level), {}, 0});
  }
  ++counts_.walks;
  counts_.walk_time += access.time - start;
  access.walk += access.time - start - (access.walk_queue - queued);
}

/// Delays an access to a moving page until the page is accessible.
void Mmu::wait_for_move(Access& access, std::uint64_t page) {
  const base::Time settled = page_map_->settled_at(page);
  latest_use_ = std::max({latest_use_, access.time, settled});
  if (settled <= access.time) return;
  ++counts_.stalls;
  counts_.stall_time += settled - access.time;
  access.migration_stall += settled - access.time;
  access.time = settled;
}

void Mmu::report(accounting::StatWriter& writer) const {
  const auto walks = static_cast<double>(counts_.walks);
  writer.write("dtlb_hits", static_cast<double>(counts_.dtlb_hits), "1",
               "translations by the DTLB");
  writer.write("stlb_hits", static_cast<double>(counts_.stlb_hits), "1",
               "translations by the STLB");
  writer.write("walks", walks, "1", "page walks");
  writer.write("walk_reads", static_cast<double>(counts_.walk_reads), "1",
               "page-table entries read by walks");
  writer.write("mean_walk", walks > 0 ? counts_.walk_time.ns() / walks : 0, "ns",
               "mean time of a page walk");
  if (!page_map_->movable()) return;
  writer.write("migration_stalls", static_cast<double>(counts_.stalls), "1",
               "accesses that waited for a page to settle");
  writer.write("migration_stall_time", counts_.stall_time.ns(), "ns",
               "time for which accesses waited for a page to settle");
  if (page_map_->unmaps()) {
    writer.write("page_faults", static_cast<double>(counts_.page_faults), "1",
                 "accesses to unmapped pages");
    writer.write("page_fault_time", counts_.page_fault_time.ns(), "ns",
                 "time of accesses to unmapped pages in the fault handler");
  }
  if (!copies_) return;
  writer.write("write_faults", static_cast<double>(counts_.write_faults), "1",
               "writes to pages with read-only copies");
}

}  // namespace starnuma::translation
