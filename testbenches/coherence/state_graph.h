// SPDX-License-Identifier: Apache-2.0
// Reached states, each with a path from the initial state.
//
// Contract: states are numbered in the order of insertion, which is breadth first if they are
// expanded in that order. Number 0 is the empty system.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/coherence/choice.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/state_code.h"
#include "testbenches/coherence/state_set.h"

namespace starnuma::coherence_bench {

inline constexpr int kMostExploredHosts = 6;
inline constexpr int kMostExploredLines = 3;

class StateGraph {
 public:
  using Small = System<kMostExploredHosts, kMostExploredLines, 64>;
  using Number = std::uint32_t;

  /// The first `told_apart` hosts keep their numbers; the others are interchangeable.
  StateGraph(const SystemConfig& config, const Mutant* mutant, int told_apart);

  Number size() const { return states_.size(); }
  /// Returns the state; the system counts the rows that it takes.
  Small system(Number number, Coverage& coverage) const {
    return code_.decode(states_.at(number), planted_.subject(coverage));
  }
  /// Adds the state that one step from `from` reached; returns its number and true if it is new.
  std::pair<Number, bool> add(const Small& system, Number from);

  /// Returns a step that leads from one state to another.
  Choice step_between(Number from, Number to) const;
  /// Returns the states of the shortest path, from the initial state to this one.
  std::vector<Number> path_to(Number number) const;

  /// Steps, and the names of the hosts in them; stored states have renumbered hosts.
  struct Way {
    std::vector<std::string> steps;
    std::array<std::uint8_t, kMostExploredHosts> names{};
  };
  /// Returns the shortest path to the state.
  Way way_to(Number number) const;
  /// Appends the step from one state to another.
  void take_step(Way& way, Number from, Number to) const;
  /// Appends the failing step and returns `what` with the host names of the path.
  std::string break_in(Way& way, Number from, const std::string& what) const;

 private:
  SystemConfig config_;
  Planted planted_;
  mutable StateCode<Small> code_;
  StateSet states_;
  std::vector<Number> parent_;
};

}  // namespace starnuma::coherence_bench
