// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/policy_setup.h"

#include "platforms/assembly/count_scale.h"
#include "platforms/assembly/page_capacity.h"
#include "platforms/assembly/scaling.h"

namespace starnuma::run {

placement::ScaledPhase phase_of(const assembly::MachineConfig& config,
                                const stimulus::Workload& workload, int threads) {
  return placement::scaled_phase(config.placement,
                                 assembly::halvings(config.scaling.sizes, workload.footprint()),
                                 static_cast<double>(workload.expected_instructions()) / threads);
}

placement::PolicySetup setup_of(const assembly::MachineConfig& config,
                                const stimulus::Workload& workload, const base::Arena& arena,
                                std::uint64_t seed) {
  placement::PolicySetup setup;
  setup.config = config.placement;
  setup.sockets = config.sockets();
  setup.phase = phase_of(config, workload, arena.threads());
  setup.pool = assembly::pool_rooms(config, arena.pages());
  setup.most_counted = assembly::most_counted(
      config.tracking, config.placement.traits().counter_bits, setup.phase.threshold_factor);
  setup.seed = seed;
  return setup;
}

}  // namespace starnuma::run
