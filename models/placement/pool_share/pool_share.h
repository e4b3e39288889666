// SPDX-License-Identifier: Apache-2.0
// Pages dealt over local memory and the pool, whatever they are used for; nothing moves.
//
// Contract: of the first n pages as many as n x share, rounded down, are wanted on the pool, so
// that pooled pages are spread evenly over the program's memory; they are dealt over the devices by
// `hdm_interleave`. Other pages go to their first toucher's socket. Where a device is full, the
// next ones are tried in turn, then the nearest node with room; where a socket is, that node. Pages
// that the program binds to a node are not asked about.
#pragma once

#include <cstdint>

#include "models/placement/policy.h"

namespace starnuma::placement {

/// The share is `pool_share`, to a millionth.
class PoolShare : public Policy {
 public:
  explicit PoolShare(const PolicySetup& setup);

  base::NodeId on_allocate(const Allocation& page) override;

 protected:
  struct Share {
    std::uint64_t pooled;
    std::uint64_t of;
  };
  PoolShare(const PolicySetup& setup, Share share) : share_(share), pool_(setup.pool) {}

 private:
  /// Of the first so many pages.
  std::uint64_t pooled(std::uint64_t pages) const { return pages * share_.pooled / share_.of; }

  Share share_;
  PoolRooms pool_;
};

/// Local memory has as many pages as each device.
class PoolInterleave : public PoolShare {
 public:
  explicit PoolInterleave(const PolicySetup& setup)
      : PoolShare(setup, {setup.pool.devices.size(), setup.pool.devices.size() + 1}) {}
};

}  // namespace starnuma::placement
