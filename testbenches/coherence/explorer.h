// SPDX-License-Identifier: Apache-2.0
// Explicit-state exploration: every interleaving of host events and deliveries, breadth first,
// modulo the numbering of hosts.
//
// Proves on all states:
// - the invariants of invariants.h hold
// - each message has a row
// - some message can always be delivered while a transaction is outstanding
// - deliveries alone can lead from each state to an idle system
//
// A failure is reported with the shortest sequence of steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

struct Exploration {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;  ///< Steps taken, over all states.
  int depth = 0;
  Check check{};        ///< Check that failed, if one did.
  std::string failure;  ///< Empty if all checks pass.
  std::vector<std::string>
      trace;  ///< Shortest sequence of steps to the failure, including its last step.
  std::vector<std::string> loop;  ///< Steps that may repeat indefinitely.
  Coverage coverage;
};

/// Explores at most kMostExploredHosts hosts and kMostExploredLines lines.
Exploration explore(const SystemConfig& config, const Mutant* mutant = nullptr);

}  // namespace starnuma::coherence_bench
