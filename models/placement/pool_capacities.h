// SPDX-License-Identifier: Apache-2.0
// Pool capacity that a policy may use.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::placement {

struct PoolCapacity {
  base::NodeId node{};
  std::uint64_t pages = 0;
};

/// Devices in the order of their address ranges, interleaved.
struct PoolCapacities {
  std::vector<PoolCapacity> devices;
  std::uint64_t interleave_pages = 1;  ///< Number of consecutive pages of the pool on one device.

  std::uint64_t pages() const {
    std::uint64_t sum = 0;
    for (const PoolCapacity& device : devices) sum += device.pages;
    return sum;
  }
};

}  // namespace starnuma::placement
