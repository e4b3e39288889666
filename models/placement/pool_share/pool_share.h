// SPDX-License-Identifier: Apache-2.0
// Static distribution of pages over local memory and the pool, independent of their use; pages do
// not move.
//
// Contract:
// - Among the first n pages, n x share (rounded down) belong on the pool. Pooled pages are
//   therefore spread evenly over the program's memory. `hdm_interleave` interleaves them over the
//   devices.
// - Other pages belong on the first toucher's socket.
// - If a device is full, the next ones are tried in turn, then the nearest node with free capacity.
//   If a socket is full, the nearest node with free capacity is used.
// - Pages that the program binds to a node are not passed to the policy.
#pragma once

#include <cstdint>

#include "models/placement/policy.h"

namespace starnuma::placement {

/// Policy with the share `pool_share`, in millionths.
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
  /// Returns the number of pooled pages among the first `pages`.
  std::uint64_t pooled(std::uint64_t pages) const { return pages * share_.pooled / share_.of; }

  Share share_;
  PoolCapacities pool_;
};

/// Policy in which local memory has as many pages as each device.
class PoolInterleave : public PoolShare {
 public:
  explicit PoolInterleave(const PolicySetup& setup)
      : PoolShare(setup, {setup.pool.devices.size(), setup.pool.devices.size() + 1}) {}
};

}  // namespace starnuma::placement
