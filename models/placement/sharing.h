// SPDX-License-Identifier: Apache-2.0
// Destination of a page by its misses, as in the publication's artifact: its top misser, or a
// random sharer if the page is widely shared.
//
// Contract: pure functions; random choices depend only on the given generator.
#pragma once

#include "models/accounting/page_counts.h"
#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::placement {

/// Returns true if at least half of the sockets, and at least two, share the page: 8 of 16 in the
/// artifact and in line 8 of Algorithm 1. The publication's text on Fig. 2 says "more than 8",
/// which pool_sharers() implements.
constexpr bool widely_shared(int sharers, int sockets) {
  return sharers >= 2 && 2 * sharers >= sockets;
}

/// Returns the number of sharers above which Algorithm 1 selects the pool: half of the sockets, 8
/// of 16 as published.
constexpr int pool_sharers(int sockets) { return sockets / 2; }

/// Returns the socket with most misses on the page. Among equals the home is preferred; else the
/// choice is random, since a fixed order would concentrate shared pages on few sockets.
base::NodeId top_misser(const accounting::PageCounts& counts, std::uint64_t page, base::NodeId home,
                        base::Random& random);

/// Returns a random socket with a miss on the page. Precondition: there is at least one.
base::NodeId random_sharer(const accounting::PageCounts& counts, std::uint64_t page,
                           base::Random& random);

/// Returns `random_sharer` for a widely shared page, else `top_misser`.
base::NodeId best_socket(const accounting::PageCounts& counts, std::uint64_t page,
                         base::NodeId home, base::Random& random);

}  // namespace starnuma::placement
