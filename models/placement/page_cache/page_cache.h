// SPDX-License-Identifier: Apache-2.0
// Local memory as a cache of pool pages, which the operating system fills at page faults.
//
// Contract: all pages lie on the pool and are unmapped when the program starts. A page that is
// touched goes to the toucher's socket while there is room. In a full socket another page of the
// program makes room for it, as `replacement` says, or the page is used where it lies. The frame on
// the pool is kept: a page that was not written leaves without being copied. It is kept in mind
// which pages a socket has, not how they are used: faults alone are seen.
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

  Plan on_fault(const Fault& fault) override;

 private:
  /// Of a page on the pool.
  struct Cached {
    std::uint64_t page;
    base::NodeId home;
  };

  Cached take_victim(std::deque<Cached>& cached);

  Replacement replacement_;
  int sockets_;
  base::Random random_;
  std::map<base::NodeId, std::deque<Cached>> cached_;  ///< By socket, those that came first first.
};

}  // namespace starnuma::placement
