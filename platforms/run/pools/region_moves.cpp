// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/pools/region_moves.h"

#include "models/kernel/now.h"

namespace starnuma::run {

bool RegionMoves::any_in(const assembly::MachineConfig& config) {
  return config.logical_pool &&
         (config.logical_pool->balance.policy != placement::RegionBalance::kNone ||
          PoolSizes::any_in(config));
}

RegionMoves::RegionMoves(const assembly::MachineConfig& config, const Scope& whole,
                         paging::FramePool& memory, const PoolSizes::ZoneOf& zone_of)
    : mover_(*whole.machine().region_mover()),
      policy_(placement::make_region_policy(config.logical_pool->balance.policy,
                                            config.logical_pool->balance.thresholds())),
      period_(config.logical_pool->balance.period) {
  if (PoolSizes::any_in(config)) {
    sizes_ = std::make_unique<PoolSizes>(config, whole, memory, zone_of);
  }
}

void RegionMoves::begin(Opening /*opening*/) {
  mover_.take_uses();
  begin_ = kernel::now();
  next_ = begin_ + period_;
  sc_core::sc_pause();  // makes the time loop re-read next()
}

void RegionMoves::sample() {
  if (kernel::now() < next_) return;
  next_ += period_;
  const std::vector<placement::RegionLocationUse> uses = mover_.take_uses();
  if (!mover_.idle() || (sizes_ && sizes_->step(uses, kernel::now() - begin_))) return;
  if (policy_) mover_.move(policy_->plan(uses, mover_.room()));
}

void RegionMoves::report(SimulationResult& result) {
  if (sizes_) sizes_->report(result);
}

}  // namespace starnuma::run
