// SPDX-License-Identifier: Apache-2.0
// Where a page belongs by who misses on it, as the publication's artifact has it: at its top
// misser, or where so many share it that none is the right one, at any of them.
//
// Contract: pure; what is drawn depends on the given random numbers only.
#pragma once

#include "models/accounting/page_counts.h"
#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::placement {

/// Half of the sockets or more, and at least two: the 8 of 16 of the artifact and of Algorithm 1's
/// line 8. (The publication's text on Fig. 2 says "more than 8"; pool_sharers() follows that.)
constexpr bool widely_shared(int sharers, int sockets) {
  return sharers >= 2 && 2 * sharers >= sockets;
}

/// Algorithm 1 sends what more than this many sockets share to the pool: more than half of them,
/// the published 8 of 16.
constexpr int pool_sharers(int sockets) { return sockets / 2; }

/// The socket with the most misses on the page: its home if that is one of them, else one of them
/// at random, since a fixed order would gather shared pages on few sockets.
base::NodeId top_misser(const accounting::PageCounts& counts, std::uint64_t page, base::NodeId home,
                        base::Random& random);

/// One of the sockets that missed on the page; at least one did.
base::NodeId random_sharer(const accounting::PageCounts& counts, std::uint64_t page,
                           base::Random& random);

/// `random_sharer` of a widely shared page, `top_misser` of any other.
base::NodeId best_socket(const accounting::PageCounts& counts, std::uint64_t page,
                         base::NodeId home, base::Random& random);

}  // namespace starnuma::placement
