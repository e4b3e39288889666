// SPDX-License-Identifier: Apache-2.0
// Which regions of a logical pool move to which server, and what is known of them when that is
// decided, period after period.
//
// Contract: a plan never asks for more pages on a server than it has room for. No time and no
// kernel: equal questions in equal order get equal answers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "models/base/fields.h"

namespace starnuma::placement {

enum class RegionBalance : std::uint8_t {
  kNone,      ///< regions stay
  kRotate,    ///< one region in each period to the next server, in turn: for tests
  kCounters,  ///< to the server that asks for most of their lines
};

/// Of a region in the period that is over.
struct RegionPlaceUse {
  int server = 0;
  std::uint64_t pages = 0;
  bool may_move = true;             ///< It does not move already, and its lines may.
  std::vector<std::uint64_t> uses;  ///< By server: requests for its lines.
};
struct RegionMove {
  std::uint32_t region = 0;
  int to = 0;
};

class RegionPolicy {
 public:
  virtual ~RegionPolicy() = default;
  /// `room`: pages that still fit, by server.
  virtual std::vector<RegionMove> plan(const std::vector<RegionPlaceUse>& regions,
                                       std::vector<std::uint64_t> room) = 0;
};

/// Regions by what their uses elsewhere exceed those of their own server, most first: each to the
/// server that used it most, where that is `factor` times as often as its own, and `least_uses`
/// more in each page; no more than `most_moves`.
struct CounterThresholds {
  double factor = 2;
  double least_uses = 16;
  int most_moves = 4;
};

/// Null for kNone.
std::unique_ptr<RegionPolicy> make_region_policy(RegionBalance balance,
                                                 const CounterThresholds& thresholds);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::RegionBalance> {
  static constexpr std::array<std::string_view, 3> kNames{"none", "rotate", "counters"};
};
