// SPDX-License-Identifier: Apache-2.0
// The rival of a pool: read-only copies of widely shared pages, kept coherent by software.
//
// Contract: a page that more than half of the sockets missed on in the phase, in sum more
// than `least_misses` times, is vagabond. One that was not written in the phase gets a copy on each
// of those sockets that has neither the page nor a copy of it. One that was written gets none; with
// `with_pool` it goes to the pool, unless it has copies (which a write has taken away). Most missed
// pages go first, then in page order; the limit counts pages, however many copies they get. A full
// socket gets no copy, a full pool no page. A page that was moved or copied in more than a quarter
// of the phases stays as it is, as in Algorithm 1. Bound pages are left alone. Copies stay until
// the page is written.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

class ReplicaPolicy : public Policy {
 public:
  ReplicaPolicy(double least_misses, bool with_pool, MoveHistory history = MoveHistory())
      : least_misses_(least_misses), with_pool_(with_pool), history_(std::move(history)) {}

  /// Counts by page and which pages were written must be there.
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
