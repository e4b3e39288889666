// SPDX-License-Identifier: Apache-2.0
// Shortest paths from several random sources on a weighted Kronecker graph by delta-stepping.
//
// Contract: the measurement window is `trials` searches with the same sources for any number of
// preceding `warmup` searches, during which pages may already move. Each search starts with its own
// initialization. After the run, untimed, the distances of every search are compared with
// Dijkstra's algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/sssp/sssp_thread.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct SsspParameters : KroneckerParameters {
  int trials = 1;
  int delta = 2;
  int warmup = 0;
  std::uint64_t fusion = 1000;  ///< See SsspData.
};

class Sssp : public KernelState<SsspParameters, SsspData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and trial";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 1000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    SsspThread<Thread> mine(thread, data_);
    open_window(thread);
    const auto warm = static_cast<std::size_t>(parameters_.warmup);
    for (std::size_t trial = 0; trial < sources_.size(); ++trial) {
      if (trial > 0 && trial == warm) open_window(thread);
      mine.trial(sources_[trial]);
      if (thread.index() == 0) {
        steps_ = mine.steps();
        results_.emplace_back(data_.distances.begin(), data_.distances.end());
      }
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_) * 2; }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.trials);
  }
  /// Returns the work units before the measurement window.
  std::uint64_t warm_up_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.warmup);
  }
  std::string measured() const;
  int openings() const { return parameters_.warmup > 0 ? 2 : 1; }

  const std::vector<std::uint32_t>& sources() const { return sources_; }
  std::uint64_t steps() const { return steps_; }

 private:
  std::vector<std::uint32_t> sources_;
  std::uint64_t steps_ = 0;
  std::vector<std::vector<std::int32_t>> results_;  ///< Distances by trial.
};

}  // namespace starnuma::stimulus
