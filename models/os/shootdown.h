// SPDX-License-Identifier: Apache-2.0
// TLB shootdowns: invalidate the translations of a page before it moves.
//
// Contract:
// - After invalidate_translations() no TLB holds the translation. No access that used it began
//   after the returned time, which is the last acknowledgement.
// - A core acknowledges when its outstanding access is complete.
// - Timing with a directory (DiDi style): a directory of all TLBs at the migrating core's socket is
//   looked up. Only cores with the translation get a message, and hardware invalidates it without
//   an interrupt.
// - Timing with IPIs: each core that runs the page's space, or still holds the translation, is
//   interrupted for `ipi_cycles`.
// - Messages take the unloaded latency of their route.
// - Not modelled: bandwidth of these messages, updates of the directory.
#pragma once

#include <optional>
#include <vector>

#include "models/os/per_space.h"
#include "models/os/program_core.h"
#include "models/placement/placement_config.h"

namespace starnuma::os {

class Shootdowns {
 public:
  struct ShootdownStats {
    std::int64_t sent = 0;    ///< Number of messages to cores.
    std::int64_t needed = 0;  ///< Number of cores that held the translation.
  };

  Shootdowns(const placement::PlacementConfig& config, base::Frequency frequency,
             std::vector<PlacedCore> cores);

  /// Invalidates the translation at all cores, or at those of one socket; returns the time of the
  /// last acknowledgement.
  base::Time invalidate_translations(base::PageId page, base::Time start,
                                     std::optional<int> socket = {});

  const std::vector<PlacedCore>& cores() const { return cores_; }
  const ShootdownStats& counts(base::SpaceId space) const { return counts_[space]; }
  /// Sum over all spaces.
  ShootdownStats total() const;
  void reset_statistics() { counts_ = {}; }

 private:
  bool ipi_;
  bool free_;
  base::Time directory_latency_;
  base::Time at_core_;
  std::vector<PlacedCore> cores_;
  PerSpace<ShootdownStats> counts_;
};

}  // namespace starnuma::os
