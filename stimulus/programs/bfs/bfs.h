// SPDX-License-Identifier: Apache-2.0
// Direction-optimizing breadth-first search on a Kronecker graph, from several random sources.
//
// Contract: the measurement window is `trials` searches with the same sources for any number of
// preceding `warmup` searches, during which pages may already move. Each search starts with its own
// initialization. After the run, untimed, the parents of every search are compared with a
// sequential search.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/bfs/bfs_data.h"
#include "stimulus/programs/bfs/bfs_thread.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct BfsParameters : KroneckerParameters {
  int trials = 2;
  BfsSchedule schedule = BfsSchedule::kDynamic;
  int warmup = 0;
};

class Bfs : public KernelState<BfsParameters, BfsData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and trial";
  static constexpr int kInstructionsPerUnit = 75;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    BfsThread<Thread> mine(thread, data_);
    open_window(thread);
    const auto warm = static_cast<std::size_t>(parameters_.warmup);
    for (std::size_t trial = 0; trial < sources_.size(); ++trial) {
      if (trial > 0 && trial == warm) open_window(thread);
      mine.trial(sources_[trial]);
      if (thread.index() == 0) keep_result(mine.steps());
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const;
  /// Returns the work units before the measurement window.
  std::uint64_t warm_up_units() const;
  std::string measured() const;
  int openings() const { return parameters_.warmup > 0 && parameters_.trials > 0 ? 2 : 1; }

  const std::vector<std::uint32_t>& sources() const { return sources_; }

 private:
  /// Copies the result of a trial; check() compares it after the run.
  void keep_result(const BfsSteps& steps);

  std::vector<std::uint32_t> sources_;
  BfsSteps steps_;
  std::vector<std::vector<std::int32_t>> results_;  ///< Parents by trial.
};

}  // namespace starnuma::stimulus
