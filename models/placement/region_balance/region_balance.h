// SPDX-License-Identifier: Apache-2.0
// Periodic moves of the regions of a logical pool between servers, and the information on which
// they are based.
//
// Contract: a plan never exceeds the free capacity of a server. The policy has no notion of time
// and does not use the kernel: equal calls in equal order yield equal results.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "models/base/fields.h"

namespace starnuma::placement {

enum class RegionBalance : std::uint8_t {
  kNone,      ///< regions do not move
  kRotate,    ///< one region per period moves to the next server in turn; for tests
  kCounters,  ///< regions move to the server with most requests for their lines
};

/// Use of a region in the last period.
struct RegionLocationUse {
  int server = 0;
  std::uint64_t pages = 0;
  bool may_move = true;             ///< The region is not moving, and its lines may move.
  std::vector<std::uint64_t> uses;  ///< Number of requests for its lines by server.
};
struct RegionMove {
  std::uint32_t region = 0;
  int to = 0;
};

class RegionPolicy {
 public:
  virtual ~RegionPolicy() = default;
  /// Returns the moves of regions. `room` is the number of free pages by server.
  virtual std::vector<RegionMove> plan(const std::vector<RegionLocationUse>& regions,
                                       std::vector<std::uint64_t> room) = 0;
};

/// Thresholds of kCounters. A region moves to the server with most uses if these are at least
/// `factor` times those of its own server, and exceed them by `min_uses` per page. Regions with
/// the largest excess move first, at most `max_moves`.
struct CounterThresholds {
  double factor = 2;
  double min_uses = 16;
  int max_moves = 4;
};

/// Returns null for kNone.
std::unique_ptr<RegionPolicy> make_region_policy(RegionBalance balance,
                                                 const CounterThresholds& thresholds);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::RegionBalance> {
  static constexpr std::array<std::string_view, 3> kNames{"none", "rotate", "counters"};
};
