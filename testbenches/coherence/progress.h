// SPDX-License-Identifier: Apache-2.0
// Service of each request: whatever the other hosts go on doing, what a host has asked for comes.
//
// Contract: host 0 is told apart from the others, line 0 is watched. A run is fair when each
// message that can be taken from some point on is taken; where requests do not queue at their home,
// each request that can be taken again and again is taken once. Fairness is asked of kinds of
// messages (op, line, which ends, of host 0 or not), which is less than of each message, so that a
// livelock cannot hide. It is a failure if a fair run exists in which host 0's transaction stays
// under way. All states are explored; fair runs are looked for in the strongly connected parts of
// those in which host 0 waits.
#pragma once

#include "testbenches/coherence/explorer.h"

namespace starnuma::coherence_bench {

/// The trace leads to the livelock, the loop goes through it. Steps that break something else are
/// left out: explore() finds them.
Exploration check_progress(const SystemConfig& config, const Mutant* mutant = nullptr);

}  // namespace starnuma::coherence_bench
