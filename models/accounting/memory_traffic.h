// SPDX-License-Identifier: Apache-2.0
// What the memory of a home has carried, for workloads that measure it while they run (as real ones
// read the counters of memory controllers).
#pragma once

#include <functional>

#include "models/base/ids.h"

namespace starnuma::accounting {

/// Lines since statistics started from zero.
struct MemoryTraffic {
  double reads = 0;
  double writes = 0;

  double lines() const { return reads + writes; }
  /// Of all lines, in per cent; 100 where there were none.
  double read_share() const { return lines() > 0 ? 100 * reads / lines() : 100; }
};
constexpr MemoryTraffic operator-(const MemoryTraffic& a, const MemoryTraffic& b) {
  return {a.reads - b.reads, a.writes - b.writes};
}

using MemoryMeter = std::function<MemoryTraffic(base::NodeId)>;

}  // namespace starnuma::accounting
