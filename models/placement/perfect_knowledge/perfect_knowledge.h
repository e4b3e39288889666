// SPDX-License-Identifier: Apache-2.0
// Migration of a machine without a pool, with exact counts per page and socket at no cost.
//
// Contract:
// - The rule defines the destination of a page. Candidates are pages at another location, in the
//   order of the rule and then in page order, up to the limit.
// - A full socket receives no page.
// - A page that ping-pongs stays, as in Algorithm 1.
// - Pool pages and bound pages do not move.
#pragma once

#include "models/placement/move_history.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

/// Destination of a page and order of the candidates.
enum class PageRule : std::uint8_t {
  kArtifact,  ///< `best_socket` (sharing.h); most misses first
  /// `top_misser`, independent of the number of sharers; largest gain over the home first.
  kTopMisser,
};

class PagePolicy : public Policy {
 public:
  /// `least` is the value that a candidate must exceed: misses for kArtifact, gain for kTopMisser.
  PagePolicy(PageRule rule, double least, MoveHistory history = MoveHistory())
      : rule_(rule), least_(least), history_(std::move(history)) {}

  /// Precondition: the counts by page are present.
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
