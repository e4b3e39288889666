// SPDX-License-Identifier: Apache-2.0
// Statistics of a run (run.*) or of one of its programs (program.<name>.*), summed over its cores.
// Statistics of a program's work exist only for a scope with one program.
#pragma once

#include <vector>

#include "models/accounting/stats.h"
#include "models/core/waiting.h"
#include "models/observers/miss_statistics.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

/// Measured part of a run.
struct Window {
  base::Time elapsed;
  std::int64_t instructions = 0;
  core::Waiting waiting;  ///< Waiting of all threads.
};

/// Reports page locations at the end, and pages placed off their preferred node.
void report_memory(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                   const Scope& scope, accounting::StatWriter& run);

/// Reports missed pages under `run`, the path of the run or of a program: sharing sockets, written
/// or not, and working sets over time.
void report_sharing(const observers::MissStatistics& statistics, accounting::StatWriter& run);

void report_run(const assembly::MachineConfig& config, const Scope& scope, const Window& window,
                const observers::MissStatistics& misses, std::vector<accounting::Stat>& out);

}  // namespace starnuma::run
