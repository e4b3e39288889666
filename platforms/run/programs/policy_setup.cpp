// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/policy_setup.h"

#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/assembly/scaling/scaling.h"

namespace starnuma::run {

base::Footprint footprint_of(const std::vector<PlacedProgram>& programs) {
  base::Footprint sum;
  for (const PlacedProgram& placed : programs) sum += placed.program->workload().footprint();
  return sum;
}

placement::ScaledPhase phase_of(const assembly::ScalingConfig& scaling,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint,
                                const stimulus::Workload& workload, int threads) {
  return placement::scaled_phase(placement, assembly::halvings(scaling.sizes, footprint),
                                 static_cast<double>(workload.expected_instructions()) / threads);
}

placement::PolicySetup setup_of(const assembly::MachineConfig& config,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint, Program& program,
                                std::uint64_t seed, int host) {
  placement::PolicySetup setup;
  setup.config = placement;
  setup.sockets = config.sockets();
  setup.phase =
      phase_of(config.scaling, placement, footprint, program.workload(), program.arena().threads());
  setup.pool = assembly::pool_capacities(config, program.arena().pages(), host);
  setup.most_counted = assembly::most_counted(config.tracking, placement.traits().counter_bits,
                                              setup.phase.threshold_factor);
  setup.seed = seed;
  setup.pages = program.arena().pages();
  setup.capacity = assembly::free_pages_of_nodes(config, setup.pages);
  return setup;
}

}  // namespace starnuma::run
