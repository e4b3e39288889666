// SPDX-License-Identifier: Apache-2.0
// The writes that a controller has accepted and not yet sent to one data bus.
//
// Contract: at most `capacity` writes are held at any time, those that have their place on the bus
// but whose command is still to come included: accept() answers when one more is held. Times may
// come in any order, none before `horizon`. A line is held once.
// Not modelled: which of two writes that wait for a place gets it first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/timing/dram_timing.h"

namespace starnuma::memory {

class WriteBuffer {
 public:
  struct Write {
    std::uint64_t line;
    timing::DramAccess access;
    int group;
    int rank;
    base::Time accepted;
    base::Time ready;  ///< for who drains: it cannot go earlier
  };

  static constexpr int kMost = 255;

  explicit WriteBuffer(int capacity) : capacity_(static_cast<std::size_t>(capacity)) {
    waiting_.reserve(capacity_);
  }

  bool holds(std::uint64_t line) const {
    return __builtin_expect(filter_[filter_index(line)] != 0, 0) && is_waiting(line);
  }
  /// Takes a write that comes at `write.accepted`; when it is accepted. There must be room.
  base::Time accept(Write write, base::Time horizon);

  /// Writes without a place on the bus.
  std::vector<Write>& waiting() { return waiting_; }
  const std::vector<Write>& waiting() const { return waiting_; }
  /// A write gets its place, with its command at `column`.
  Write take(std::size_t index);
  void leaves_at(base::Time column);

 private:
  static std::size_t filter_index(std::uint64_t line) { return (line ^ (line >> 9)) % kFilter; }
  bool is_waiting(std::uint64_t line) const;

  static constexpr std::size_t kFilter = 512;

  std::size_t capacity_;
  std::vector<Write> waiting_;
  std::vector<base::Time> leaving_;             ///< sorted
  std::array<std::uint8_t, kFilter> filter_{};  ///< waiting lines of each hash
};

}  // namespace starnuma::memory
