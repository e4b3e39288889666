// SPDX-License-Identifier: Apache-2.0
// The figures of a run's measured window: run.*, misses by page and socket, the slowest misses.
#pragma once

#include "models/observers/miss_statistics.h"
#include "models/observers/worst_misses.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/observer.h"
#include "platforms/run/simulation.h"

namespace starnuma::run {

class MeasuredWindow : public Observer {
 public:
  /// All must outlive it. Misses are seen if `watch_misses` says so.
  MeasuredWindow(const assembly::MachineConfig& config, assembly::Machine& machine,
                 const kernel::Dispatcher& dispatcher, const paging::PageMap& page_map,
                 Program& program, bool watch_misses);

  /// What has gone before counts for the host alone.
  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  void report(SimulationResult& result) override;

 private:
  const assembly::MachineConfig& config_;
  const assembly::Machine& machine_;
  const kernel::Dispatcher& dispatcher_;
  const paging::PageMap& page_map_;
  Program& program_;
  observers::MissStatistics misses_;
  observers::WorstMisses worst_;
  base::Time begin_;
  std::uint64_t first_transaction_ = 1;
  std::int64_t instructions_before_ = 0;
  std::int64_t misses_before_ = 0;
};

}  // namespace starnuma::run
