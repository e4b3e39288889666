// SPDX-License-Identifier: Apache-2.0
// Fields of a machine that change nothing, since the policy, the delivery or a box that reads them
// is not there.
//
// Contract: this is the only list of such dependencies. A warning is given only for what the
// machine's own file says: inherited values wait for a machine that reads them.
#pragma once

#include <vector>

#include "models/base/problems.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/config/node.h"

namespace starnuma::analysis {

/// Returns a warning for each field that `tree`, the text of `config`, writes in its own file and
/// that has no effect. `policies` are those of the programs, next to the machine's.
std::vector<base::Problem> unused(const assembly::MachineConfig& config, const config::Node& tree,
                                  std::vector<placement::PolicyId> policies = {});

}  // namespace starnuma::analysis
