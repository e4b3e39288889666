// SPDX-License-Identifier: Apache-2.0
// Walks in progress: one access walks per page, and other accesses to the page wait for it.
#pragma once

#include <algorithm>
#include <vector>

#include "models/base/page_id.h"
#include "models/kernel/execution.h"
#include "models/protocol/access.h"
#include "models/protocol/access_error.h"

namespace starnuma::translation {

class SharedWalks {
 public:
  explicit SharedWalks(const kernel::Execution& execution) : execution_(execution) {}

  /// Waits for the page's walk in progress, as contention. Returns false if there is none.
  bool join(protocol::Access& access, base::PageId page) {
    if (std::find(walked_.begin(), walked_.end(), page) == walked_.end()) return false;
    const base::Time ended = execution_.wait(joined_, page);
    const base::Time wait = std::max(ended - access.time, base::Time(0));
    access.time += wait;
    access.walk_queue += wait;
    return true;
  }
  /// Calls `walk`, the walk of an access. It ends at the access's time then.
  template <class Walk>
  void lead(const protocol::Access& access, base::PageId page, const Walk& walk) {
    walked_.push_back(page);
    protocol::then_leave(walk, [&] {
      walked_.erase(std::find(walked_.begin(), walked_.end(), page));
      execution_.wake(joined_, page, access.time);
    });
  }

 private:
  const kernel::Execution& execution_;
  std::vector<base::PageId> walked_;  ///< Pages with a walk in progress.
  kernel::KeyedWaitingFibers<base::PageId> joined_;
};

}  // namespace starnuma::translation
