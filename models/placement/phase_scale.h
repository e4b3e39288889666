// SPDX-License-Identifier: Apache-2.0
// Scaling of phases, regions, thresholds and limits with the size of the program and of the run.
//
// Published values apply to 2^28 vertices: 1 G instructions per thread, regions of 512 KiB with a
// mean of 21.5 K misses per phase, HI from 20 K, LO 1 K to 10 K, limits up to 256 K pages.
//
// Factors:
//   f = 2^-shift, the ratio of footprints; `shift` is 0 on a machine that does not scale
//   r = phase length / (f x published phase length); 1 unless the run is so short that it would
//       have fewer than `min_phases` phases
//   g = region / published region; decreases with f, down to one page
//
// Scaling:
// - Phase length: r x f.
// - Limits: r x f, at least one page unless the limit is 0. Moves per instruction are as
//   published, so a short run converges later.
// - Misses per region and phase: r x g, since f times the instructions are spread over f / g times
//   the regions.
// - HI, LO and the saturation value of a tracker's counter: r x g. The range of the counter above
//   HI remains as published.
// - Misses per page in an annex: r. An annex counter saturates at the value of the region's
//   counter, which cannot add more.
// - Times of an operating system (period of a scan): r x f. Sizes (a scan): f.
//
// The factors depend only on the size of the workload.
#pragma once

#include <cmath>
#include <cstdint>

#include "models/placement/placement_config.h"

namespace starnuma::placement {

struct ScaledPhase {
  std::int64_t instructions = 0;  ///< Instructions per thread.
  double share = 1;               ///< r.
  std::uint64_t region_pages = 1;
  double high = 0;
  double low = 0;       ///< Initial value of LO.
  double low_most = 0;  ///< Maximum of LO.
  std::uint64_t page_limit = 0;
  /// Factor r x g: a full-scale threshold is the scaled threshold divided by this factor.
  double threshold_factor = 1;
  double time_factor = 1;  ///< r x f.
  double size_factor = 1;  ///< f.

  /// Returns the number of phases that make one published phase, at least 1.
  int per_published_phase() const { return static_cast<int>(std::lround(1 / share)); }
  /// Returns HI of a single page.
  double high_of_page() const { return high / static_cast<double>(region_pages); }
};

/// Returns the number of pages that may move after a phase with r of `share`.
std::uint64_t page_limit(const PlacementConfig& config, int shift, double share = 1);

/// Returns the saturation value of a counter of `counter_bits` if misses by region and phase are
/// scaled by `factor` (r x g). It is the full-size maximum times `factor`, at least 1; 0 without
/// bits.
std::uint64_t most_counted(int counter_bits, double factor);

/// Returns r of a run without phases: the whole run, or one published phase if that is longer. See
/// below for `thread_instructions`.
double share_of_phase(const PlacementConfig& config, int shift, double thread_instructions);

/// `thread_instructions` is the estimated number of instructions of each thread.
ScaledPhase scaled_phase(const PlacementConfig& config, int shift, double thread_instructions);

}  // namespace starnuma::placement
