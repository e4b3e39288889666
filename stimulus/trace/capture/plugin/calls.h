// SPDX-License-Identifier: GPL-2.0-or-later
// Effects of a Linux system call on threads and pages, as far as a trace requires them.
#pragma once

#include <array>
#include <cstdint>

namespace starnuma::capture {

struct Call {
  std::int64_t number = -1;
  std::array<std::uint64_t, 6> arguments{};

  /// Returns true if the call may sleep until another thread or process acts. Calls that only take
  /// time do not block; files on a disk count as available.
  bool blocks() const;
  /// Returns true if the call may wake another thread.
  bool wakes() const;
  /// Returns the address of the futex whose waiters the call wakes; 0 for any waiter.
  std::uint64_t wakes_at() const;
  /// Returns the address of the futex for which a blocking call waits, else 0.
  std::uint64_t waits_for() const;
  bool returns_from_handler() const;
  bool ends_thread() const;
  bool ends_program() const;
  /// For a call that creates a thread: returns the address that the kernel clears, and whose
  /// waiters it wakes, when that thread ends. Otherwise returns 0.
  std::uint64_t cleared_at_end() const;
};

/// Bytes accessed by a completed call.
struct Touched {
  enum class How { kNot, kWritten, kGivenBack };
  How how = How::kNot;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
Touched touched(const Call& call, std::int64_t result);

}  // namespace starnuma::capture
