// SPDX-License-Identifier: Apache-2.0
// Connected components of a Kronecker graph by Afforest.
//
// Contract: the measurement window is `trials` computations, each with its own initialization.
// After the run, untimed, the labels of every trial are compared with a sequential search.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/cc/cc_thread.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct CcParameters : KroneckerParameters {
  int trials = 1;
  std::uint64_t chunk = 1024;  ///< Number of vertices in a chunk.
};

class Cc : public KernelState<CcParameters, CcData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and trial";
  static constexpr int kInstructionsPerUnit = 120;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    CcThread<Thread> mine(thread, data_);
    open_window(thread);
    for (int trial = 0; trial < parameters_.trials; ++trial) {
      mine.trial(seed_ + static_cast<std::uint64_t>(trial));
      if (thread.index() == 0) results_.emplace_back(data_.labels.begin(), data_.labels.end());
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.trials);
  }
  std::string measured() const;

 private:
  std::vector<std::vector<std::uint32_t>> results_;  ///< Labels by trial.
};

/// Returns the smallest vertex of each vertex's component, by a sequential search.
std::vector<std::uint32_t> smallest_of_component(const CsrGraph& graph);

}  // namespace starnuma::stimulus
