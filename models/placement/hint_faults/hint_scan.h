// SPDX-License-Identifier: Apache-2.0
// The periodic scan of a program's memory that makes pages fault, as Linux's NUMA balancing has it.
//
// Contract: each scan names the next window of pages, `scan_size` at full scale, or none while
// those of the last one are still being unmapped (in Linux a scan takes at most 3 % of a task's
// time); behind the last page a pass is over and the next scan begins at the first. All memory is
// scanned once in `scan_period_min_ms` to `scan_period_max_ms`, no faster than `scan_rate`; when a
// pass is over the period follows the faults that were counted in it, in tenths of it: seven tenths
// of private or of local faults leave it alone, more make it longer and fewer shorter; a pass with
// no local or shared fault, or with moves that failed, doubles it. Times shrink as a phase does and
// sizes as the program does (phase_scale.h). Linux has a period for each thread, and whichever
// comes first scans for all; here the program has one. Not here: the longer periods of groups that
// share memory.
#pragma once

#include <cstdint>
#include <vector>

#include "models/placement/knowledge.h"
#include "models/placement/numa_balancing_config.h"
#include "models/placement/phase_scale.h"

namespace starnuma::placement {

class HintScan {
 public:
  HintScan(const NumaBalancingConfig& config, const ScaledPhase& phase, std::uint64_t pages);

  /// Until the next scan.
  base::Time period() const { return started_ ? period_ : delay_; }
  /// The pages of the next scan: those that may move, of shared mappings only if `shared_mappings`.
  std::vector<std::uint64_t> next(const MemoryState& memory, bool shared_mappings);
  int passes() const { return passes_; }

  void count(bool is_private, bool local);
  void count_failed() { ++failed_; }

 private:
  void end_pass();

  base::Time delay_;
  base::Time shortest_;
  base::Time longest_;
  base::Time period_;
  std::uint64_t window_;  ///< Pages of a scan.
  std::uint64_t cursor_ = 0;
  bool started_ = false;
  int passes_ = 0;
  std::int64_t private_ = 0;
  std::int64_t shared_ = 0;
  std::int64_t local_ = 0;
  std::int64_t remote_ = 0;
  std::uint64_t failed_ = 0;
};

/// No more pages than `migration_rate` allows, in windows of a second at full scale.
class MoveBudget {
 public:
  MoveBudget(const NumaBalancingConfig& config, const ScaledPhase& phase);

  /// Whether one more page may move now.
  bool take(base::Time now);
  std::uint64_t pages_per_window() const { return most_; }

 private:
  base::Time window_;
  std::uint64_t most_;
  std::int64_t current_ = -1;
  std::uint64_t taken_ = 0;
};

}  // namespace starnuma::placement
