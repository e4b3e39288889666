// SPDX-License-Identifier: Apache-2.0
// Periodic scan of a program's memory that makes pages fault, as in Linux's NUMA balancing.
//
// Contract:
// - Each scan selects the next window of pages, `scan_size` at full scale. It selects none while
//   pages of the previous scan are still being unmapped (in Linux a scan takes at most 3 % of a
//   task's time).
// - A pass ends with the last page; the next scan starts at the first page.
// - A pass takes from `scan_period_min_ms` to `scan_period_max_ms`, and does not exceed
//   `scan_rate`.
// - At the end of a pass, the period is adapted to the shares of private and of local faults, in
//   tenths. Seven tenths leave the period unchanged, a larger share increases it, a smaller one
//   decreases it.
// - A pass without local or shared faults, or with failed moves, doubles the period.
// - Times are scaled as phases are, and sizes as the program is (phase_scale.h).
//
// Differences from Linux: Linux has a period per thread, and the thread whose period ends first
// scans for all; here the program has one period.
// Not modelled: longer periods of groups that share memory.
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

  /// Returns the time until the next scan.
  base::Time period() const { return started_ ? period_ : delay_; }
  /// Returns the pages of the next scan. It includes pages that may move; those of shared mappings
  /// only if `shared_mappings`.
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
  std::uint64_t window_;  ///< Number of pages of a scan.
  std::uint64_t cursor_ = 0;
  bool started_ = false;
  int passes_ = 0;
  std::int64_t private_ = 0;
  std::int64_t shared_ = 0;
  std::int64_t local_ = 0;
  std::int64_t remote_ = 0;
  std::uint64_t failed_ = 0;
};

/// Limits the number of moves to `migration_rate`, in windows of a second at full scale.
class MoveBudget {
 public:
  MoveBudget(const NumaBalancingConfig& config, const ScaledPhase& phase);

  /// Returns true and counts the page if one more page may move now.
  bool take(base::Time now);

 private:
  base::Time window_;
  std::uint64_t most_;
  std::int64_t current_ = -1;
  std::uint64_t taken_ = 0;
};

}  // namespace starnuma::placement
