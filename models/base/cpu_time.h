// SPDX-License-Identifier: Apache-2.0
// CPU time of this process. For statistics about the host only: no simulated result may depend on
// it.
#pragma once

#include <ctime>

namespace starnuma::base {

/// Returns the CPU time of this process, in seconds.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace starnuma::base
