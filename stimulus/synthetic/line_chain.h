// SPDX-License-Identifier: Apache-2.0
// Chain of dependent loads over lines of a few pages that are bound to one node.
//
// Contract:
// - A traversal loads each line of the chain exactly once; each line contains the index of the
//   next.
// - Each page has a warm line, which is not in the chain; an access to it loads the page's
//   translation.
// - For any number of lines, the chain is spread evenly over pages and over the lines of a page.
//   Caches indexed by line number therefore fill their sets evenly.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

class LineChain {
 public:
  static constexpr int kPages = 8;
  static constexpr int kMaxLines = kPages * (base::kLinesPerPage - 1);

  /// Selects `lines` lines and a random order of them.
  void build(base::Arena& arena, base::NodeId home, int lines, std::uint64_t seed);

  /// Loads the warm line of every page.
  template <class Thread>
  void warm(Thread& thread) const {
    for (std::uint64_t page = 0; page < kPages; ++page) {
      thread.work(kLoopWork);
      thread.load(words_, word_of(page, warm_line(page)));
    }
  }

  /// Loads every line once, each after the arrival of the previous one; returns the number of
  /// loads.
  template <class Thread>
  std::uint64_t walk(Thread& thread) const {
    std::uint64_t loads = 1;
    auto place = thread.load(words_, order_.front());
    while (place.value != kEnd) {
      thread.work(kLoopWork);
      place = thread.load(words_, place.value, place.ready);
      ++loads;
    }
    return loads;
  }

  /// Loads every line of the chain in ascending order, without waiting.
  template <class Thread>
  void load_all(Thread& thread) const {
    for (const std::uint64_t word : ascending_) {
      thread.work(kLoopWork);
      thread.load(words_, word);
    }
  }

  /// Writes every line of the chain; the chain is unchanged.
  template <class Thread>
  void store_all(Thread& thread) const {
    for (const std::uint64_t word : ascending_) {
      thread.work(kLoopWork);
      thread.store(words_, word, words_.data[word]);
    }
  }

  /// Returns the lines in the order of traversal, as line numbers relative to the first page.
  std::vector<std::uint64_t> lines() const;
  /// Returns the line number, within its page, of the page's warm line.
  static std::uint64_t warm_line(std::uint64_t page);

 private:
  static constexpr std::uint64_t kEnd = ~std::uint64_t{0};
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr int kLoopWork = 2;  ///< compare and jump, or add and jump

  static std::uint64_t word_of(std::uint64_t page, std::uint64_t line) {
    return (page * base::kLinesPerPage + line) * kWordsPerLine;
  }

  base::SimArray<std::uint64_t> words_;
  std::vector<std::uint64_t> order_;
  std::vector<std::uint64_t> ascending_;
};

}  // namespace starnuma::stimulus
