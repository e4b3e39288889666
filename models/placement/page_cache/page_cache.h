// SPDX-License-Identifier: Apache-2.0
// Local memory as a cache of pool pages; the operating system fills it at page faults.
//
// Contract:
// - All pages are on the pool and unmapped when the program starts.
// - An accessed page moves to the toucher's socket if the socket has free capacity.
// - If the socket is full, `replacement` selects a victim among the program's pages, or the page
//   stays on the pool.
// - The pool keeps a frame for each page, so a clean page is evicted without a copy.
// - The policy only observes faults. It records the pages of a socket, but not their use.
#pragma once

#include <deque>
#include <map>

#include "models/base/random.h"
#include "models/placement/page_cache/page_cache_config.h"
#include "models/placement/pool_share/pool_share.h"

namespace starnuma::placement {

class PageCache : public PoolShare {
 public:
  explicit PageCache(const PolicySetup& setup)
      : PoolShare(setup, {1, 1}),
        replacement_(setup.config.page_cache.replacement),
        sockets_(setup.sockets),
        random_(setup.seed) {}

  Plan on_fault(const PageFault& fault) override;

 private:
  /// Cached page of the pool.
  struct Cached {
    std::uint64_t page;
    base::NodeId home;
  };

  Cached take_victim(std::deque<Cached>& cached);

  Replacement replacement_;
  int sockets_;
  base::Random random_;
  std::map<base::NodeId, std::deque<Cached>> cached_;  ///< Cached pages by socket, oldest first.
};

}  // namespace starnuma::placement
