// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 of the STARNUMA publication: hot regions of widely shared pages move to the pool.
//
// Contract:
// - A region with more than HI misses is a candidate. If more than half of the sockets share it (8
//   of 16), its destination is the pool, else a random sharer.
// - A region at its destination, or one that ping-pongs, stays.
// - Candidates are ordered by misses, then (saturated counters) by sharers, then by region number;
//   or all by region number.
// - If the destination is full, regions with at most LO misses are evicted from it to one of their
//   sharers.
// - Bound pages never move. The plan ends at the limit of pages.
// - HI doubles if candidates exceed twice the limit. It decreases by a quarter if moves stay below
//   half of the limit. Its range is from LO to the maximum of the counter.
// - LO doubles if no capacity could be freed. It grows by half if moves reach half of the limit and
//   pages with at most LO misses exceed twice the limit. It never exceeds its maximum.
// - Without counters (T0), a region is hot if all sockets accessed it, and cold if at most half of
//   them did.
//
// Assumed, since the publication does not specify it: candidates are regions that are not at their
// destination; victims count towards the limit; a region without sharers moves to any socket; a
// full socket passes a victim on to the next.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

struct RegionRules {
  int counter_bits = 16;               ///< 0 for sharer bits only.
  double low_most = 0;                 ///< Maximum of LO.
  std::uint64_t most_counted = 65535;  ///< Saturation value of a counter, which exceeds every HI.
  CandidateOrder order = CandidateOrder::kHottestFirst;
};

class Starnuma : public Policy {
 public:
  explicit Starnuma(const PolicySetup& setup);
  /// `start` is the initial HI and LO.
  Starnuma(const RegionRules& rules, Thresholds start, MoveHistory history)
      : rules_(rules), adapting_(start), history_(std::move(history)) {}

  /// Precondition: the regions are present.
  Plan on_phase(const PhaseKnowledge& phase) override;
  void on_phase_over(const std::vector<Move>& moves, std::size_t made) override {
    history_.forget_unmade(moves, made);
  }
  std::optional<Thresholds> thresholds() const override { return adapting_; }
  std::optional<PolicyState> remembered() const override {
    return PolicyState{adapting_, history_.all()};
  }
  void recall(const PolicyState& state) override {
    adapting_ = state.thresholds.value();
    history_.recall(state.phases_moved);
  }

 private:
  RegionRules rules_;
  Thresholds adapting_;
  MoveHistory history_;
};

}  // namespace starnuma::placement
