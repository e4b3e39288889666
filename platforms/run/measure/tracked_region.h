// SPDX-License-Identifier: Apache-2.0
// Metadata of a region of pages and the true values.
#pragma once

#include <cstdint>

#include "models/tracking/metadata_region.h"

namespace starnuma::run {

struct TrackedRegion {
  tracking::MetadataRegion::Entry metadata;
  std::uint32_t true_sharers = 0;  ///< Bit per socket: set if a load of the socket missed the LLC.
  std::uint64_t true_loads = 0;
};

}  // namespace starnuma::run
