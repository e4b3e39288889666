// SPDX-License-Identifier: Apache-2.0
// Read-only copies of widely shared pages with software coherence, the alternative to a pool.
//
// Contract:
// - A page is vagabond if more than half of the sockets missed on it in the phase, with more than
//   `least_misses` misses in total.
// - A vagabond page that was not written in the phase is copied to each of those sockets without
//   the page or a copy.
// - A written page is not copied. With `with_pool` it moves to the pool, unless it has copies
//   (which a write has dropped).
// - Pages with most misses go first, then in page order. The limit counts pages, independent of
//   their number of copies.
// - A full socket receives no copy, a full pool no page.
// - A page that was moved or copied in more than a quarter of the phases stays, as in Algorithm 1.
// - Bound pages do not move. Copies exist until the page is written.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

class ReplicaPolicy : public Policy {
 public:
  ReplicaPolicy(double least_misses, bool with_pool, MoveHistory history = MoveHistory())
      : least_misses_(least_misses), with_pool_(with_pool), history_(std::move(history)) {}

  /// Precondition: the counts by page and the written pages are present.
  Plan on_phase(const PhaseKnowledge& phase) override;
  void on_phase_over(const std::vector<Move>& moves, std::size_t made) override {
    history_.forget_unmade(moves, made);
  }

 private:
  double least_misses_;
  bool with_pool_;
  MoveHistory history_;
};

class ReplicateReadOnly : public ReplicaPolicy {
 public:
  explicit ReplicateReadOnly(const PolicySetup& setup)
      : ReplicaPolicy(setup.phase.high_of_page(), false) {}
};

class ReplicateThenPool : public ReplicaPolicy {
 public:
  explicit ReplicateThenPool(const PolicySetup& setup)
      : ReplicaPolicy(setup.phase.high_of_page(), true) {}
};

}  // namespace starnuma::placement
