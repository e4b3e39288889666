// SPDX-License-Identifier: Apache-2.0
// Pages move from the node with most traffic to the one with least, by hint faults.
//
// Contract: a scan makes pages fault (hint_scan.h); when a pass over the program's memory is over,
// the faults of all programs since the last one say how much traffic each node has. Of the busiest
// node's pages that this program touched meanwhile, so many move to the least busy node with room
// that the program's share of half the difference is gone, those first that were touched from
// another node, each group in the order of their faults. No more pages move than `migration_rate`.
// How many and which move is assumed: the publication says from where to where. Tasks stay.
#pragma once

#include "models/placement/fallback/fallback.h"
#include "models/placement/hint_faults/hint_scan.h"

namespace starnuma::placement {

/// What a dynamic policy does, whichever one allocates its pages.
class Rebalancer {
 public:
  explicit Rebalancer(const PolicySetup& setup);

  void on_fault(const Fault& fault);
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
  std::vector<Touched> touched_;       ///< Since the last pass.
  std::vector<std::uint64_t> before_;  ///< Faults of all programs by node, at its end.
};

/// A policy whose pages are rebalanced while the program runs.
template <class Allocating>
class Rebalanced : public Allocating {
 public:
  explicit Rebalanced(const PolicySetup& setup) : Allocating(setup), rebalancer_(setup) {}

  Plan on_fault(const Fault& fault) override {
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
