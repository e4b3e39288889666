// SPDX-License-Identifier: Apache-2.0
// Prices of the memory and of the snoop filters of a machine at full size. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "models/base/quantities.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::analysis {

/// Price of all components of a kind.
struct Cost {
  std::string component;  ///< As `socket_memory`.
  base::Bytes size;
  double usd = 0;
};

/// Returns the kinds of components with a price; components without one are not counted.
std::vector<Cost> costs_of(const assembly::MachineConfig& machine);

/// Returns the sum in US dollars.
double total_of(const std::vector<Cost>& costs);

}  // namespace starnuma::analysis
