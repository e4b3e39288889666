// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 of the STARNUMA publication: hot regions of widely shared pages go to the pool.
//
// Contract: a region with more than HI misses
// is a candidate: more than half of the sockets share it (8 of 16), to the pool; else to one of its
// sharers, drawn at random. It stays when it is there or ping-pongs. Candidates go most missed
// first, among equals (saturated counters) most sharers first, then in region order; or all in
// region order. Where the destination is full, regions with at most LO misses there make room and
// go to one of their sharers. Bound pages never move. The plan ends at the limit of pages. HI
// doubles when candidates exceed twice the limit and shrinks by a quarter when moves stay under
// half of it, never below LO nor beyond what the counter holds. LO doubles when no room could be
// made; it grows by half when moves reach half of the limit and pages with at most LO misses exceed
// twice the limit; never beyond its most. Without counters (T0) HI is "touched by all sockets", and
// what at most half of them touched may make room. Our choices where the publication is silent:
// candidates are those not yet at their destination, victims count against the limit, a region
// without sharers goes to any socket, and a full socket passes a victim on to the next.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

struct RegionRules {
  int counter_bits = 16;               ///< 0: sharer bits alone.
  double low_most = 0;                 ///< LO grows no further.
  std::uint64_t most_counted = 65535;  ///< Where a counter stops, which is above every HI.
  CandidateOrder order = CandidateOrder::kHottestFirst;
};

class Starnuma : public Policy {
 public:
  explicit Starnuma(const PolicySetup& setup);
  /// HI and LO start there.
  Starnuma(const RegionRules& rules, Thresholds start, MoveHistory history)
      : rules_(rules), adapting_(start), history_(std::move(history)) {}

  /// Regions must be there.
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
