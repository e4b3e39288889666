// SPDX-License-Identifier: Apache-2.0
// Source vertices of searches.
#pragma once

#include <cstdint>
#include <vector>

#include "stimulus/graph/kronecker.h"

namespace starnuma::stimulus {

/// Returns random vertices with at least one neighbour, in the order of the GAP suite; none if no
/// vertex has a neighbour.
std::vector<std::uint32_t> pick_sources(const base::SimArray<std::uint64_t>& offsets, int count,
                                        std::uint64_t seed);

}  // namespace starnuma::stimulus
