// SPDX-License-Identifier: Apache-2.0
// Purpose of a message's bytes; links count bytes by purpose.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "models/base/ids.h"

namespace starnuma::accounting {

enum class Traffic : std::uint8_t { kData, kControl, kWriteback, kWalk, kTracker, kMigration };
inline constexpr int kTrafficKinds = 6;
inline constexpr std::array<std::string_view, kTrafficKinds> kTrafficNames{
    "data", "control", "writeback", "walk", "tracker", "migration"};

/// Traffic of a home's memory, for workloads that measure it at run time, as real programs read the
/// performance counters of memory controllers.
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
