// SPDX-License-Identifier: Apache-2.0
// Inputs of policies in tests: 16 sockets, one pool device, regions of one page.
#pragma once

#include <vector>

#include "models/base/random.h"
#include "models/placement/knowledge.h"

namespace starnuma::test {

inline constexpr int kSockets = 16;
inline constexpr base::NodeId kPool{kSockets};
inline constexpr std::uint32_t kAll = 0xffff;
inline constexpr std::uint32_t kNine = 0x1ff;
inline constexpr std::uint32_t kEight = 0xff;

inline placement::PhaseKnowledge knowledge(std::vector<placement::RegionUse> regions,
                                           base::NodeId home = base::NodeId{3}) {
  placement::PhaseKnowledge k;
  k.sockets = kSockets;
  k.pool_devices = 1;
  k.homes.assign(regions.size(), home);
  k.room.assign(kSockets + 1, 1000);
  k.limit = 1000;
  k.seed = 1;
  k.regions = std::move(regions);
  return k;
}

/// Returns random legal knowledge: regions of 1 to 4 pages, with little capacity on some nodes.
inline placement::PhaseKnowledge random_knowledge(base::Random& random) {
  placement::PhaseKnowledge k;
  k.sockets = 1 + static_cast<int>(random.below(16));
  k.pool_devices = static_cast<int>(random.below(3));
  k.region_pages = 1 + random.below(4);
  k.phase = 1 + static_cast<int>(random.below(12));
  k.limit = random.below(200);
  k.seed = random.next();
  const std::uint64_t pages = 1 + random.below(300);
  const auto nodes = static_cast<std::uint64_t>(k.sockets + k.pool_devices);
  for (std::uint64_t p = 0; p < pages; ++p) {
    k.homes.push_back(static_cast<base::NodeId>(random.below(nodes)));
  }
  for (std::uint64_t r = 0; r * k.region_pages < pages; ++r) {
    k.regions.push_back({random.below(100),
                         static_cast<std::uint32_t>(random.below(std::uint64_t{1} << k.sockets))});
  }
  for (std::uint64_t n = 0; n < nodes; ++n) k.room.push_back(random.below(40));
  return k;
}

/// Replays a plan on the pages, move by move; `ok` while each step is possible.
struct Replay {
  explicit Replay(const placement::PhaseKnowledge& k, const std::vector<placement::Move>& moves)
      : homes(k.homes), room(k.room) {
    for (const placement::Move& move : moves) {
      const auto to = static_cast<std::size_t>(move.to);
      ok = ok && move.page < homes.size() && to < room.size() && homes[move.page] != move.to &&
           room[to] > 0;
      if (!ok) return;
      ++room[static_cast<std::size_t>(homes[move.page])];
      --room[to];
      homes[move.page] = move.to;
    }
  }
  std::vector<base::NodeId> homes;
  std::vector<std::uint64_t> room;
  bool ok = true;
};

}  // namespace starnuma::test
