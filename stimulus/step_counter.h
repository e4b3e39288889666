// SPDX-License-Identifier: Apache-2.0
// Counter to which all threads add during a step, and which they read after the barrier at its end.
//
// Contract: every thread has its own StepCounter for the same pair of lines. It calls `total`
// exactly once per step, after the barrier that ends the step and before the next one. Steps
// alternate between the two lines, and no thread resets them, so a second barrier is not required:
// a thread that runs ahead adds to the other line.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/arena.h"

namespace starnuma::stimulus {

class StepCounter {
 public:
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr std::uint64_t kWords = 2 * kWordsPerLine;

  /// Selects counter `index` of an array with `kWords` words per counter.
  StepCounter(const base::SimArray<std::uint64_t>& words, std::uint64_t index)
      : words_(words), first_(index * kWords) {}

  /// Returns the sum of this step before the addition.
  template <class Thread>
  std::uint64_t add(Thread& thread, std::uint64_t amount) {
    return thread.fetch_add(words_, word(), amount) - before_[parity_];
  }

  template <class Thread>
  std::uint64_t total(Thread& thread) {
    const std::uint64_t sum = thread.load(words_, word()).value;
    const std::uint64_t total = sum - before_[parity_];
    before_[parity_] = sum;
    parity_ ^= 1;
    return total;
  }

 private:
  std::uint64_t word() const { return first_ + parity_ * kWordsPerLine; }

  base::SimArray<std::uint64_t> words_;
  std::uint64_t first_;
  std::uint64_t parity_ = 0;
  std::array<std::uint64_t, 2> before_{};
};

}  // namespace starnuma::stimulus
