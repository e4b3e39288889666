// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel says of a thread of this process.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace starnuma::capture {

struct KernelState {
  bool asleep = true;  ///< Waits for something; true of a thread that is no more.
  std::uint64_t processor_time = 0;
};

KernelState kernel_state(pid_t tid);

/// Sleeps while `word` is `value`, at most so long (negative: for ever).
void futex_wait(std::uint32_t& word, std::uint32_t value, std::int64_t microseconds);
void futex_wake_all(std::uint32_t& word);

}  // namespace starnuma::capture
