// SPDX-License-Identifier: Apache-2.0
// Traffic of a home's memory, for workloads that measure it at run time, as real programs read the
// performance counters of memory controllers.
#pragma once

#include <functional>

#include "models/base/ids.h"

namespace starnuma::accounting {

/// Number of lines transferred since the last reset of statistics.
struct MemoryTraffic {
  double reads = 0;
  double writes = 0;

  double lines() const { return reads + writes; }
  /// Percentage of reads; 100 if no line was transferred.
  double read_share() const { return lines() > 0 ? 100 * reads / lines() : 100; }
};
constexpr MemoryTraffic operator-(const MemoryTraffic& a, const MemoryTraffic& b) {
  return {a.reads - b.reads, a.writes - b.writes};
}

using MemoryMeter = std::function<MemoryTraffic(base::NodeId)>;

}  // namespace starnuma::accounting
