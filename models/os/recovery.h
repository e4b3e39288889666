// SPDX-License-Identifier: Apache-2.0
// Recovery of pages after a server of a logical pool has crashed, from the backups of their
// stripes.
//
// Contract:
// - A page is isolated, then each line is read from a cache of the port's socket, or decoded from
//   the rest of its stripe, and written to a node that holds no part of the stripe.
// - Timing: real accesses, and `page_fault_cycles` if an access recovers the page; its core stalls.
#pragma once

#include <optional>
#include <vector>

#include "models/os/held_pages.h"
#include "models/paging/page_backups.h"

namespace starnuma::os {

class Recovery {
 public:
  struct RecoveryStats {
    /// Number of pages of a crashed server that were recovered by an access.
    std::int64_t recovered = 0;
    base::Time recovery_time;  ///< Time that such accesses took for the recovery.
    std::int64_t rebuilt = 0;  ///< Number of pages recovered by rebuild().
    std::int64_t backups_rebuilt = 0;
    std::int64_t decoding_reads = 0;  ///< Number of lines read for decoding.
  };

  Recovery(const placement::PlacementConfig& config, base::Frequency frequency,
           const PageParts& parts);

  /// Enables the recovery from `backups` to the first suitable one of `nodes`. Preconditions:
  /// before the run; the backups outlive this object.
  void protect(paging::PageBackups& backups, std::vector<base::NodeId> nodes);
  /// Handles an unanswered access (paging/fault_handler.h).
  std::optional<base::Time> recover(base::PageId page, base::CoreId core, base::Time time);
  /// Recovers all lost pages and backups that fit into free frames.
  void rebuild();

  const RecoveryStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  std::optional<base::Time> rebuild_page(base::PageId page, base::Time start);
  /// Reads line `number` of the page, or decodes it from `sources`.
  base::Time read_or_decode(base::PageId page, std::uint64_t number,
                            const std::vector<paging::PageBackups::Source>& sources,
                            base::Time start);
  void rebuild_backup(const paging::PageBackups::Lost& lost);
  std::optional<base::NodeId> node_for(base::PageId page, base::Time time) const;

  base::Time page_fault_time_;
  PageParts parts_;
  paging::PageBackups* backups_ = nullptr;
  std::vector<base::NodeId> nodes_;
  PerSpace<RecoveryStats> counts_;
};

}  // namespace starnuma::os
