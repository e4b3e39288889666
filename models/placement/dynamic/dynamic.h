// SPDX-License-Identifier: Apache-2.0
// Rebalancing of pages by hint faults, from the node with most traffic to the one with least.
//
// Contract:
// - A scan makes pages fault (hint_scan.h). The traffic of a node is the number of faults of all
//   programs during a pass over the program's memory.
// - At the end of a pass, pages of the busiest node that this program accessed during the pass move
//   to the least busy node with free capacity. Their number removes the program's share of half the
//   difference.
// - Pages that were accessed from another node move first; each group is in the order of the
//   faults.
// - The rate of moves does not exceed `migration_rate`. Tasks do not move.
//
// Assumed: the number and the choice of pages. The publication only defines source and destination.
#pragma once

#include "models/placement/fallback/fallback.h"
#include "models/placement/hint_faults/hint_scan.h"

namespace starnuma::placement {

/// Rebalancing part of a dynamic policy, independent of the allocation policy.
class Rebalancer {
 public:
  explicit Rebalancer(const PolicySetup& setup);

  void on_fault(const PageFault& fault);
  Plan on_tick(const Tick& tick);
  base::Time period() const { return scan_.period(); }

 private:
  struct Touched {
    std::uint64_t page;
    base::NodeId home;
    bool remote;
  };
  Plan rebalance(const Tick& tick);

  HintScan scan_;
  MoveBudget budget_;
  std::vector<Touched> touched_;  ///< Pages accessed since the last pass.
  /// Number of faults of all programs by node, at the end of the last pass.
  std::vector<std::uint64_t> before_;
};

/// Allocation policy whose pages are rebalanced while the program runs.
template <class Allocating>
class Rebalanced : public Allocating {
 public:
  explicit Rebalanced(const PolicySetup& setup) : Allocating(setup), rebalancer_(setup) {}

  Plan on_fault(const PageFault& fault) override {
    rebalancer_.on_fault(fault);
    return {};
  }
  Plan on_tick(const Tick& tick) override { return rebalancer_.on_tick(tick); }
  base::Time tick_period() const override { return rebalancer_.period(); }

 private:
  Rebalancer rebalancer_;
};

using DynamicMigration = Rebalanced<Policy>;
using UsageAwareDynamic = Rebalanced<UsageAware>;

}  // namespace starnuma::placement
