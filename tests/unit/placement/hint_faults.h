// SPDX-License-Identifier: Apache-2.0
// Programs under policies that use hint faults, without a machine: two nodes of four cores and one
// without. Pages move as the policy decides.
#pragma once

#include <vector>

#include "models/placement/policy.h"

namespace starnuma::test {

inline constexpr std::uint64_t kPages = 8;
inline constexpr int kCores = 4;  ///< Cores of a node; task t starts on core t.
inline constexpr base::NodeId kNear{0};
inline constexpr base::NodeId kOther{1};
inline constexpr base::NodeId kCxl{2};

/// Returns a setup with scans of four pages per millisecond, so two scans make a pass. Nothing
/// happens early.
inline placement::PolicySetup hint_setup() {
  placement::PolicySetup setup;
  setup.sockets = 2;
  setup.pages = kPages;
  setup.capacity = {100, 100, 100};
  placement::NumaBalancingConfig& config = setup.config.numa_balancing;
  config.scan_delay_ms = 1;
  config.scan_period_min_ms = 2;
  config.scan_period_max_ms = 20;
  config.scan_size = base::Bytes(4 * base::kPageBytes);
  config.scan_rate = base::Bandwidth(1'000'000'000'000);
  config.migration_rate = base::Bandwidth(1'000'000'000'000);
  return setup;
}

class HintedProgram {
 public:
  explicit HintedProgram(placement::Policy& policy) : policy_(policy) {
    tick.sockets = 2;
    tick.homes.assign(kPages, kNear);
    tick.room = {50, 50, 50};
    tick.faults = {0, 0, 0};
    for (int task = 0; task < kCores; ++task) tick.tasks.push_back(static_cast<base::CoreId>(task));
    tick.busy.assign(2 * kCores, false);
    for (int core = 0; core < kCores; ++core) tick.busy[static_cast<std::size_t>(core)] = true;
  }

  /// Touches an unmapped page from a task on that node; returns the page's node after the fault.
  base::NodeId touch(std::uint64_t page, int task, base::NodeId node) {
    placement::PageFault fault;
    fault.page = page;
    fault.kind = placement::PageFaultKind::kUnmapped;
    fault.task = task;
    fault.node = node;
    fault.home = tick.homes[page];
    fault.time = now;
    fault.room = &tick.room;
    fault.used = &used;
    ++tick.faults[static_cast<std::size_t>(fault.home)];
    carry_out(policy_.on_fault(fault));
    return tick.homes[page];
  }
  placement::Plan scan() {
    tick.now = now += policy_.tick_period();
    const placement::Plan plan = policy_.on_tick(tick);
    carry_out(plan);
    return plan;
  }
  placement::Plan pass() {
    scan();
    return scan();
  }

  placement::Tick tick;
  std::vector<std::uint64_t> used{50, 50, 50};
  base::Time now{0};
  std::vector<placement::Move> moves;

 private:
  void carry_out(const placement::Plan& plan) {
    for (const placement::Move& move : plan.moves) {
      ++tick.room[static_cast<std::size_t>(tick.homes[move.page])];
      --tick.room[static_cast<std::size_t>(move.to)];
      tick.homes[move.page] = move.to;
      moves.push_back(move);
    }
  }

  placement::Policy& policy_;
};

inline double stat_of(const placement::Policy& policy, const std::string& name) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  policy.report(writer);
  for (const accounting::Stat& stat : stats) {
    if (stat.path == name) return stat.value;
  }
  return -1;
}

}  // namespace starnuma::test
