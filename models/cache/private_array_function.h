// SPDX-License-Identifier: Apache-2.0
// Tag array of a private cache: look-up, fill with LRU victim, removal. No time, no SystemC.
#pragma once

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
    std::uint64_t used = 0;
    bool writable = false;
    bool dirty = false;
  };

  PrivateArray(base::Bytes size, int ways)
      : index_(static_cast<std::uint64_t>(size.value / base::kLineBytes / ways)),
        ways_(static_cast<std::uint64_t>(ways)),
        entries_(index_.sets() * ways_),
        recent_(index_.sets(), 0) {}

  /// The entry of a line, or nothing; marks it most recently used.
  Entry* find(base::LineAddress line) {
    const std::uint64_t set = index_(line);
    Entry* first = &entries_[set * ways_];
    Entry* guess = first + recent_[set];
    if (guess->line != line.value) {
      guess = first;
      while (guess != first + ways_ && guess->line != line.value) ++guess;
      if (guess == first + ways_) return nullptr;
      recent_[set] = static_cast<std::uint8_t>(guess - first);
    }
    guess->used = ++clock_;
    return guess;
  }

  /// Puts a line in place of an empty or the least recently used entry; returns what was there.
  Entry fill(base::LineAddress line, base::Time ready_at, bool writable) {
    const std::uint64_t set = index_(line);
    Entry* first = &entries_[set * ways_];
    Entry* slot = first;
    for (Entry* e = first; e != first + ways_; ++e) {
      if (e->used < slot->used) slot = e;  // empty entries carry used == 0
    }
    const Entry victim = *slot;
    *slot = {line.value, ready_at, ++clock_, writable, false};
    recent_[set] = static_cast<std::uint8_t>(slot - first);
    return victim;
  }

  static void remove(Entry& entry) { entry = {}; }

 private:
  SetIndex index_;
  std::uint64_t ways_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> recent_;  ///< Most recently used way of each set: the first guess.
  std::uint64_t clock_ = 0;
};

}  // namespace starnuma::cache
