// SPDX-License-Identifier: Apache-2.0
// Buffer of the uncached lines that a home has recently added to.
//
// Contract:
// - add() returns a dirty line that must be written back, if the buffer was full.
// - The caller reads a missing line from memory first (holds()).
// - Replacement: LRU by additions.
// - With a capacity of zero every addition reads its line and writes it back if changed.
// - Pure function: no SystemC, no time.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::home {

class AddBuffer {
 public:
  explicit AddBuffer(int lines) : capacity_(static_cast<std::size_t>(lines)) {}

  bool holds(base::LineAddress line) const {
    for (const Entry& entry : lines_) {
      if (entry.line == line) return true;
    }
    return false;
  }
  /// Records an addition that changed the line or not; returns an evicted dirty line.
  std::optional<base::LineAddress> add(base::LineAddress line, bool changed) {
    const bool dirty = take_out(line) || changed;
    lines_.push_back({line, dirty});
    if (lines_.size() <= capacity_) return std::nullopt;
    const Entry oldest = lines_.front();
    lines_.erase(lines_.begin());
    return oldest.dirty ? std::optional(oldest.line) : std::nullopt;
  }
  /// Invalidates a line that is overwritten as a whole.
  void drop(base::LineAddress line) { take_out(line); }

 private:
  struct Entry {
    base::LineAddress line;
    bool dirty;
  };

  /// Invalidates a line; returns true if it was present and dirty.
  bool take_out(base::LineAddress line) {
    for (auto entry = lines_.begin(); entry != lines_.end(); ++entry) {
      if (entry->line != line) continue;
      const bool dirty = entry->dirty;
      lines_.erase(entry);
      return dirty;
    }
    return false;
  }

  std::size_t capacity_;
  std::vector<Entry> lines_;  ///< Few lines, least recently added to first.
};

}  // namespace starnuma::home
