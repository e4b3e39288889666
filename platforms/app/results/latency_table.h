// SPDX-License-Identifier: Apache-2.0
// The latency of LLC misses by access class, as a person reads it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/app/results/summary.h"

namespace starnuma::app {

/// A row for each class that has misses, of machines or programs by name.
std::string latency_table(const assembly::MachineConfig& machine,
                          const std::vector<std::pair<std::string, Values>>& named);

}  // namespace starnuma::app
