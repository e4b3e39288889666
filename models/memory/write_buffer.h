// SPDX-License-Identifier: Apache-2.0
// Lines of the writes that a controller has accepted and not yet sent to one data bus.
//
// Contract: a line is held at most once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace starnuma::memory {

class WriteBuffer {
 public:
  bool holds(std::uint64_t line) const {
    return __builtin_expect(filter_[index(line)] != 0, 0) &&
           std::find(lines_.rbegin(), lines_.rend(), line) != lines_.rend();
  }
  void add(std::uint64_t line) {
    lines_.push_back(line);
    ++filter_[index(line)];
  }
  /// Precondition: `line` is held.
  void remove(std::uint64_t line) {
    *std::find(lines_.begin(), lines_.end(), line) = lines_.back();
    lines_.pop_back();
    --filter_[index(line)];
  }
  std::size_t size() const { return lines_.size(); }

 private:
  static constexpr std::size_t kFilter = 512;
  static std::size_t index(std::uint64_t line) { return (line ^ (line >> 9)) % kFilter; }

  std::vector<std::uint64_t> lines_;
  std::array<std::uint16_t, kFilter> filter_{};  ///< Number of held lines of each hash.
};

}  // namespace starnuma::memory
