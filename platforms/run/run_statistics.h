// SPDX-License-Identifier: Apache-2.0
// The figures of a whole run (paths run.*) or of a program of it (program.<name>.*), from sums over
// its cores. Those of a program's work are of a scope with one program; a run of several programs
// has none.
#pragma once

#include <vector>

#include "models/accounting/stats.h"
#include "models/core/waiting.h"
#include "models/observers/miss_statistics.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

/// The measured part of a run.
struct Window {
  base::Time elapsed;
  std::int64_t instructions = 0;
  core::Waiting waiting;  ///< Of all its threads.
};

void report_run(const assembly::MachineConfig& config, const Scope& scope, const Window& window,
                const observers::MissStatistics& misses, std::vector<accounting::Stat>& out);

}  // namespace starnuma::run
