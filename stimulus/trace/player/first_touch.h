// SPDX-License-Identifier: Apache-2.0
// Initial placement of the pages of a trace: as recorded, or otherwise.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/trace/player/core_map.h"
#include "stimulus/trace/player/playback.h"

namespace starnuma::trace {

enum class FirstTouch : std::uint8_t {
  kLiteral,    ///< the thread that touched the page first; spread if unknown
  kSpread,     ///< page p belongs to core p, modulo the number of cores
  kRandomUser  ///< a random core that accesses the page, found by reading the whole trace
};

/// Returns the origins of the used pages in order, by core. With kLiteral, pages that are bound to
/// one of `nodes` homes keep their home.
std::vector<base::PageOrigin> origins_of(const Playback& playback, const std::vector<Page>& pages,
                                         FirstTouch first_touch, const CoreMap& map, int nodes,
                                         std::uint64_t seed);

}  // namespace starnuma::trace
