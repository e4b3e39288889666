// SPDX-License-Identifier: Apache-2.0
// A placement policy: which node a page lies on, and when it moves.
//
// Contract: asked at four places, with a struct of what it may know there, and answers with a node
// or with moves; what it does not override leaves pages with their first toucher and moves nothing.
// No kernel and no time of its own: equal questions in equal order get equal answers. Moves are
// made one after the other in the order of the answers; what a phase has not made is dropped at its
// end and told to on_phase_over(), unless the policy sees no misses of phases. With
// `moves_in_faults` a fault's answer is where its page goes, and there are no other moves but, with
// `caches_pages`, one before it: of a cached page back to the pool, to make room. What it
// remembers, adapting thresholds among it, is its own.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/placement/knowledge.h"
#include "models/placement/phase_scale.h"
#include "models/placement/placement_config.h"
#include "models/placement/plan.h"
#include "models/placement/pool_rooms.h"

namespace starnuma::placement {

/// The misses of a run in which pages lie by first touch, and who touched them first.
struct FirstPass {
  const accounting::PageCounts& misses;
  const std::vector<base::PageOrigin>& origins;
};

/// What is told to a policy once, before the run.
struct PolicySetup {
  PlacementConfig config;
  int sockets = 0;
  ScaledPhase phase;  ///< Thresholds and limits of this run.
  PoolRooms pool;
  std::uint64_t most_counted = 0;  ///< Where a region's counter stops.
  std::uint64_t seed = 0;
  const FirstPass* first_pass = nullptr;  ///< While it is made, where it sees one.
  std::uint64_t pages = 0;                ///< Of the program.
  std::vector<std::uint64_t> capacity;    ///< By node: pages that fit when nothing is there.
};

/// HI and LO, where they adapt.
struct Thresholds {
  double high = 0;
  double low = 0;
};

/// What a policy remembers from phase to phase.
struct PolicyState {
  std::optional<Thresholds> thresholds;
  std::vector<std::uint16_t> phases_moved;  ///< By page or region, see MoveHistory.
};

class Policy {
 public:
  Policy() = default;
  explicit Policy(const PolicySetup& /*setup*/) {}
  virtual ~Policy() = default;

  /// Asked again where the node is full, with what room there is.
  virtual base::NodeId on_allocate(const Allocation& page) {
    return page.room == nullptr ? page.toucher : nearest_with_room(page).value_or(page.toucher);
  }
  virtual Plan on_fault(const Fault& /*fault*/) { return {}; }
  virtual Plan on_tick(const Tick& /*tick*/) { return {}; }
  /// Of on_tick() in simulated time; 0: never.
  virtual base::Time tick_period() const { return base::Time(0); }
  virtual Plan on_phase(const PhaseKnowledge& /*phase*/) { return {}; }
  /// A phase is over, and the first `made` of all moves that were asked for in it have been made.
  virtual void on_phase_over(const std::vector<Move>& /*moves*/, std::size_t /*made*/) {}
  /// What it counts itself, beside what is counted of its moves; from the last reset on.
  virtual void report(accounting::StatWriter& /*migration*/) const {}
  virtual void reset_statistics() {}
  /// None: the run's stay as they are.
  virtual std::optional<Thresholds> thresholds() const { return std::nullopt; }
  /// For a checkpoint, at the end of on_phase(); none: this policy cannot be taken up from one.
  virtual std::optional<PolicyState> remembered() const { return std::nullopt; }
  /// Goes on as the one did that remembered this, made from the same setup.
  virtual void recall(const PolicyState& /*state*/) {}
};

template <class SomePolicy>
std::unique_ptr<Policy> make_policy(const PolicySetup& setup) {
  return std::make_unique<SomePolicy>(setup);
}

}  // namespace starnuma::placement
