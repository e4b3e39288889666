// SPDX-License-Identifier: Apache-2.0
// Threads pass lines to threads half a machine away, round after round. They flush the lines, as
// software must if the caches of two hosts are not coherent.
//
// Contract:
// - In a round a thread writes a word of each line of its own block, and flushes the lines.
// - After a barrier it invalidates its copies of another thread's block by flushes, half of all
// threads further
//   on, and reads the block. The next round starts after another barrier.
// - Either flush can be disabled.
// - The check compares the values read in all rounds with the values written. The simulator always
//   returns the last written value, so the consequences of a missing flush are reported by
//   observers of the memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

class HandOver {
 public:
  struct Parameters {
    base::NodeId home{};
    int lines = 32;  ///< Lines of each block.
    int rounds = 16;
    bool writer_flushes = true;
    bool reader_flushes = true;
    int scale = 20;
  };
  static constexpr std::string_view kWorkUnit = "line read";
  static constexpr int kInstructionsPerUnit = 10;  ///< Approximate; for the progress display only.

  explicit HandOver(const Parameters& parameters) : parameters_(parameters) {}

  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    thread.barrier();
    if (thread.index() == 0) thread.begin_measurement();
    thread.barrier();
    const auto self = static_cast<std::uint64_t>(thread.index());
    const std::uint64_t writer = (self + threads_ / 2) % threads_;
    for (int round = 1; round <= parameters_.rounds; ++round) {
      for (std::uint64_t line = 0; line < lines(); ++line) {
        thread.work(kLoopWork);
        thread.store(blocks_, word_of(self, line), written(self, round));
      }
      if (parameters_.writer_flushes) flush(thread, self);
      thread.barrier();
      if (parameters_.reader_flushes) flush(thread, writer);
      for (std::uint64_t line = 0; line < lines(); ++line) {
        thread.work(kLoopWork);
        sums_[self] += thread.load(blocks_, word_of(writer, line)).value;
      }
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return threads_ * lines() * static_cast<std::uint64_t>(parameters_.rounds);
  }

 private:
  static constexpr int kLoopWork = 3;  ///< index, compare and jump
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  template <class Thread>
  void flush(Thread& thread, std::uint64_t block) {
    for (std::uint64_t line = 0; line < lines(); ++line) {
      thread.work(kLoopWork);
      thread.flush(blocks_, word_of(block, line));
    }
    thread.fence();
  }
  std::uint64_t lines() const { return static_cast<std::uint64_t>(parameters_.lines); }
  std::uint64_t word_of(std::uint64_t thread, std::uint64_t line) const {
    return (thread * lines() + line) * kWordsPerLine;
  }
  static std::uint64_t written(std::uint64_t thread, int round) {
    return thread * 1'000'003 + static_cast<std::uint64_t>(round);
  }

  Parameters parameters_;
  std::uint64_t threads_ = 1;
  base::SimArray<std::uint64_t> blocks_;
  std::vector<std::uint64_t> sums_;  ///< Sum of the values that each thread has read.
};

}  // namespace starnuma::stimulus
