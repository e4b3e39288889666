// SPDX-License-Identifier: Apache-2.0
// Whose memory the pages of a trace lie in first: as it was, or otherwise.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/trace/player/core_map.h"
#include "stimulus/trace/player/playback.h"

namespace starnuma::trace {

enum class FirstTouch : std::uint8_t {
  kLiteral,    ///< The thread's that touched it first; spread where none was seen.
  kSpread,     ///< Page p is core p's, modulo their number.
  kRandomUser  ///< A random one's of the cores that access it, by reading the whole trace.
};

/// Of the used pages, in their order, by core. Pages bound to one of `nodes` homes keep theirs if
/// literal.
std::vector<base::PageOrigin> origins_of(const Playback& playback, const std::vector<Page>& pages,
                                         FirstTouch first_touch, const CoreMap& map, int nodes,
                                         std::uint64_t seed);

}  // namespace starnuma::trace
