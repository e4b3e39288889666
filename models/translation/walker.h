// SPDX-License-Identifier: Apache-2.0
// Page walker with its paging-structure caches.
//
// Contract:
// - walk() reads page-table entries through the data caches (accesses of kind kWalk).
// - Timing: one dependent read per level below the deepest paging-structure cache that hits.
#pragma once

#include <array>
#include <cstdint>

#include "models/accounting/stats.h"
#include "models/kernel/path.h"
#include "models/paging/page_map.h"
#include "models/protocol/access.h"
#include "models/translation/tlb_function.h"
#include "models/translation/translation_config.h"

namespace starnuma::translation {

class Walker {
 public:
  explicit Walker(const TranslationConfig& config);

  /// Sets the target of reads. Precondition: before the run.
  void connect(kernel::Destination<protocol::Access> caches) { caches_ = caches; }
  /// Walks table `table` of the map for the page of an access, from the access's time on.
  void walk(protocol::Access& access, const paging::PageMap& map, base::PageId page, int table);
  /// Invalidates the entries of a space in the paging-structure caches.
  void flush(base::SpaceId space);

  void report(accounting::StatWriter& writer) const;
  void reset_statistics() { counts_ = {}; }

 private:
  struct WalkerStats {
    std::int64_t walks = 0;
    std::int64_t walk_reads = 0;
    base::Time walk_time;
  };

  kernel::Destination<protocol::Access> caches_;
  /// Paging-structure caches: [l] holds entries of level l + 1.
  std::array<TlbArray, paging::PageMap::kLevels - 1> walk_caches_;
  WalkerStats counts_;
};

}  // namespace starnuma::translation
