// SPDX-License-Identifier: Apache-2.0
// Explicit-state exploration: every interleaving of own events and deliveries, breadth first, with
// the hosts' numbering left out.
//
// Proves on all states: the invariants of system_check.h, that each message has a row, that some
// message can always be delivered while anything is under way, and that from each state the
// deliveries alone can lead back to an idle system. A failure comes with the shortest sequence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

struct Exploration {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;  ///< Taken, over all states.
  int depth = 0;
  Check check{};                   ///< That failed, if one did.
  std::string failure;             ///< Empty: all holds.
  std::vector<std::string> trace;  ///< The shortest way to the failure, its last step included.
  std::vector<std::string> loop;   ///< Steps that may follow again and again.
  Coverage coverage;
};

/// At most kMostExploredHosts and kMostExploredLines.
Exploration explore(const SystemConfig& config, const Mutant* mutant = nullptr);

}  // namespace starnuma::coherence_bench
