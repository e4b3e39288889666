// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/region_moves.h"

#include "models/kernel/now.h"

namespace starnuma::run {

bool RegionMoves::any_in(const assembly::MachineConfig& config) {
  return config.logical_pool &&
         config.logical_pool->balance.policy != placement::RegionBalance::kNone;
}

RegionMoves::RegionMoves(const assembly::MachineConfig& config, const Scope& whole)
    : mover_(*whole.machine().region_mover()),
      policy_(placement::make_region_policy(config.logical_pool->balance.policy,
                                            config.logical_pool->balance.thresholds())),
      period_(config.logical_pool->balance.period) {}

void RegionMoves::begin(Opening /*opening*/) {
  mover_.take_uses();
  next_ = kernel::now() + period_;
  sc_core::sc_pause();  // whoever advances time learns of the first period
}

void RegionMoves::sample() {
  if (kernel::now() < next_) return;
  next_ += period_;
  const std::vector<placement::RegionPlaceUse> uses = mover_.take_uses();
  if (mover_.idle()) mover_.move(policy_->plan(uses, mover_.room()));
}

}  // namespace starnuma::run
