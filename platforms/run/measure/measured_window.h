// SPDX-License-Identifier: Apache-2.0
// Statistics of the measured window of a run or of one program (run.* or program.<name>.*), with
// misses by page and socket and the slowest misses.
#pragma once

#include "models/observers/miss_statistics.h"
#include "models/observers/worst_misses.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class MeasuredWindow : public Observer {
 public:
  /// References must outlive this object. Observes misses if `watch_misses` is true.
  MeasuredWindow(const assembly::MachineConfig& config, const Scope& scope,
                 const kernel::Dispatcher& dispatcher, bool watch_misses);

  /// Adds the work before the window to the totals that serve for host performance only.
  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  void report(SimulationResult& result) override;
  void report_so_far(SimulationResult& result) override { report(result); }

 private:
  const assembly::MachineConfig& config_;
  const Scope& scope_;
  const kernel::Dispatcher& dispatcher_;
  observers::MissStatistics misses_;
  observers::WorstMisses worst_;
  base::Time begin_;
  std::int64_t instructions_at_begin_ = 0;
  core::Waiting waiting_at_begin_;
  std::uint64_t first_transaction_ = 1;
  std::int64_t instructions_before_ = 0;
  std::int64_t misses_before_ = 0;
};

}  // namespace starnuma::run
