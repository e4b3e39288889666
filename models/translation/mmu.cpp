// SPDX-License-Identifier: Apache-2.0
#include "models/translation/mmu.h"

#include "models/base/check.h"

namespace starnuma::translation {

using kernel::LookUp;
using protocol::Access;

Mmu::Mmu(const sc_core::sc_module_name& name, const Config& config, base::Frequency frequency,
         const paging::PageMap& page_map)
    : sc_module(name),
      tlbs_(config),
      stlb_latency_(base::ClockRatio(frequency).time_of(config.stlb_latency.value)),
      walker_(config) {
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
  watched_ = checks_.enabled() || annex_ != nullptr || !observers_.empty() ||
             page_map_->movable() || page_map_->decoder().interleaves();
}

void Mmu::attach(AnnexDriver& annex) {
  annex_ = &annex;
  choose_watched();
}

void Mmu::check_translations() {
  checks_.enable();
  choose_watched();
}

void Mmu::access(Access& access) {
  const base::PageId page(space_, access.address.page());
  const TlbEntry* entry = tlbs_.find_in_dtlb(page);
  if (__builtin_expect(entry == nullptr, 0)) return access_without_dtlb(access, page);
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
  const TlbEntry* const found = tlbs_.find_in_dtlb(page);
  const TlbEntry entry = found != nullptr ? *found : miss_dtlb(access, page);
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
    if (wait_while_held(access, entry.page())) return false;
    waits_.wait_until_settled(access, page_map_->settled_at(entry.page().number()));
    const bool writes = faults_.copies() && protocol::is_write(access.kind);
    if (writes && !make_writable(access, entry)) return false;
  }
  if (page_map_->decoder().interleaves()) {
    access.line = page_map_->line_at(entry.frame(), access.address.page_offset());
  }
  if (checks_.enabled()) checks_.check_access(access, entry, *page_map_, socket_);
  if (annex_ == nullptr) return send(access, entry.page(), found);
  if (annex_->marked(entry.slot())) annex_->access(entry, access);
  if (!send(access, entry.page(), found)) return false;
  if (access.served_by == protocol::ServedBy::kMemory &&
      access.kind == protocol::AccessKind::kLoad) {
    annex_->load_missed(entry, access.issued, access.time);
  }
  return true;
}

/// Prepares a write to a page that may have copies. Returns false if time has passed for other
/// transactions, after which the page may have copies again.
bool Mmu::make_writable(Access& access, TlbEntry& entry) {
  faults_.written(entry.page());
  if (!entry.read_only()) return true;
  const base::Time start = execution_.now(access.time);
  if (!faults_.write_fault(access, entry.page())) return false;
  entry = miss_dtlb(access, entry.page());
  access.line = entry.frame().line_at(access.address.page_offset());
  return execution_.now(start) == start;
}

/// Sends an access to the caches. Returns false if its page has been recovered instead.
bool Mmu::send(Access& access, base::PageId page, LookUp found) {
  try {
    const auto send = [&] { send_to_caches(access, found); };
    page_map_->movable() ? waits_.use(page, send) : send();
  } catch (const protocol::AccessError&) {
    if (!faults_.recover(access, page)) throw;
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

TlbEntry Mmu::miss_dtlb(Access& access, base::PageId page) {
  access.time += stlb_latency_;
  access.walk += stlb_latency_;
  if (const TlbEntry* found = tlbs_.find_in_stlb(page)) return *found;
  const TlbEntry entry = miss_stlb(access, page);
  tlbs_.fill_dtlb(entry);
  return entry;
}

/// Returns the entry of a page that misses in the TLBs, after a walk of this or another access.
TlbEntry Mmu::miss_stlb(Access& access, base::PageId page) {
  while (walks_.join(access, page)) {
    if (const TlbEntry* entry = tlbs_.find_filled(page)) return *entry;
  }
  TlbEntry entry;
  walks_.lead(access, page, [&] { entry = walk(access, page); });
  return entry;
}

/// Walks until the page is present, and fills its translation into the STLB.
TlbEntry Mmu::walk(Access& access, base::PageId page) {
  do walker_.walk(access, *page_map_, page, table_);
  while (interrupts_walk(access, page));
  const paging::PageMap::Translation found = page_map_->translation_for(page.number(), socket_);
  checks_.check_home(found.frame.first_line.node(), page);
  const Tlbs::Filled filled = tlbs_.fill(page, found.frame, found.read_only);
  if (annex_ != nullptr) annex_->filled(filled.entry, filled.replaced, access);
  return filled.entry;
}

/// Returns true if the page was held or unmapped, after a wait.
bool Mmu::interrupts_walk(Access& access, base::PageId page) {
  if (wait_while_held(access, page)) return true;
  if (__builtin_expect(page_map_->present(page.number()), 1)) return false;
  SN_CHECK(faults_.handled(), name(), ": page ", page, " is unmapped, and no OS handles the fault");
  faults_.page_fault(access, page);
  return true;
}

/// Returns true if the access has waited for a held page and must be translated again.
bool Mmu::wait_while_held(Access& access, base::PageId page) {
  return waits_.wait_while_held(access, [&] { return page_map_->held(page.number()); });
}

bool Mmu::invalidate(base::PageId page, base::Time time) {
  const TlbEntry* const found = tlbs_.peek_stlb(page);  // inclusive of the DTLB
  if (found == nullptr) return false;
  const TlbEntry entry = *found;  // *found may move while the annex delays the shootdown
  if (annex_ != nullptr) annex_->invalidated(entry, time);
  tlbs_.remove(page);
  return true;
}

std::int64_t Mmu::flush(base::SpaceId space, base::Time time) {
  const std::vector<base::PageId> pages = tlbs_.pages_of(space);
  for (const base::PageId page : pages) invalidate(page, time);
  walker_.flush(space);
  return static_cast<std::int64_t>(pages.size());
}

LookUp Mmu::look_up(Access& access) {
  const base::PageId page(space_, access.address.page());
  const TlbEntry* const entry = tlbs_.peek_dtlb(page);
  if (__builtin_expect(entry == nullptr, 0)) return look_up_stlb(access, page);
  access.line = entry->frame().line_at(access.address.page_offset());
  if (__builtin_expect(watched_, 0) && !ready(access, *entry)) return LookUp::kBlocked;
  const base::Time start = access.time;
  const LookUp found = look_ups_.look_up(access);
  if (found != LookUp::kHit) return found;
  if (__builtin_expect(watched_, 0)) note_hit(access, *entry, start);
  tlbs_.find_in_dtlb(page);
  return found;
}

/// Looks up an access whose page is not in the DTLB.
LookUp Mmu::look_up_stlb(Access& access, base::PageId page) {
  const TlbEntry* const entry = tlbs_.peek_stlb(page);
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
  tlbs_.find_in_stlb(page);
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
    waits_.note_use(start);
    if (faults_.copies() && protocol::is_write(access.kind)) faults_.written(entry.page());
  }
  if (checks_.enabled()) checks_.check_access(access, entry, *page_map_, socket_);
  notify_observers(access);
}

void Mmu::report(accounting::StatWriter& writer) const {
  tlbs_.report(writer);
  walker_.report(writer);
  if (!page_map_->movable()) return;
  waits_.report(writer);
  faults_.report(writer, page_map_->unmaps());
}

void Mmu::reset_statistics() {
  tlbs_.reset_statistics();
  walker_.reset_statistics();
  waits_.reset_statistics();
  faults_.reset_statistics();
}

}  // namespace starnuma::translation
