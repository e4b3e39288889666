// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/thread_blocks.h"

namespace starnuma::stimulus {

void ThreadBlocks::build(base::Arena& arena, std::string_view name, const Shape& shape) {
  threads_ = static_cast<std::uint64_t>(arena.threads());
  lines_ = static_cast<std::uint64_t>(shape.lines);
  rounds_ = static_cast<std::uint64_t>(shape.rounds);
  words_ = arena.allocate<std::uint64_t>(name, threads_ * lines_ * kWordsPerLine,
                                         base::Touch::on_node(shape.home));
  sums_.assign(threads_, 0);
}

std::vector<std::string> ThreadBlocks::check(const std::string& workload, std::uint64_t first,
                                             std::uint64_t blocks) const {
  for (std::uint64_t self = 0; self < threads_; ++self) {
    std::uint64_t expected = 0;
    for (std::uint64_t block = self + first; block < self + first + blocks; ++block) {
      for (int round = 1; round <= static_cast<int>(rounds_); ++round) {
        expected += lines_ * written(block % threads_, round);
      }
    }
    if (sums_[self] == expected) continue;
    return {workload + ": thread " + std::to_string(self) + " read a sum of " +
            std::to_string(sums_[self]) + ", expected " + std::to_string(expected)};
  }
  return {};
}

}  // namespace starnuma::stimulus
