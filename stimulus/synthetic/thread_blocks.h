// SPDX-License-Identifier: Apache-2.0
// A block of lines per thread, which its thread writes and other threads read, round after round.
//
// Contract: check() compares the values that each thread read in all rounds with those written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

class ThreadBlocks {
 public:
  struct Shape {
    base::NodeId home{};
    int lines = 32;  ///< Lines of each block.
    int rounds = 16;
  };
  static constexpr int kLoopWork = 3;  ///< index, compare and jump

  void build(base::Arena& arena, std::string_view name, const Shape& shape);

  std::uint64_t threads() const { return threads_; }
  /// Returns the number of lines of all blocks, over all rounds.
  std::uint64_t lines_written() const { return threads_ * lines_ * rounds_; }
  const base::SimArray<std::uint64_t>& words() const { return words_; }

  /// Calls `access` with the word of each line of a block.
  template <class Thread, class Access>
  void for_lines(Thread& thread, std::uint64_t block, Access access) const {
    for (std::uint64_t line = 0; line < lines_; ++line) {
      thread.work(kLoopWork);
      access((block * lines_ + line) * kWordsPerLine);
    }
  }

  /// Writes the thread's own block.
  template <class Thread>
  void write(Thread& thread, int round) const {
    const auto self = static_cast<std::uint64_t>(thread.index());
    for_lines(thread, self,
              [&](std::uint64_t word) { thread.store(words_, word, written(self, round)); });
  }

  /// Reads a block. `load` returns the value of a word.
  template <class Thread, class Load>
  void read(Thread& thread, std::uint64_t block, Load load) {
    std::uint64_t& sum = sums_[static_cast<std::size_t>(thread.index())];
    for_lines(thread, block, [&](std::uint64_t word) { sum += load(word); });
  }

  /// Returns one line if a thread did not read the values of `blocks` blocks. The first block is
  /// that of the thread `first` after it.
  std::vector<std::string> check(const std::string& workload, std::uint64_t first,
                                 std::uint64_t blocks) const;

 private:
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  static std::uint64_t written(std::uint64_t thread, int round) {
    return thread * 1'000'003 + static_cast<std::uint64_t>(round);
  }

  std::uint64_t threads_ = 1;
  std::uint64_t lines_ = 0;
  std::uint64_t rounds_ = 0;
  base::SimArray<std::uint64_t> words_;
  std::vector<std::uint64_t> sums_;  ///< Sum of the values that each thread has read.
};

}  // namespace starnuma::stimulus
