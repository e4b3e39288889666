// SPDX-License-Identifier: Apache-2.0
#include "models/translation/walker.h"

namespace starnuma::translation {

using protocol::Access;

Walker::Walker(const TranslationConfig& config)
    : walk_caches_{TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries),
                   TlbArray(config.walk_cache_entries, config.walk_cache_entries)} {}

void Walker::walk(Access& access, const paging::PageMap& map, base::PageId page, int table) {
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
    read.line = map.entry_line(page.number(), level, table);
    read.issued = read.time = access.time;
    read.core = access.core;
    read.kind = protocol::AccessKind::kWalk;
    caches_.send(read);
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

void Walker::flush(base::SpaceId space) {
  for (TlbArray& cache : walk_caches_) {
    for (const base::PageId block : cache.pages_of(space)) cache.remove(block);
  }
}

void Walker::report(accounting::StatWriter& writer) const {
  const auto walks = static_cast<double>(counts_.walks);
  writer.write("walks", walks, "1", "page walks");
  writer.write("walk_reads", counts_.walk_reads, "1", "page-table entries read by walks");
  writer.write("mean_walk", walks > 0 ? counts_.walk_time.ns() / walks : 0, "ns",
               "mean time of a page walk");
}

}  // namespace starnuma::translation
