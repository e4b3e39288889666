// SPDX-License-Identifier: Apache-2.0
// Memory statistics of a scope: pages and nodes.
#pragma once

#include "models/accounting/stats.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

/// Reports the page locations at the end, and the pages placed off their preferred node.
void report_memory(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                   const Scope& scope, accounting::StatWriter& run);

}  // namespace starnuma::run
