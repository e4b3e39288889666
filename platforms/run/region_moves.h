// SPDX-License-Identifier: Apache-2.0
// Has regions of a logical pool follow their users, as the machine's `logical_pool.balance` says,
// and servers' private memory what programs want, as `logical_pool.sizing` does.
//
// Contract: from the opening of the measured window on, period after period; while moves of a
// period before are still under way, none are asked for. A change of sizes comes before moves that
// only bring regions nearer. The plan takes no time of its own: a server that gathers all counts is
// not modelled.
#pragma once

#include <memory>

#include "platforms/run/observer.h"
#include "platforms/run/pool_sizes.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class RegionMoves : public Observer {
 public:
  /// Whether the machine has somebody who decides.
  static bool any_in(const assembly::MachineConfig& config);

  RegionMoves(const assembly::MachineConfig& config, const Scope& whole, paging::FramePool& memory,
              const PoolSizes::ZoneOf& zone_of);

  void begin(Opening opening) override;
  base::Time next() const override { return next_; }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  os::RegionMover& mover_;
  std::unique_ptr<placement::RegionPolicy> policy_;  ///< Null: regions stay.
  std::unique_ptr<PoolSizes> sizes_;                 ///< Null: sizes do.
  base::Time period_;
  base::Time begin_;
  base::Time next_ = kNever;
};

}  // namespace starnuma::run
