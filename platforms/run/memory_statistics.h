// SPDX-License-Identifier: Apache-2.0
// Statistics of a scope's memory: pages and nodes.
#pragma once

#include "models/accounting/stats.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

/// Where pages lie at the end, and how many found their node full.
void report_memory(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                   const Scope& scope, accounting::StatWriter& run);

}  // namespace starnuma::run
