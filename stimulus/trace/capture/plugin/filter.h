// SPDX-License-Identifier: GPL-2.0-or-later
// A private cache that keeps accesses out of the trace: 8 ways, lines of 64 bytes.
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
    bool upgrade;          ///< A store to a line that was clean.
    bool wrote_back;       ///< A dirty line made room...
    std::uint64_t victim;  ///< ...at this address.
  };

  static constexpr unsigned kLineBits = 6;

  /// `bytes`: a power of two from 512 on; 0: there is none.
  explicit Filter(std::uint64_t bytes) : sets_((bytes >> kLineBits) / Set().size()) {}

  /// Of the line that holds `address`.
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
