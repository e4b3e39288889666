// SPDX-License-Identifier: Apache-2.0
// How phases, regions, thresholds and limits follow the size of the program and of the run.
//
// Published values are those of 2^28 vertices: 1 G instructions a thread, regions of 512 KiB with
// 21.5 K misses a phase in the mean, HI from 20 K, LO 1 K to 10 K, limits to 256 K pages. With
//   f = 2^-shift, the footprint's share; `shift` is 0 on a machine that does not scale,
//   r = phase length / (f x published phase length) (the run's share: 1 unless the run is so short
//       that it would have fewer than `least_phases` phases),
//   g = region / published region (shrinks with f, down to one page),
// a phase is r x f as long, a limit is f as large (a share of the footprint: so a short run can
// settle in as many phases), and misses per region and phase change by r x g:
// f as many instructions spread over f / g as many regions. So HI and LO change by r x g, and so
// does the count at which a tracker's counter stops: what a counter holds over HI stays as
// published. An annex counts by page, r as many misses; it stops where its region's counter does,
// which takes no more from it anyway. Times of an operating system (a scan's period) change by r x
// f as a phase does, sizes of it (a scan's) by f. None of this depends on the workload but for its
// size.
#pragma once

#include <cstdint>

#include "models/placement/placement_config.h"

namespace starnuma::placement {

struct ScaledPhase {
  std::int64_t instructions = 0;  ///< Of each thread.
  std::uint64_t region_pages = 1;
  double high = 0;
  double low = 0;       ///< Where LO starts, and
  double low_most = 0;  ///< what it grows to at most.
  std::uint64_t page_limit = 0;
  double threshold_factor = 1;  ///< r x g: full-scale thresholds are ours divided by this.
  double time_factor = 1;       ///< r x f.
  double size_factor = 1;       ///< f.

  /// HI for a page alone.
  double high_of_page() const { return high / static_cast<double>(region_pages); }
};

/// Pages that may move after a phase.
std::uint64_t page_limit(const PlacementConfig& config, int shift);

/// The count at which a counter of `counter_bits` stops where misses by region and phase change by
/// `factor` (r x g): its full-size maximum, scaled, and at least 1; without bits 0.
std::uint64_t most_counted(int counter_bits, double factor);

/// r of a run in which nothing ends a phase: all of it, or one published phase if it is longer.
/// `thread_instructions` as below.
double share_of_phase(const PlacementConfig& config, int shift, double thread_instructions);

/// `thread_instructions`: what each thread will execute, roughly.
ScaledPhase scaled_phase(const PlacementConfig& config, int shift, double thread_instructions);

}  // namespace starnuma::placement
