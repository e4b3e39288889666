// SPDX-License-Identifier: GPL-2.0-or-later
// State of a thread of this process in the kernel.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace starnuma::capture {

struct KernelState {
  bool asleep = true;  ///< The thread is blocked; also true for a thread that has ended.
  std::uint64_t processor_time = 0;
};

KernelState kernel_state(pid_t tid);

/// Sleeps while `word` is `value`, at most for the given time (negative: indefinitely).
void futex_wait(std::uint32_t& word, std::uint32_t value, std::int64_t microseconds);
void futex_wake_all(std::uint32_t& word);

}  // namespace starnuma::capture
