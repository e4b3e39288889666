// SPDX-License-Identifier: Apache-2.0
// Source vertices of searches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stimulus/graph/kronecker.h"

namespace starnuma::stimulus {

/// Returns random vertices with at least one neighbour, in the order of the GAP suite; none if no
/// vertex has a neighbour.
std::vector<std::uint32_t> pick_sources(const base::SimArray<std::uint64_t>& offsets, int count,
                                        std::uint64_t seed);
/// Returns the sources of `warmup` searches and then of `trials` measured ones, which are those
/// that pick_sources() returns first, for any `warmup`.
std::vector<std::uint32_t> pick_sources_after_warm_up(const base::SimArray<std::uint64_t>& offsets,
                                                      int trials, int warmup, std::uint64_t seed);
/// Returns the measured part of such a program as a text.
std::string measured_searches(int trials, int warmup);

}  // namespace starnuma::stimulus
