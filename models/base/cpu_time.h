// SPDX-License-Identifier: Apache-2.0
// What this process has cost the host so far. For host figures only: no result may depend on it.
#pragma once

#include <ctime>

namespace starnuma::base {

/// CPU time of this process, in seconds.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace starnuma::base
