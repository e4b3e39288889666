// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling/count_scale.h"

#include "models/placement/phase_scale.h"
#include "platforms/assembly/scaling/scaling.h"

namespace starnuma::assembly {
namespace {

/// Saturation value that no count reaches.
constexpr std::uint64_t kNeverFull = std::uint64_t{1} << 62;

}  // namespace

double tracked_factor(const MachineConfig& config, const base::Footprint& program,
                      double thread_instructions) {
  const placement::PlacementConfig& placement = config.placement;
  const int shift = halvings(config.scaling.sizes, program);
  if (placement.reads_trackers()) {
    return placement::scaled_phase(placement, shift, thread_instructions).threshold_factor;
  }
  return placement::share_of_phase(placement, shift, thread_instructions) *
         config.tracking.region_share;
}

std::uint64_t most_counted(const tracking::TrackingConfig& tracking, int bits, double factor) {
  if (bits > 0 && tracking.count_scale == tracking::CountScale::kUnlimited) return kNeverFull;
  const bool as_is = tracking.count_scale == tracking::CountScale::kAsIs;
  return placement::most_counted(bits, as_is ? 1 : factor);
}

protocol::Counter tracked_counter(const tracking::TrackingConfig& tracking, double factor) {
  return {tracking.count_width,
          static_cast<std::uint32_t>(most_counted(tracking, tracking.count_width, factor))};
}

}  // namespace starnuma::assembly
