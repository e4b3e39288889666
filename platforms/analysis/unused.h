// SPDX-License-Identifier: Apache-2.0
// Detection of fields without effect, because the policy, delivery mode or module that reads them
// is absent.
//
// Contract: this is the only list of such dependencies. Only fields in the machine's own file cause
// a warning; inherited fields may serve other machines.
#pragma once

#include <vector>

#include "models/base/problems.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/node.h"

namespace starnuma::analysis {

/// Returns a warning for each field that `tree`, the text of `config`, writes in its own file and
/// that has no effect. `policies` are those of the programs, next to the machine's.
std::vector<base::Problem> unused(const assembly::MachineConfig& config, const config::Node& tree,
                                  std::vector<placement::PolicyId> policies = {});

}  // namespace starnuma::analysis
