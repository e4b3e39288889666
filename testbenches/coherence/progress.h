// SPDX-License-Identifier: Apache-2.0
// Liveness: every request of a host completes, whatever the other hosts do.
//
// Contract:
// - Host 0 is distinguished from the others; line 0 is watched.
// - A run is fair if each message that can be delivered from some point on is delivered. If
//   requests do not queue at their home, each request that can be delivered infinitely often is
//   delivered.
// - Fairness applies to kinds of messages (op, line, ends, from host 0 or not). This is weaker than
//   fairness for each message, so no livelock is missed.
// - It is a failure if a fair run exists in which host 0's transaction stays outstanding.
// - All states are explored. Fair runs are searched in the strongly connected components of the
//   states in which host 0 waits.
#pragma once

#include "testbenches/coherence/explorer.h"

namespace starnuma::coherence_bench {

/// Checks liveness. `trace` leads to the livelock, `loop` is the livelock. Steps that violate
/// another check are ignored; explore() finds them.
Exploration check_progress(const SystemConfig& config, const Mutant* mutant = nullptr);

}  // namespace starnuma::coherence_bench
