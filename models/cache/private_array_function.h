// SPDX-License-Identifier: Apache-2.0
// Tag array of a private cache: look-up, fill with LRU replacement, removal. No time, no SystemC.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/base/recency_array.h"

namespace starnuma::cache {

class PrivateArray {
 public:
  struct Entry {
    static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
    std::uint64_t line = kEmpty;

    Entry() : ready_ps_(0), place(0), writable(0), dirty(0) {}
    Entry(base::LineAddress l, base::Time ready, bool may_write, bool is_dirty, std::uint8_t where)
        : line(l.value),
          ready_ps_(ready.ps()),
          place(where),
          writable(may_write),
          dirty(is_dirty) {}

    std::uint64_t key() const { return line; }
    /// Arrival time of the data; earlier accesses wait for it.
    base::Time ready_at() const { return base::Time(ready_ps_); }
    void delay_until(base::Time time) { ready_ps_ = std::max<std::int64_t>(ready_ps_, time.ps()); }

   private:
    std::int64_t ready_ps_ : 56;  ///< Covers ten hours.

   public:
    std::uint64_t place : 6;  ///< Way in the tags of the caching agent.
    std::uint64_t writable : 1;
    std::uint64_t dirty : 1;
  };

  PrivateArray(base::Bytes size, int ways)
      : entries_(static_cast<std::uint64_t>(size.value / base::kLineBytes / ways), ways) {}

  /// Returns the entry of a line, or null, and marks it most recently used. Valid until the next
  /// call.
  Entry* find(base::LineAddress line) { return entries_.find(line.value); }

  const Entry* peek(base::LineAddress line) const { return entries_.peek(line.value); }

  /// Fills a line into an empty or the least recently used entry; returns the replaced entry.
  Entry fill(base::LineAddress line, base::Time ready_at, bool writable, bool dirty = false,
             std::uint8_t place = 0) {
    return entries_.fill({line, ready_at, writable, dirty, place});
  }
  /// Iterates over all entries, including empty ones.
  Entry* begin() { return entries_.begin(); }
  Entry* end() { return entries_.end(); }
  /// Invalidates a line; returns its entry, or an empty one.
  Entry take(base::LineAddress line) { return entries_.take(line.value); }

 private:
  base::RecencyArray<Entry> entries_;
};

}  // namespace starnuma::cache
