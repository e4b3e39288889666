// SPDX-License-Identifier: Apache-2.0
// Unloaded latency of one home: one core traverses a chain of dependent loads over cold lines.
//
// Contract: the first core of the requester's socket accesses one line per page, starts the
// measurement window, and traverses the chain. Every load in the window misses all caches, and
// every translation hits in the DTLB. All other threads are idle.
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

class PointerChase {
 public:
  struct Parameters {
    int requester_thread = 0;
    base::NodeId home{};
    int lines = LineChain::kMaxLines;
    int scale = 20;
  };
  static constexpr std::string_view kWorkUnit = "line";
  static constexpr int kInstructionsPerUnit = 3;  ///< Approximate; for the progress display only.

  PointerChase(const Parameters& parameters, std::uint64_t seed)
      : parameters_(parameters), seed_(seed) {}

  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const bool requester = thread.index() == parameters_.requester_thread;
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
  Parameters parameters_;
  std::uint64_t seed_;
  LineChain chain_;
  std::uint64_t loads_ = 0;
};

}  // namespace starnuma::stimulus
