// SPDX-License-Identifier: Apache-2.0
// Tag array of a private cache: look-up, fill with LRU victim, removal. No time, no SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::cache {

/// Maps a line to one of `sets` sets: a mask where the number is a power of two, else a remainder.
class SetIndex {
 public:
  explicit SetIndex(std::uint64_t sets)
      : sets_(sets), mask_((sets & (sets - 1)) == 0 ? sets - 1 : 0) {}
  std::uint64_t operator()(base::LineAddress line) const {
    return mask_ != 0 || sets_ == 1 ? line.value & mask_ : line.value % sets_;
  }
  std::uint64_t sets() const { return sets_; }

 private:
  std::uint64_t sets_;
  std::uint64_t mask_;
};

class PrivateArray {
 public:
  struct Entry {
    static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
    std::uint64_t line = kEmpty;
    base::Time ready_at;  ///< When the data arrive; an access before waits.
    bool writable = false;
    bool dirty = false;
  };

  PrivateArray(base::Bytes size, int ways)
      : index_(static_cast<std::uint64_t>(size.value / base::kLineBytes / ways)),
        ways_(static_cast<std::uint64_t>(ways)),
        tags_(index_.sets() * ways_, Entry::kEmpty),
        used_(index_.sets() * ways_, 0),
        entries_(index_.sets() * ways_),
        recent_(index_.sets(), 0) {}

  /// The entry of a line, or nothing; marks it most recently used.
  Entry* find(base::LineAddress line) {
    const std::uint64_t set = index_(line);
    const std::uint64_t first = set * ways_;
    std::uint64_t way = recent_[set];
    if (tags_[first + way] != line.value) {
      way = 0;
      while (way != ways_ && tags_[first + way] != line.value) ++way;
      if (way == ways_) return nullptr;
      recent_[set] = static_cast<std::uint8_t>(way);
    }
    used_[first + way] = ++clock_;
    return &entries_[first + way];
  }

  /// Puts a line in place of an empty or the least recently used entry; returns what was there.
  Entry fill(base::LineAddress line, base::Time ready_at, bool writable) {
    const std::uint64_t set = index_(line);
    const auto first = used_.begin() + static_cast<std::ptrdiff_t>(set * ways_);
    // Empty entries carry a last use of zero.
    const auto oldest = std::min_element(first, first + static_cast<std::ptrdiff_t>(ways_));
    const auto place = static_cast<std::uint64_t>(oldest - used_.begin());
    const Entry victim = entries_[place];
    tags_[place] = line.value;
    used_[place] = ++clock_;
    entries_[place] = {line.value, ready_at, writable, false};
    recent_[set] = static_cast<std::uint8_t>(place - set * ways_);
    return victim;
  }

  void remove(Entry& entry) {
    const auto place = static_cast<std::uint64_t>(&entry - entries_.data());
    tags_[place] = Entry::kEmpty;
    used_[place] = 0;
    entry = {};
  }

 private:
  SetIndex index_;
  std::uint64_t ways_;
  std::vector<std::uint64_t> tags_;  ///< The lines again, close together for the search.
  std::vector<std::uint64_t> used_;  ///< Last uses, for LRU.
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> recent_;  ///< Most recently used way of each set: the first guess.
  std::uint64_t clock_ = 0;
};

}  // namespace starnuma::cache
