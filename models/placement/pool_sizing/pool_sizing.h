// SPDX-License-Identifier: Apache-2.0
// How much of each server's memory is private and how much is the logical pool's, decided anew
// period after period, and which regions must move for it.
//
// Contract: a server keeps what its private memory holds, and the pool what its regions hold.
// Beyond that a server wants what its programs would use privately, and `spare` of its memory more.
// Where wants do not fit beside the pool's regions, those of higher priority are met first, and
// those of equal priority by equal parts of what is left. A split changes by whole steps, and
// not at all where it would change by less than `hysteresis` of the server's memory, unless what it
// holds asks for it, or the pool would not fit otherwise. Regions leave a server whose part of the
// pool becomes too small for them, those that it uses least first, each for the server with room
// that uses it most. Equal questions get equal answers. No time, no kernel.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/placement/region_balance/region_balance.h"

namespace starnuma::placement {

enum class PoolSizing : std::uint8_t {
  kNone,  ///< splits stay
  kWants  ///< size_pool()
};

/// All in pages.
struct ServerUse {
  std::uint64_t memory = 0;
  std::uint64_t now_private = 0;  ///< The split as it is.
  std::uint64_t holds = 0;        ///< Of private memory in use.
  std::uint64_t wants = 0;        ///< Its programs would use this much, with what it holds.
  double priority = 1;            ///< Of the most important of its programs.
};

struct SizingRules {
  double spare = 0.05;
  double hysteresis = 0.1;
  std::uint64_t step = 1;  ///< Pages.
};

struct Sizing {
  std::vector<std::uint64_t> private_pages;  ///< By server.
  std::vector<RegionMove> moves;             ///< Before the splits change.
  bool fits = true;  ///< False: memory does not hold what is in use; nothing changes.
};

/// Regions by number, as RegionPolicy::plan() has them; those that may not move stay.
Sizing size_pool(const std::vector<ServerUse>& servers, const std::vector<RegionPlaceUse>& regions,
                 const SizingRules& rules);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::PoolSizing> {
  static constexpr std::array<std::string_view, 2> kNames{"none", "wants"};
};
