// SPDX-License-Identifier: Apache-2.0
// Requirements of placement policies: nodes, weights, a pool and tracking hardware.
//
// Contract: this is the only place that compares a policy with a machine. A policy with an unmet
// requirement would silently leave every page at its first-touch node, so it is rejected.
#pragma once

#include <string>

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the unmet requirement of the policy and the policies that the machine supports instead;
/// empty if all requirements are met. Ignores the width of tracking counters.
std::string missing_for(placement::PolicyId policy, const MachineConfig& config);

/// Adds a problem for each unmet requirement of the machine's own policy.
void check_policy(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
