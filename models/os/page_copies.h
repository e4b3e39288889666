// SPDX-License-Identifier: Apache-2.0
// Read-only copies of pages on sockets.
//
// Contract:
// - The first copy write-protects the page and invalidates all translations. Accesses continue
//   while the page is copied. Then the sharing socket's translations are shot down.
// - A write during the copy aborts it. free_all() invalidates and deallocates all copies.
#pragma once

#include "models/os/held_pages.h"
#include "models/placement/plan.h"

namespace starnuma::os {

class PageCopies {
 public:
  struct CopyStats {
    std::int64_t copies = 0;            ///< Number of read-only copies made.
    std::int64_t copies_abandoned = 0;  ///< Number of copies aborted by a write to the page.
    std::int64_t copies_freed = 0;      ///< Number of copies deallocated by writes.
    std::uint64_t max_copies = 0;
  };

  PageCopies(const placement::PlacementConfig& config, const PageParts& parts)
      : stall_free_(config.costs.stall == placement::Cost::kFree), parts_(parts) {}

  /// Copies a page that no operation holds to the node `move.to`; no effect if that is impossible.
  void make(paging::PageMap& map, const placement::Move& move);
  /// Deallocates all copies of a page that is written at `time`, from `start` on. Returns the time
  /// from which the page is writable.
  base::Time free_all(paging::PageMap& map, std::uint64_t page, base::Time time, base::Time start);

  const CopyStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  bool stall_free_;
  PageParts parts_;
  PerSpace<CopyStats> counts_;
};

}  // namespace starnuma::os
