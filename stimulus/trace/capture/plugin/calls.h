// SPDX-License-Identifier: GPL-2.0-or-later
// What a Linux system call does to threads and pages, as far as a trace has to know.
#pragma once

#include <array>
#include <cstdint>

namespace starnuma::capture {

struct Call {
  std::int64_t number = -1;
  std::array<std::uint64_t, 6> arguments{};

  /// May sleep until somebody does something. Calls that only take their time do not: files on a
  /// disk count as there.
  bool blocks() const;
  /// May let another thread go on...
  bool wakes() const;
  /// ...the one that waits for the futex at this address; 0: any.
  std::uint64_t wakes_at() const;
  /// Of a call that blocks for a futex; else 0.
  std::uint64_t waits_for() const;
  bool returns_from_handler() const;
  bool ends_thread() const;
  bool ends_program() const;
  /// Of a call that creates a thread: where the kernel clears a word, and wakes who waits for it,
  /// when that thread ends; else 0.
  std::uint64_t cleared_at_end() const;
};

/// Bytes that a finished call has touched.
struct Touched {
  enum class How { kNot, kWritten, kGivenBack };
  How how = How::kNot;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
Touched touched(const Call& call, std::int64_t result);

}  // namespace starnuma::capture
