// SPDX-License-Identifier: Apache-2.0
// Takes the translations of a page away from the cores' TLBs before it moves.
//
// Contract: after take_away() no TLB translates the page, and no access that used the old
// translation began later than the time returned, the last acknowledgement: a core acknowledges
// when what it has under way is done. Timing: a directory of all TLBs at the migrating core's
// socket (DiDi style) is looked up and only listed cores are asked, whose hardware invalidates
// without their noticing; or every core that runs the page's space, or ran it and kept the
// translation, is interrupted for `ipi_cycles`. Messages take the way's unloaded time. Not
// modelled: bandwidth of these messages, keeping the directory up to date.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "models/os/program_core.h"
#include "models/placement/placement_config.h"

namespace starnuma::os {

class Shootdowns {
 public:
  struct Counts {
    std::int64_t sent = 0;    ///< Messages to cores.
    std::int64_t needed = 0;  ///< Cores that had the translation.
  };

  Shootdowns(const placement::PlacementConfig& config, base::Frequency frequency,
             std::vector<PlacedCore> cores);

  /// From all cores, or from those of one socket.
  base::Time take_away(base::PageId page, base::Time start, std::optional<int> socket = {});

  const std::vector<PlacedCore>& cores() const { return cores_; }
  const Counts& counts(base::SpaceId space) const {
    return counts_[static_cast<std::size_t>(space)];
  }
  /// Of all spaces.
  Counts total() const;
  void reset_statistics() { counts_ = {}; }

 private:
  bool ipi_;
  bool free_;
  base::Time directory_latency_;
  base::Time at_core_;
  std::vector<PlacedCore> cores_;
  std::array<Counts, base::PageId::kSpaces> counts_{};
};

}  // namespace starnuma::os
