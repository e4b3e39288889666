// SPDX-License-Identifier: Apache-2.0
// Static placement policies: where each page lies before the run. Pure functions of what they may
// know; no kernel, no time.
#pragma once

#include <cstdint>
#include <vector>

#include "models/accounting/page_counts.h"
#include "models/base/arena.h"
#include "models/base/ids.h"

namespace starnuma::placement {

/// First touch: bound pages on their node, others on the socket of their first-touching thread.
std::vector<base::NodeId> first_touch(const std::vector<base::PageOrigin>& origins,
                                      int cores_per_socket);

/// What the oracle may use of a pool device.
struct PoolRoom {
  base::NodeId node{};
  std::uint64_t pages = 0;
};

/// What it may use of the pool: devices in the order of their address ranges, interleaved.
struct PoolRooms {
  std::vector<PoolRoom> devices;
  std::uint64_t interleave_pages = 1;  ///< Consecutive pages of the pool on one device.

  std::uint64_t pages() const;
};

/// Algorithm 1 sends what more than this many sockets share to the pool: more than half of them,
/// the published 8 of 16.
constexpr int pool_sharers(int sockets) { return sockets / 2; }

/// The published oracle. Widely shared pages (sharing.h) go to the pool, most missed first and then
/// in page order, until the room is used, and to a random sharer where there is no room or no pool.
/// Other pages go to their top misser. Bound pages, and pages without misses, stay where `homes`
/// has them. Pooled pages are dealt over the devices in page order; a full device is passed over.
std::vector<base::NodeId> static_oracle(std::vector<base::NodeId> homes,
                                        const accounting::PageCounts& profile,
                                        const std::vector<base::PageOrigin>& origins,
                                        const PoolRooms& rooms, std::uint64_t seed);

}  // namespace starnuma::placement
