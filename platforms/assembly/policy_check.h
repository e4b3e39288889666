// SPDX-License-Identifier: Apache-2.0
// Needs of placement policies: nodes, a pool, tracking hardware and ports.
//
// Contract: this is the only place that compares a policy with a machine. A policy whose needs are
// not met would leave every page where it was touched first without a word, so it is refused.
#pragma once

#include <string>

#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// Returns what the policy needs and the machine does not have, with the policies that the machine
/// can have instead; empty if nothing is missing. Ignores the width of tracking counters.
std::string missing_for(placement::PolicyId policy, const MachineConfig& config);

/// Adds a problem for each need of the machine's own policy that is not met.
void check_policy(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
