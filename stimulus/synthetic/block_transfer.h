// SPDX-License-Identifier: Apache-2.0
// Block transfer latency: one core traverses a chain of lines that another socket's cache holds.
//
// Contract:
// - The owner loads (state E) or stores (state M) every line of the chain.
// - The requester loads its translations through lines outside the chain, starts the measurement
//   window, and traverses the chain with loads only.
// - The owner's caches must have the capacity for the chain; the lines are spread evenly over cache
//   sets.
// - All other threads are idle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/synthetic/line_chain.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

class BlockTransfer {
 public:
  enum class OwnerState : std::uint8_t { kExclusive, kModified };
  struct Parameters {
    int requester_thread = 0;
    int owner_thread = 0;
    base::NodeId home{};
    OwnerState state = OwnerState::kExclusive;
    int lines = 128;
    int scale = 20;
  };
  static constexpr std::string_view kWorkUnit = "line";
  static constexpr int kInstructionsPerUnit = 3;  ///< Approximate; for the progress display only.

  BlockTransfer(const Parameters& parameters, std::uint64_t seed)
      : parameters_(parameters), seed_(seed) {}

  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const bool requester = thread.index() == parameters_.requester_thread;
    if (thread.index() == parameters_.owner_thread) own(thread);
    if (requester) chain_.warm(thread);
    thread.barrier();
    if (!requester) return;
    thread.begin_measurement();
    loads_ = chain_.walk(thread);
  }

  std::vector<std::string> check() const { return check_walk(loads_, parameters_.lines); }
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return static_cast<std::uint64_t>(parameters_.lines); }

 private:
  template <class Thread>
  void own(Thread& thread) const {
    if (parameters_.state == OwnerState::kModified) {
      chain_.store_all(thread);
    } else {
      chain_.load_all(thread);
    }
  }

  Parameters parameters_;
  std::uint64_t seed_;
  LineChain chain_;
  std::uint64_t loads_ = 0;
};

}  // namespace starnuma::stimulus
