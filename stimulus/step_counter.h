// SPDX-License-Identifier: Apache-2.0
// A counter that all threads add to during a step and read after the barrier that ends it.
//
// Contract: every thread holds its own StepCounter for the same pair of lines and calls `total`
// exactly once per step, after the barrier that ends the step and before the next one. Steps
// alternate between the two lines and nobody resets them, so no second barrier is needed: a thread
// that runs ahead adds to the other line.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/arena.h"

namespace starnuma::stimulus {

class StepCounter {
 public:
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr std::uint64_t kWords = 2 * kWordsPerLine;

  /// Counter number `index` of an array of `kWords` words per counter.
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
