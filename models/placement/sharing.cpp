// SPDX-License-Identifier: Apache-2.0
#include "models/placement/sharing.h"

namespace starnuma::placement {

base::NodeId top_misser(const accounting::PageCounts& counts, std::uint64_t page, base::NodeId home,
                        base::Random& random) {
  const int start = base::index_of(home);
  int best = start;
  std::uint64_t equal = 1;
  for (int s = 0; s < counts.sockets(); ++s) {
    if (counts.at(page, s) > counts.at(page, best)) {
      best = s;
      equal = 1;
    } else if (best != start && s != best && counts.at(page, s) == counts.at(page, best)) {
      ++equal;
      if (random.below(equal) == 0) best = s;
    }
  }
  return static_cast<base::NodeId>(best);
}

base::NodeId random_sharer(const accounting::PageCounts& counts, std::uint64_t page,
                           base::Random& random) {
  auto skip = static_cast<int>(random.below(static_cast<std::uint64_t>(counts.sharers(page))));
  int socket = 0;
  while (counts.at(page, socket) == 0 || skip-- > 0) ++socket;
  return static_cast<base::NodeId>(socket);
}

base::NodeId best_socket(const accounting::PageCounts& counts, std::uint64_t page,
                         base::NodeId home, base::Random& random) {
  return widely_shared(counts.sharers(page), counts.sockets())
             ? random_sharer(counts, page, random)
             : top_misser(counts, page, home, random);
}

}  // namespace starnuma::placement
