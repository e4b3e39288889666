// SPDX-License-Identifier: Apache-2.0
// The figures of a measured window, of a run or of one of its programs: run.* or program.<name>.*,
// misses by page and socket, the slowest misses.
#pragma once

#include "models/observers/miss_statistics.h"
#include "models/observers/worst_misses.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"
#include "platforms/run/simulation.h"

namespace starnuma::run {

class MeasuredWindow : public Observer {
 public:
  /// All must outlive it. Misses are seen if `watch_misses` says so.
  MeasuredWindow(const assembly::MachineConfig& config, const Scope& scope,
                 const kernel::Dispatcher& dispatcher, bool watch_misses);

  /// What has gone before counts for the host alone.
  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  void report(SimulationResult& result) override;

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
