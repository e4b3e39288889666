// SPDX-License-Identifier: Apache-2.0
// Energy of a run by component: the sums of the statistics `energy` over components of a kind.
#pragma once

#include <string>

#include "platforms/app/results/values.h"

namespace starnuma::app {

/// Returns a row per kind of component and event, and the total; empty if no part has an energy.
std::string energy_table(const Values& stats);

}  // namespace starnuma::app
