// SPDX-License-Identifier: GPL-2.0-or-later
// Tells whether a block continues a repeated string instruction or starts one.
//
// Contract: QEMU ends a block behind a repeated string instruction. It executes each iteration
// after the first as a block that starts with the same instruction. The program continues at the
// instruction's end when the instruction is complete. If the program continues elsewhere, a signal
// has interrupted the instruction, and the handler's return resumes it. A handler that never
// returns leaves its entry; the oldest are dropped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "stimulus/trace/capture/plugin/flow.h"

namespace starnuma::capture {

class StringTurns {
 public:
  /// To be called for each block before it is executed. Returns true if the first instruction of
  /// the block is one that an earlier block has counted.
  bool continues(const Block& block) {
    const bool returned = std::exchange(handler_returned_, false);
    bool same = current_.active && block.address == current_.address;
    if (current_.active && !same && block.address != current_.end) interrupt();
    if (returned && !same) same = resume(block.address);
    current_ = {block.streams != 0, block.last, block.end};
    return same;
  }
  /// A signal handler returns; the next block is the interrupted program's.
  void handler_returns() { handler_returned_ = true; }

 private:
  struct String {
    bool active = false;
    std::uint64_t address = 0;
    std::uint64_t end = 0;
  };
  static constexpr std::size_t kMostInterrupted = 16;

  void interrupt() {
    if (interrupted_.size() == kMostInterrupted) interrupted_.erase(interrupted_.begin());
    interrupted_.push_back(current_);
  }
  /// Removes the instruction that ends or continues at `address`; true if it continues.
  bool resume(std::uint64_t address) {
    const auto found = std::find_if(interrupted_.rbegin(), interrupted_.rend(), [&](String string) {
      return string.address == address || string.end == address;
    });
    if (found == interrupted_.rend()) return false;
    const bool same = found->address == address;
    interrupted_.erase(found.base() - 1, interrupted_.end());
    return same;
  }

  String current_;  ///< Ends the block before.
  bool handler_returned_ = false;
  std::vector<String> interrupted_;
};

}  // namespace starnuma::capture
