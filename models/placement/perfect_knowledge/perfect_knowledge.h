// SPDX-License-Identifier: Apache-2.0
// Migration of a machine without a pool: exact counts per page and socket at no cost.
//
// Contract: what a page's destination is, the rule says; candidates are pages that do not lie
// there, in the rule's order and then in page order, until the limit; a full socket is passed over.
// A page that ping-pongs stays, as in Algorithm 1. Pool pages and bound pages are left alone.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

/// Where a page belongs, and which goes first.
enum class PageRule : std::uint8_t {
  kArtifact,   ///< `best_socket` (sharing.h); most missed first
  kTopMisser,  ///< `top_misser`, however many share; largest gain over the home first
};

class PagePolicy : public Policy {
 public:
  /// `least` is what a page must exceed to be a candidate: in misses by kArtifact, in gain by
  /// kTopMisser.
  PagePolicy(PageRule rule, double least, MoveHistory history = MoveHistory())
      : rule_(rule), least_(least), history_(std::move(history)) {}

  /// Counts by page must be there.
  Plan on_phase(const PhaseKnowledge& phase) override;
  void on_phase_over(const std::vector<Move>& moves, std::size_t made) override {
    history_.forget_unmade(moves, made);
  }
  std::optional<PolicyState> remembered() const override {
    return PolicyState{std::nullopt, history_.all()};
  }
  void recall(const PolicyState& state) override { history_.recall(state.phases_moved); }

 private:
  PageRule rule_;
  double least_;
  MoveHistory history_;
};

class PerfectKnowledge : public PagePolicy {
 public:
  explicit PerfectKnowledge(const PolicySetup& /*setup*/) : PagePolicy(PageRule::kArtifact, 0) {}
};

class PerfectKnowledgeTop : public PagePolicy {
 public:
  explicit PerfectKnowledgeTop(const PolicySetup& setup)
      : PagePolicy(PageRule::kTopMisser, setup.phase.high_of_page()) {}
};

}  // namespace starnuma::placement
