// SPDX-License-Identifier: Apache-2.0
#include "models/os/os_core.h"

namespace starnuma::os {

/// Evicts a page from the page cache, so that its next access faults. Cached lines of its local
/// frame are invalidated when another page is written there.
base::Time OsCore::evict(Space& space, std::uint64_t page, int socket, base::Time start) {
  ++space.made;
  paging::PageMap& map = *space.map;
  wait_while_held(space, page);
  base::Time time = adopt(space, page, start, socket);
  if (space.written[page] != 0) {
    time = copy(space, map.frame_of(page), map.kept_frame(page), time, socket);
    ++space.counts.written_back;
  }
  map.uncache(page, time);
  let_go();
  ++space.counts.evicted;
  return time;
}

}  // namespace starnuma::os
