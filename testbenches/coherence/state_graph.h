// SPDX-License-Identifier: Apache-2.0
// The states that have been reached, each with a way to it.
//
// Contract: states are numbered in the order they were added, which is breadth first when they are
// expanded in that order; number 0 is the empty system.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/state_code.h"
#include "testbenches/coherence/state_set.h"

namespace starnuma::coherence_bench {

inline constexpr int kMostExploredHosts = 6;
inline constexpr int kMostExploredLines = 2;

class StateGraph {
 public:
  using Small = System<kMostExploredHosts, kMostExploredLines, 64>;
  using Number = std::uint32_t;

  /// The first `told_apart` hosts keep their numbers, the others are alike.
  StateGraph(const SystemConfig& config, const Mutant* mutant, int told_apart);

  Number size() const { return states_.size(); }
  /// Counts the rows it takes.
  Small system(Number number, Coverage& coverage) const {
    return code_.decode(states_.at(number), planted_.subject(coverage));
  }
  /// A state that one step of state `from` leads to: its number, and whether it is new.
  std::pair<Number, bool> add(const Small& system, Number from);

  /// Steps, and what the hosts are called in them: states are stored with the hosts renumbered.
  struct Way {
    std::vector<std::string> steps;
    std::array<std::uint8_t, kMostExploredHosts> names{};
  };
  /// The shortest way to the state.
  Way way_to(Number number) const;
  /// Appends the step from one state to another.
  void go_on(Way& way, Number from, Number to) const;
  /// Appends the step in which something breaks as `what` says, and returns that with the names of
  /// the way.
  std::string break_in(Way& way, Number from, const std::string& what) const;

 private:
  SystemConfig config_;
  Planted planted_;
  mutable StateCode<Small> code_;
  StateSet states_;
  std::vector<Number> parent_;
};

}  // namespace starnuma::coherence_bench
