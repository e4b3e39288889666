// SPDX-License-Identifier: Apache-2.0
// The figures of a whole run (paths run.*), from the machine-wide sums.
#pragma once

#include <vector>

#include "models/accounting/stats.h"
#include "models/core/waiting.h"
#include "models/observers/miss_statistics.h"
#include "platforms/assembly/machine_config.h"
#include "stimulus/workload.h"

namespace starnuma::run {

/// The measured part of a run.
struct Window {
  base::Time elapsed;
  std::int64_t instructions = 0;
  core::Waiting waiting;  ///< Of all threads.
};

void report_run(const assembly::MachineConfig& config, const Window& window,
                const observers::MissStatistics& misses, const std::vector<base::NodeId>& homes,
                const stimulus::Workload& workload, std::vector<accounting::Stat>& out);

}  // namespace starnuma::run
