// SPDX-License-Identifier: Apache-2.0
// Values of --set that select another placement policy for a machine.
#pragma once

#include <string>
#include <vector>

#include "models/placement/policy_table.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::app {

/// Returns the values, including the tracker counters that the policy reads. Throws InputError if
/// the machine does not meet the policy's requirements.
std::vector<std::string> sets_for(placement::PolicyId policy,
                                  const assembly::MachineConfig& machine);

}  // namespace starnuma::app
