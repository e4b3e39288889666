// SPDX-License-Identifier: Apache-2.0
// Pointer chases of a latency probe: several chains of cold lines of one node.
//
// Contract:
// - No line belongs to two chains. A traversal loads each line of its chain once.
// - Each line contains the index of the next, so a load depends on the previous one.
// - The lines of a chain are on `pages` distant pages, in random order. An access to a page's warm
//   line, which is in no chain, loads its translation.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

class ProbeChains {
 public:
  static constexpr int kMostLines = 504;
  static constexpr int kMostPages = kMostLines;

  /// Builds `chains` chains of up to `lines` lines.
  void build(base::Arena& arena, base::NodeId home, int chains, int lines, int pages,
             std::uint64_t seed);

  /// Loads the translations of a chain's pages.
  template <class Thread>
  void warm(Thread& thread, int chain) const {
    for (int page = 0; page < pages_; ++page) {
      thread.work(kLoopWork);
      thread.load(words_, word_of(chain, page, warm_line(page)));
    }
  }

  /// Traverses a chain from the time `start`; `next` is called when each line arrives and returns
  /// the earliest issue time of the next load.
  template <class Thread, class Ready, class Next>
  void walk(Thread& thread, int chain, Ready start, Next&& next) const {
    std::uint64_t word = heads_[static_cast<std::size_t>(chain)];
    while (word != kEnd) {
      const auto place = thread.load(words_, word, start);
      start = next(place.ready);
      word = place.value;
    }
  }

 private:
  static constexpr std::uint64_t kEnd = ~std::uint64_t{0};
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr int kLoopWork = 2;
  /// Minimum distance of a chain's pages; an odd number, to spread them over TLB sets.
  static constexpr int kFewestApart = 17;

  static std::uint64_t warm_line(int page) {
    return static_cast<std::uint64_t>(page) * 7 % base::kLinesPerPage;
  }
  std::uint64_t word_of(int chain, int page, std::uint64_t line) const {
    const auto number =
        static_cast<std::uint64_t>(page) * apart_ + static_cast<std::uint64_t>(chain);
    return (number * base::kLinesPerPage + line) * kWordsPerLine;
  }

  int pages_ = 0;
  std::uint64_t apart_ = 0;
  base::SimArray<std::uint64_t> words_;
  std::vector<std::uint64_t> heads_;
};

}  // namespace starnuma::stimulus
