// SPDX-License-Identifier: Apache-2.0
// Table of LLC miss latency by access class.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/app/results/values.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::app {

/// Returns a row for each class with misses; columns are machines or programs by name.
std::string latency_table(const assembly::MachineConfig& machine,
                          const std::vector<std::pair<std::string, Values>>& named);

}  // namespace starnuma::app
