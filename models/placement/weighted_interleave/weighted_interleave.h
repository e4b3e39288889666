// SPDX-License-Identifier: Apache-2.0
// Interleaving of pages over nodes by weights, as `numactl --weighted-interleave` in Linux 6.9.
// Pages do not move.
//
// Contract:
// - In the order of allocation, each node receives as many consecutive pages as its weight, then
//   the next node follows.
// - If the node is full, the next nodes with a weight are tried in turn, and then the toucher's
//   nearest nodes.
// - Precondition: `placement.weights` has a weight per node, and one is above zero.
// Not modelled: the position of each task; the pages of all threads share one.
#pragma once

#include <cstddef>
#include <vector>

#include "models/placement/policy.h"

namespace starnuma::placement {

class WeightedInterleave : public Policy {
 public:
  explicit WeightedInterleave(const PolicySetup& setup)
      : weights_(setup.config.weights->each), left_(weights_.front()) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  /// Starts the turn of the next node that has a weight.
  void next_node();

  std::vector<int> weights_;  ///< Weights by node.
  std::size_t node_ = 0;
  int left_;  ///< Number of pages that the node still receives in this turn.
};

}  // namespace starnuma::placement
