// SPDX-License-Identifier: Apache-2.0
// Placement policy: selects the node of a page and its moves.
//
// Contract:
// - A policy is called at four points, with a struct of the available information. It returns a
//   node, or moves.
// - The default implementations leave pages with their first toucher and move nothing.
// - A policy does not use the kernel and has no notion of time. Equal calls in equal order yield
//   equal results.
// - Moves are executed in the order in which they are returned. Moves that are still scheduled at
// the end
//   of a phase are dropped and reported to on_phase_over(), unless the policy does not observe the
//   misses of phases.
// - With `moves_in_faults`, the plan of a fault is the destination of its page. With
//   `caches_pages`, one move of a cached page back to the pool may precede it. Other moves are not
//   allowed.
// - All state, including adaptive thresholds, belongs to the policy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/ids.h"
#include "models/placement/knowledge.h"
#include "models/placement/phase_scale.h"
#include "models/placement/placement_config.h"
#include "models/placement/plan.h"

namespace starnuma::placement {

/// Pool capacity that a policy may use.
struct PoolCapacity {
  base::NodeId node{};
  std::uint64_t pages = 0;
};

/// Devices in the order of their address ranges, interleaved.
struct PoolCapacities {
  std::vector<PoolCapacity> devices;
  std::uint64_t interleave_pages = 1;  ///< Number of consecutive pages of the pool on one device.

  std::uint64_t pages() const {
    std::uint64_t sum = 0;
    for (const PoolCapacity& device : devices) sum += device.pages;
    return sum;
  }
};

/// Profile of a run with first-touch placement: the misses, and the first toucher of each page.
struct FirstPass {
  const accounting::PageCounts& misses;
  const std::vector<base::PageOrigin>& origins;
};

/// Parameters that a policy receives before the run.
struct PolicySetup {
  PlacementConfig config;
  int sockets = 0;
  ScaledPhase phase;  ///< Thresholds and limits of this run.
  PoolCapacities pool;
  std::uint64_t most_counted = 0;  ///< Saturation value of a region's counter.
  std::uint64_t seed = 0;
  const FirstPass* first_pass = nullptr;  ///< Profile during construction, if the policy uses one.
  std::uint64_t pages = 0;                ///< Number of pages of the program.
  std::vector<std::uint64_t> capacity;    ///< Capacity by node, in pages, of empty memory.
};

/// Current values of HI and LO, if they are adaptive.
struct Thresholds {
  double high = 0;
  double low = 0;
};

/// State that a policy carries from phase to phase.
struct PolicyState {
  std::optional<Thresholds> thresholds;
  std::vector<std::uint16_t> phases_moved;  ///< By page or region, see MoveHistory.
};

class Policy {
 public:
  Policy() = default;
  explicit Policy(const PolicySetup& /*setup*/) {}
  virtual ~Policy() = default;

  /// Returns the node for a page. If the node is full, the function is called again with the free
  /// capacities.
  virtual base::NodeId on_allocate(const Allocation& page) {
    return page.room == nullptr ? page.toucher : nearest_with_capacity(page).value_or(page.toucher);
  }
  virtual Plan on_fault(const PageFault& /*fault*/) { return {}; }
  virtual Plan on_tick(const Tick& /*tick*/) { return {}; }
  /// Returns the period of on_tick() in simulated time; 0 disables it.
  virtual base::Time tick_period() const { return base::Time(0); }
  virtual Plan on_phase(const PhaseKnowledge& /*phase*/) { return {}; }
  /// Ends a phase. The first `made` of its requested moves have been executed.
  virtual void on_phase_over(const std::vector<Move>& /*moves*/, std::size_t /*made*/) {}
  /// Reports the policy's own statistics since the last reset, in addition to those of its moves.
  virtual void report(accounting::StatWriter& /*migration*/) const {}
  virtual void reset_statistics() {}
  /// Returns nothing if the thresholds are fixed.
  virtual std::optional<Thresholds> thresholds() const { return std::nullopt; }
  /// Returns the state for a checkpoint at the end of on_phase(); nothing if the policy does not
  /// support checkpoints.
  virtual std::optional<PolicyState> remembered() const { return std::nullopt; }
  /// Restores the state of a policy that was created from the same setup.
  virtual void recall(const PolicyState& /*state*/) {}
};

template <class SomePolicy>
std::unique_ptr<Policy> make_policy(const PolicySetup& setup) {
  return std::make_unique<SomePolicy>(setup);
}

}  // namespace starnuma::placement
