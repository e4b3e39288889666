// SPDX-License-Identifier: Apache-2.0
// What --set has to say so that a machine places its pages by another policy.
#pragma once

#include <string>
#include <vector>

#include "models/placement/policy_table.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::app {

/// Its trackers get the counters that the policy reads. Throws InputError if the machine lacks what
/// the policy needs.
std::vector<std::string> sets_for(placement::PolicyId policy,
                                  const assembly::MachineConfig& machine);

}  // namespace starnuma::app
