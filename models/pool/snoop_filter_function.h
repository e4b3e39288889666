// SPDX-License-Identifier: Apache-2.0
// The device's inclusive snoop filter: finite sets and ways, LRU victims. No time, no SystemC.
//
// Contract: a line that any host caches has an entry. To enter a line into a full set the caller
// first back-invalidates the victim and removes it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/prefetch.h"
#include "models/base/recency_array.h"
#include "models/protocol/cxl/device_table.h"
#include "models/protocol/directory_entry.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

class SnoopFilter {
 public:
  using Entry = protocol::DirectoryEntry<protocol::cxl::DeviceState>;

  /// `decoder` makes the device's own address of a line; sets are numbered by that.
  SnoopFilter(std::uint64_t sets, int ways,
              timing::Interleave decoder = {1, base::Bytes(base::kLineBytes)});

  /// The line's entry, marked most recently used, or nothing.
  Entry* find(base::LineAddress line);
  /// The line's entry or nothing; leaves no trace.
  const Entry* peek(base::LineAddress line) const;
  /// Lets the host fetch the tags among which the line will be looked for.
  void prefetch(base::LineAddress line) const {
    const std::uint64_t* const first = &tags_[first_of(line)];
    base::prefetch(first);
    base::prefetch(first + ways_ - 1);
  }
  /// Whether the set of `line` is full.
  bool full(base::LineAddress line) const;
  /// The least recently used entry of the set of `line`, which must be full, that is in a stable
  /// state; nothing where none is.
  Entry* victim(base::LineAddress line);
  /// Enters a line in state I; its set must not be full.
  Entry& insert(base::LineAddress line);
  void remove(Entry& entry);

  /// Visits every entry; visits may remove it.
  template <class Visit>
  void each(Visit&& visit) {
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      if (tags_[i] != kEmpty) visit(entries_[i]);
    }
  }

  base::LineAddress line_of(const Entry& entry) const {
    return {tags_[static_cast<std::size_t>(&entry - entries_.data())]};
  }
  std::uint64_t occupancy() const { return occupancy_; }
  std::uint64_t capacity() const { return tags_.size(); }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  std::uint64_t first_of(base::LineAddress line) const {
    return index_(decoder_.place_of(line.in_node()).line_in_channel) * ways_;
  }

  timing::Interleave decoder_;
  base::SetIndex index_;
  std::uint64_t ways_;
  std::vector<std::uint64_t> tags_;
  std::vector<std::uint64_t> used_;
  std::vector<Entry> entries_;
  std::uint64_t clock_ = 0;
  std::uint64_t occupancy_ = 0;
};

}  // namespace starnuma::pool
