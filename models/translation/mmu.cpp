// SPDX-License-Identifier: Apache-2.0
#include "models/translation/mmu.h"

#include <algorithm>

namespace starnuma::translation {

using protocol::Access;

Mmu::Mmu(const sc_core::sc_module_name& name, const Config& config, base::Frequency frequency,
         const PageMap& page_map)
    : sc_module(name),
      page_map_(page_map),
      dtlb_(config.dtlb_entries, config.dtlb_ways),
      stlb_(config.stlb_entries, config.stlb_ways),
      walk_caches_{TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries)},
      stlb_latency_(base::ClockRatio(frequency).time_of(config.stlb_latency.value)) {}

void Mmu::access(Access& access) {
  const std::uint64_t page = access.address.page();
  const TlbArray::Entry* entry = dtlb_.find(page);
  base::Frame frame;
  if (__builtin_expect(entry != nullptr, 1)) {
    ++counts_.dtlb_hits;
    frame = entry->frame;
  } else {
    frame = miss_dtlb(access, page);
  }
  access.line = frame.line_at(access.address.page_offset());
  latest_use_ = std::max(latest_use_, access.time);
  mem_side.send(access);
}

base::Frame Mmu::miss_dtlb(Access& access, std::uint64_t page) {
  access.time += stlb_latency_;
  access.walk += stlb_latency_;
  if (stlb_.find(page) != nullptr) {
    ++counts_.stlb_hits;
  } else {
    walk(access, page);
    wait_for_move(access, page);
    const std::uint64_t replaced = stlb_.fill(page, page_map_.frame_of(page));
    if (replaced != TlbArray::kEmpty) dtlb_.remove(replaced);  // the STLB is inclusive
  }
  const base::Frame frame = page_map_.frame_of(page);
  dtlb_.fill(page, frame);
  return frame;
}

void Mmu::walk(Access& access, std::uint64_t page) {
  int level = 0;
  auto tag = [&](int l) { return page >> (PageMap::kEntryShift * l); };
  while (level < PageMap::kLevels - 1 && walk_caches_[level].find(tag(level + 1)) == nullptr) {
    ++level;
  }
  const base::Time start = access.time;
  for (; level >= 0; --level) {
    Access read;
    read.line = page_map_.entry_line(page, level);
    read.issued = read.time = access.time;
    read.core = access.core;
    read.kind = protocol::AccessKind::kWalk;
    mem_side.send(read);
    // Memory's share holds the wait for a miss register already; other servers' does not.
    access.walk_queue += read.queue;
    if (read.served_by != protocol::ServedBy::kMemory) access.walk_queue += read.mshr_queue;
    access.time = read.time;
    ++counts_.walk_reads;
    if (level > 0) walk_caches_[level - 1].fill(tag(level), {});
  }
  ++counts_.walks;
  counts_.walk_time += access.time - start;
  access.walk += access.time - start - access.walk_queue;
}

/// A page on the move has no translation until it has settled.
void Mmu::wait_for_move(Access& access, std::uint64_t page) {
  const base::Time settled = page_map_.settled_at(page);
  if (settled <= access.time) return;
  ++counts_.stalls;
  counts_.stall_time += settled - access.time;
  access.migration_stall += settled - access.time;
  access.time = settled;
}

bool Mmu::invalidate(std::uint64_t page) {
  const bool present = stlb_.find(page) != nullptr;
  dtlb_.remove(page);
  stlb_.remove(page);
  return present;
}

void Mmu::report(base::StatWriter& writer) const {
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
  if (!page_map_.movable()) return;
  writer.write("migration_stalls", static_cast<double>(counts_.stalls), "1",
               "accesses that waited for a page to settle");
  writer.write("migration_stall_time", counts_.stall_time.ns(), "ns", "that they waited");
}

}  // namespace starnuma::translation
