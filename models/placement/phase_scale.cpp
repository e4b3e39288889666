// SPDX-License-Identifier: Apache-2.0
#include "models/placement/phase_scale.h"

#include <algorithm>
#include <cmath>

namespace starnuma::placement {
namespace {

/// Returns the instructions per thread of a phase of published length, scaled by f.
double whole_phase(const PlacementConfig& config, int shift) {
  return std::max(1.0, std::ldexp(1.0, -shift) * config.phase_instructions);
}

}  // namespace

std::uint64_t most_counted(int counter_bits, double factor) {
  if (counter_bits == 0) return 0;
  const double full_size = std::ldexp(1.0, counter_bits) - 1;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(full_size * factor)));
}

double share_of_phase(const PlacementConfig& config, int shift, double thread_instructions) {
  return std::min(1.0, thread_instructions / whole_phase(config, shift));
}

std::uint64_t page_limit(const PlacementConfig& config, int shift, double share) {
  return static_cast<std::uint64_t>(std::ceil(share * std::ldexp(config.page_limit, -shift)));
}

ScaledPhase scaled_phase(const PlacementConfig& config, int shift, double thread_instructions) {
  const double whole = whole_phase(config, shift);
  const double length = std::max(1.0, std::min(whole, thread_instructions / config.min_phases));
  const std::int64_t region_pages =
      std::max<std::int64_t>(1, (config.region.value >> shift) / base::kPageBytes);
  const double g = static_cast<double>(region_pages * base::kPageBytes) /
                   static_cast<double>(config.region.value);

  ScaledPhase phase;
  phase.instructions = static_cast<std::int64_t>(length);
  phase.share = length / whole;
  phase.region_pages = static_cast<std::uint64_t>(region_pages);
  phase.threshold_factor = phase.share * g;
  phase.size_factor = std::ldexp(1.0, -shift);
  phase.time_factor = phase.share * phase.size_factor;
  phase.high = config.high_threshold * phase.threshold_factor;
  phase.low = config.low_threshold * phase.threshold_factor;
  phase.low_most = config.low_threshold_max * phase.threshold_factor;
  phase.page_limit = placement::page_limit(config, shift, phase.share);
  return phase;
}

}  // namespace starnuma::placement
