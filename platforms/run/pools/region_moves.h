// SPDX-License-Identifier: Apache-2.0
// Periodic migration of a logical pool's regions towards their users (`logical_pool.balance`), and
// of the boundary between private and pooled memory (`logical_pool.sizing`).
//
// Contract:
// - Runs once per period from the opening of the measured window.
// - No moves are scheduled while scheduled moves of an earlier period remain.
// - A change of sizes has priority over moves that only improve locality.
//
// Not modelled: the time of the plan, and a server that gathers all counts.
#pragma once

#include <memory>

#include "platforms/run/measure/observer.h"
#include "platforms/run/pools/pool_sizes.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class RegionMoves : public Observer {
 public:
  /// Returns true if the machine configures balancing or sizing.
  static bool any_in(const assembly::MachineConfig& config);

  RegionMoves(const assembly::MachineConfig& config, const Scope& whole, paging::FramePool& memory,
              const PoolSizes::ZoneOf& zone_of);

  void begin(Opening opening) override;
  base::Time next() const override { return next_; }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  os::RegionMover& mover_;
  std::unique_ptr<placement::RegionPolicy> policy_;  ///< Null: regions do not move.
  std::unique_ptr<PoolSizes> sizes_;                 ///< Null: sizes do not change.
  base::Time period_;
  base::Time begin_;
  base::Time next_ = kNever;
};

}  // namespace starnuma::run
