// SPDX-License-Identifier: Apache-2.0
// STREAM triad a = b + s * c over blocks of three arrays: independent, sequential accesses.
//
// Contract: the arrays are as large as a BFS graph of the same scale. Every thread streams through
// the first `percent` of its own block, which it touched first. One pass is warm-up; then `trials`
// passes with different s are measured. An access is a whole line, as on a machine with 512-bit
// vectors.
// Not modelled: streaming stores; a line of `a` is fetched for ownership before it is written,
// unless the caches obtain ownership without data (shared_cache.line_stores).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct StreamParameters {
  int scale = 20;
  int trials = 1;
  int percent = 25;
};

struct StreamData {
  /// Line of an array.
  struct Vector {
    std::array<double, base::kLineBytes / sizeof(double)> lanes;
  };
  base::SimArray<Vector> a, b, c;
};

class Stream : public KernelState<StreamParameters, StreamData> {
 public:
  static constexpr std::string_view kWorkUnit = "line of the result";
  static constexpr int kInstructionsPerUnit = 7;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    pass(thread, 0);
    open_window(thread);
    for (int trial = 1; trial <= parameters_.trials; ++trial) {
      pass(thread, trial);
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const;
  std::string measured() const;

 private:
  static constexpr int kTriadWork = 4;  ///< multiply-add, index, compare, jump

  template <class Thread>
  void pass(Thread& thread, int number) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    const double s = factor(number);
    for (std::uint64_t i = block_begin(self); i < block_begin(self) + streamed_; ++i) {
      thread.work(kTriadWork);
      const auto b = thread.load(data_.b, i);
      const auto c = thread.load(data_.c, i);
      StreamData::Vector sum;
      for (std::size_t lane = 0; lane < sum.lanes.size(); ++lane) {
        sum.lanes[lane] = b.value.lanes[lane] + s * c.value.lanes[lane];
      }
      thread.store(data_.a, i, sum, latest(b.ready, c.ready), true);
    }
  }

  static double factor(int pass) { return pass + 2.0; }
  std::uint64_t block_begin(std::uint64_t thread) const { return thread * block_; }

  std::uint64_t threads_ = 0;
  std::uint64_t block_ = 0;     ///< lines of one thread
  std::uint64_t streamed_ = 0;  ///< lines that a pass covers, from the first of the thread
};

}  // namespace starnuma::stimulus
