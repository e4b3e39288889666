// SPDX-License-Identifier: GPL-2.0-or-later
// Private cache that filters accesses from the trace: 8 ways, lines of 64 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace starnuma::capture {

class Filter {
  struct Way {
    std::uint64_t line = UINT64_MAX;
    std::uint64_t used = 0;
    bool dirty = false;
  };
  using Set = std::array<Way, 8>;

 public:
  struct Outcome {
    bool hit;
    bool upgrade;          ///< Store to a clean line.
    bool wrote_back;       ///< A dirty line was evicted.
    std::uint64_t victim;  ///< Address of the evicted line.
  };

  static constexpr unsigned kLineBits = 6;

  /// `bytes` is a power of two from 512, or 0 for no filter.
  explicit Filter(std::uint64_t bytes) : sets_((bytes >> kLineBits) / Set().size()) {}

  /// Accesses the line that contains `address`.
  Outcome access(std::uint64_t address, bool store) {
    const std::uint64_t line = address >> kLineBits;
    Set& set = sets_[line % sets_.size()];
    Way* oldest = set.begin();
    for (Way& way : set) {
      if (way.line == line) {
        const bool upgrade = store && !way.dirty;
        way.dirty = way.dirty || store;
        way.used = ++now_;
        return {true, upgrade, false, 0};
      }
      if (way.used < oldest->used) oldest = &way;
    }
    const Outcome outcome{false, false, oldest->dirty, oldest->line << kLineBits};
    *oldest = {line, ++now_, store};
    return outcome;
  }

 private:
  std::vector<Set> sets_;
  std::uint64_t now_ = 0;
};

}  // namespace starnuma::capture
