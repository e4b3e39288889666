// SPDX-License-Identifier: Apache-2.0
// Latency of dependent loads: one core traverses a chain of lines. `pointer_chase` measures cold
// lines of one home, `block_transfer` lines that another socket's cache holds.
//
// Contract:
// - The owner, if any, loads (state E) or stores (state M) every line of the chain. Its caches must
//   have the capacity for the chain; the lines are spread evenly over cache sets.
// - The first core of the requester's socket accesses one line per page outside the chain, starts
//   the measurement window, and traverses the chain with loads only. Every load in the window
//   misses all caches of the socket, and every translation hits in the DTLB.
// - All other threads are idle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/synthetic/line_chain.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

enum class OwnerState : std::uint8_t { kExclusive, kModified };

struct ChainWalkParameters {
  static constexpr int kNoOwner = -1;

  int lines = LineChain::kMaxLines;
  int owner_thread = kNoOwner;
  int requester_thread = 0;
  base::NodeId home{};
  OwnerState state = OwnerState::kExclusive;
  int scale = 20;
};

class ChainWalk : public KernelState<ChainWalkParameters, LineChain> {
 public:
  static constexpr std::string_view kWorkUnit = "line";
  static constexpr int kInstructionsPerUnit = 3;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena) { data_.build(arena, parameters_.home, parameters_.lines, seed_); }

  template <class Thread>
  void run(Thread& thread) {
    const bool requester = thread.index() == parameters_.requester_thread;
    if (thread.index() == parameters_.owner_thread) own(thread);
    if (requester) data_.warm(thread);
    thread.barrier();
    if (!requester) return;
    thread.begin_measurement();
    loads_ = data_.walk(thread);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return static_cast<std::uint64_t>(parameters_.lines); }

 private:
  template <class Thread>
  void own(Thread& thread) const {
    if (parameters_.state == OwnerState::kModified) {
      data_.store_all(thread);
    } else {
      data_.load_all(thread);
    }
  }

  std::uint64_t loads_ = 0;
};

}  // namespace starnuma::stimulus
