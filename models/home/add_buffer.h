// SPDX-License-Identifier: Apache-2.0
// The lines of uncached memory that a home keeps at hand because it has just added to them.
//
// Contract: add() says what an addition needs of memory: its line read, where it is not here;
// another line written, where that has to make room and was changed. The line added to least
// recently makes room. With no lines at all, each addition reads, and writes what it changed. Pure
// function: no SystemC, no time.
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
  /// Enters an addition to `line` that changed it or not; returns a line that is to be written.
  std::optional<base::LineAddress> add(base::LineAddress line, bool changed) {
    const bool dirty = take_out(line) || changed;
    lines_.push_back({line, dirty});
    if (lines_.size() <= capacity_) return std::nullopt;
    const Entry oldest = lines_.front();
    lines_.erase(lines_.begin());
    return oldest.dirty ? std::optional(oldest.line) : std::nullopt;
  }
  /// The line is written as a whole: it is not kept any more.
  void drop(base::LineAddress line) { take_out(line); }

 private:
  struct Entry {
    base::LineAddress line;
    bool dirty;
  };

  /// Says whether it was here and changed.
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
  std::vector<Entry> lines_;  ///< The least recently added to first; a few.
};

}  // namespace starnuma::home
