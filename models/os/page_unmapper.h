// SPDX-License-Identifier: Apache-2.0
// Removal of pages from their maps: unmapping, so that the next access faults, and loss.
//
// Contract:
// - unmap() writes the entries and invalidates the translations, `lines_in_flight` pages at a time.
//   Pages that have copies, are held or are unmapped are skipped.
// - lose() unmaps all pages, and only then invalidates the cached copies of their lines.
#pragma once

#include <vector>

#include "models/os/held_pages.h"

namespace starnuma::os {

class PageUnmapper {
 public:
  struct UnmapStats {
    std::int64_t unmapped = 0;
  };

  explicit PageUnmapper(const PageParts& parts) : parts_(parts) {}

  void unmap(paging::PageMap& map, const std::vector<std::uint64_t>& pages);
  /// Drops pages with their translations and all cached copies of their lines.
  void lose(const std::vector<base::PageId>& pages);

  const UnmapStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  PageParts parts_;
  PerSpace<UnmapStats> counts_;
};

}  // namespace starnuma::os
