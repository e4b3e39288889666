// SPDX-License-Identifier: Apache-2.0
// The vertices that searches start from.
#pragma once

#include <cstdint>
#include <vector>

#include "stimulus/graph/kronecker.h"

namespace starnuma::stimulus {

/// Random vertices that have a neighbour, in the order in which the GAP suite picks them; none
/// where no vertex has one.
std::vector<std::uint32_t> pick_sources(const base::SimArray<std::uint64_t>& offsets, int count,
                                        std::uint64_t seed);

}  // namespace starnuma::stimulus
