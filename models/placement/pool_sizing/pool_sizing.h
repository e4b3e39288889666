// SPDX-License-Identifier: Apache-2.0
// Periodic division of each server's memory into private memory and its part of the logical pool,
// including the necessary moves of regions.
//
// Contract:
// - A server retains its allocated private memory, and the pool retains the allocated regions.
// - In addition, a server demands the memory that its programs would use privately, and `spare` of
//   its memory.
// - If the demands and the pool's regions do not fit, higher priorities are served first. Demands
//   of equal priority share the rest equally.
// - A division changes in whole steps. A change of less than `hysteresis` of the server's memory is
//   not made, unless the allocated memory requires it or the pool would not fit otherwise.
// - Regions leave a server whose part of the pool is too small, those with the fewest uses by that
//   server first. Each moves to the server with free capacity that uses it most.
// - Equal calls yield equal results. The function has no notion of time and does not use the
//   kernel.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/placement/region_balance/region_balance.h"

namespace starnuma::placement {

enum class PoolSizing : std::uint8_t {
  kNone,  ///< the division is fixed
  kWants  ///< size_pool() computes the division
};

/// Memory use of a server; all sizes in pages.
struct ServerUse {
  std::uint64_t memory = 0;
  std::uint64_t now_private = 0;  ///< Current private memory.
  std::uint64_t holds = 0;        ///< Private memory currently in use.
  std::uint64_t wants = 0;  ///< Demand of its programs, including the memory currently in use.
  double priority = 1;      ///< Highest priority of its programs.
};

struct SizingRules {
  double spare = 0.05;
  double hysteresis = 0.1;
  std::uint64_t step = 1;  ///< Step size in pages.
};

struct Sizing {
  std::vector<std::uint64_t> private_pages;  ///< Private pages by server.
  std::vector<RegionMove> moves;  ///< Region moves that precede the change of the division.
  bool fits = true;  ///< False if memory cannot hold the allocated pages; then nothing changes.
};

/// Computes the division. Regions are indexed by number, as in RegionPolicy::plan(); regions that
/// may not move stay.
Sizing size_pool(const std::vector<ServerUse>& servers,
                 const std::vector<RegionLocationUse>& regions, const SizingRules& rules);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::PoolSizing> {
  static constexpr std::array<std::string_view, 2> kNames{"none", "wants"};
};
