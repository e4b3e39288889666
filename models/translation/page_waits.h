// SPDX-License-Identifier: Apache-2.0
// Waits between accesses and moves of pages.
//
// Contract:
// - An access waits while the operating system holds its page, and until the page has settled.
// - A move waits until no access to the page is outstanding.
// - Each wait of an access is a migration stall.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/ids.h"
#include "models/kernel/execution.h"
#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::translation {

class PageWaits {
 public:
  explicit PageWaits(const kernel::Execution& execution) : execution_(execution) {}

  /// Waits on `list` while `blocked()`. Returns true if the access has waited.
  template <class Blocked>
  bool wait_while(protocol::Access& access, kernel::WaitingFibers& list, const Blocked& blocked) {
    if (!execution_.wait_while(list, blocked)) return false;
    stall(access, std::max(access.time, kernel::now()));
    return true;
  }
  /// Waits while `held()`. Returns true if the access has waited and must be translated again.
  template <class Held>
  bool wait_while_held(protocol::Access& access, const Held& held) {
    return wait_while(access, for_pages_, held);
  }
  /// Makes accesses that wait for a held page retry.
  void resume() { execution_.wake(for_pages_); }

  /// Delays an access until `settled` and records its use of a translation.
  void wait_until_settled(protocol::Access& access, base::Time settled) {
    if (settled > access.time) stall(access, settled);
    note_use(access.time);
  }
  /// Delays an access until `time`, which is not before its own.
  void stall(protocol::Access& access, base::Time time) {
    ++counts_.stalls;
    counts_.stall_time += time - access.time;
    access.migration_stall += time - access.time;
    access.time = time;
  }
  void note_use(base::Time time) { latest_use_ = std::max(latest_use_, time); }
  /// Latest time at which an access has used a translation.
  base::Time latest_use() const { return latest_use_; }

  /// Calls `work` while the page is marked as in use.
  template <class Work>
  void use(base::PageId page, const Work& work) {
    used_.begin(execution_, page);
    protocol::then_leave(work, [&] { used_.end(execution_, page); });
  }
  /// Waits until no access to the page is outstanding.
  void wait_until_unused(base::PageId page) { used_.wait_until_unused(execution_, page); }

  void report(accounting::StatWriter& writer) const {
    writer.write("migration_stalls", counts_.stalls, "1",
                 "accesses that waited for a page to settle");
    writer.write("migration_stall_time", counts_.stall_time.ns(), "ns",
                 "time for which accesses waited for a page to settle");
  }
  void reset_statistics() { counts_ = {}; }

 private:
  struct PageWaitStats {
    std::int64_t stalls = 0;
    base::Time stall_time;
  };

  const kernel::Execution& execution_;
  kernel::WaitingFibers for_pages_;  ///< Accesses that wait for held pages.
  kernel::KeysInUse<base::PageId> used_;
  base::Time latest_use_;
  PageWaitStats counts_;
};

/// Walks in progress: one access walks per page, and other accesses to the page wait for it.
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
